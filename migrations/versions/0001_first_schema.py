"""The first schema: sources and their editions, citations and claims as they stand, rows, runs and turns."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

NAME = sa.String(length=64)
TIME = sa.DateTime(timezone=True)
SEQUENCE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

# In this order: what refers to another table comes after it.
TABLES = ("claims_files", "editions", "row_runs", "turns", "fetch_runs", "published_rows", "verdict_runs", "claims", "sources", "citations")


def upgrade() -> None:
    _claims_files()
    _editions()
    _row_runs()
    _turns()
    _fetch_runs()
    _published_rows()
    _verdict_runs()
    _claims()
    _sources()
    _citations()


def downgrade() -> None:
    for table in reversed(TABLES):
        op.drop_table(table)


def _claims_files() -> None:
    op.create_table(
        "claims_files",
        sa.Column("digest", NAME, nullable=False),
        sa.Column("program", NAME, nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.Column("first_seen_at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_claims_files"),
    )


def _editions() -> None:
    op.create_table(
        "editions",
        sa.Column("digest", NAME, nullable=False),
        sa.Column("media_type", sa.Text(), nullable=False),
        sa.Column("charset", sa.Text(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("first_seen_at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_editions"),
    )


def _row_runs() -> None:
    op.create_table(
        "row_runs",
        sa.Column("id", SEQUENCE, autoincrement=True, nullable=False),
        sa.Column("comparison", NAME, nullable=False),
        sa.Column("kind", NAME, nullable=False),
        sa.Column("name", NAME, nullable=False),
        sa.Column("state", NAME, nullable=False),
        sa.Column("because", sa.Text(), nullable=False),
        sa.Column("first_at", TIME, nullable=False),
        sa.Column("last_at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_row_runs"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_row_runs_comparison_name_id", "row_runs", ["comparison", "name", "id"])
    op.create_index("ix_row_runs_state_id", "row_runs", ["state", "id"])


def _turns() -> None:
    op.create_table(
        "turns",
        sa.Column("id", SEQUENCE, autoincrement=True, nullable=False),
        sa.Column("kind", NAME, nullable=False),
        sa.Column("comparison", NAME, nullable=True),
        sa.Column("name", NAME, nullable=False),
        sa.Column("before", NAME, nullable=True),
        sa.Column("after", NAME, nullable=False),
        sa.Column("observed_before", sa.Text(), nullable=True),
        sa.Column("observed_after", sa.Text(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_turns"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_turns_at", "turns", ["at"])
    op.create_index("ix_turns_comparison_id", "turns", ["comparison", "id"])
    op.create_index("ix_turns_name_id", "turns", ["name", "id"])


def _fetch_runs() -> None:
    op.create_table(
        "fetch_runs",
        sa.Column("id", SEQUENCE, autoincrement=True, nullable=False),
        sa.Column("source", NAME, nullable=False),
        sa.Column("outcome", NAME, nullable=False),
        sa.Column("status", sa.Integer(), nullable=True),
        sa.Column("trouble", sa.Text(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("edition", NAME, nullable=True),
        sa.Column("first_at", TIME, nullable=False),
        sa.Column("last_at", TIME, nullable=False),
        sa.ForeignKeyConstraint(["edition"], ["editions.digest"], name="fk_fetch_runs_edition"),
        sa.PrimaryKeyConstraint("id", name="pk_fetch_runs"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_fetch_runs_source_id", "fetch_runs", ["source", "id"])


def _published_rows() -> None:
    op.create_table(
        "published_rows",
        sa.Column("comparison", NAME, nullable=False),
        sa.Column("kind", NAME, nullable=False),
        sa.Column("name", NAME, nullable=False),
        sa.Column("state", NAME, nullable=False),
        sa.Column("because", sa.Text(), nullable=False),
        sa.Column("since", TIME, nullable=False),
        sa.Column("run", SEQUENCE, nullable=False),
        sa.ForeignKeyConstraint(["run"], ["row_runs.id"], name="fk_published_rows_run"),
        sa.PrimaryKeyConstraint("comparison", "kind", "name", name="pk_published_rows"),
    )


def _verdict_runs() -> None:
    op.create_table(
        "verdict_runs",
        sa.Column("id", SEQUENCE, autoincrement=True, nullable=False),
        sa.Column("claim", NAME, nullable=False),
        sa.Column("verdict", NAME, nullable=False),
        sa.Column("observed", sa.Text(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("excerpt", sa.Text(), nullable=True),
        sa.Column("source", NAME, nullable=True),
        sa.Column("edition", NAME, nullable=True),
        sa.Column("drift", sa.Boolean(), nullable=False),
        sa.Column("first_at", TIME, nullable=False),
        sa.Column("last_at", TIME, nullable=False),
        sa.ForeignKeyConstraint(["edition"], ["editions.digest"], name="fk_verdict_runs_edition"),
        sa.PrimaryKeyConstraint("id", name="pk_verdict_runs"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_verdict_runs_claim_id", "verdict_runs", ["claim", "id"])
    op.create_index("ix_verdict_runs_source_id", "verdict_runs", ["source", "id"])
    op.create_index("ix_verdict_runs_verdict_id", "verdict_runs", ["verdict", "id"])


def _claims() -> None:
    op.create_table(
        "claims",
        sa.Column("claim", NAME, nullable=False),
        sa.Column("verdict", NAME, nullable=False),
        sa.Column("stands", NAME, nullable=True),
        sa.Column("observed", sa.Text(), nullable=True),
        sa.Column("stands_observed", sa.Text(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("excerpt", sa.Text(), nullable=True),
        sa.Column("source", NAME, nullable=True),
        sa.Column("drift", sa.Boolean(), nullable=False),
        sa.Column("since", TIME, nullable=False),
        sa.Column("run", SEQUENCE, nullable=False),
        sa.ForeignKeyConstraint(["run"], ["verdict_runs.id"], name="fk_claims_run"),
        sa.PrimaryKeyConstraint("claim", name="pk_claims"),
    )


def _sources() -> None:
    op.create_table(
        "sources",
        sa.Column("source", NAME, nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("etag", sa.Text(), nullable=True),
        sa.Column("last_modified", sa.Text(), nullable=True),
        sa.Column("edition", NAME, nullable=True),
        sa.Column("media_type", sa.Text(), nullable=False),
        sa.Column("charset", sa.Text(), nullable=False),
        sa.Column("read_at", TIME, nullable=True),
        sa.Column("checked_at", TIME, nullable=True),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("status", sa.Integer(), nullable=True),
        sa.Column("trouble", sa.Text(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("failing_since", TIME, nullable=True),
        sa.Column("run", SEQUENCE, nullable=False),
        sa.ForeignKeyConstraint(["edition"], ["editions.digest"], name="fk_sources_edition"),
        sa.ForeignKeyConstraint(["run"], ["fetch_runs.id"], name="fk_sources_run"),
        sa.PrimaryKeyConstraint("source", name="pk_sources"),
    )


def _citations() -> None:
    op.create_table(
        "citations",
        sa.Column("claim", NAME, nullable=False),
        sa.Column("index", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("source", NAME, nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("edition", NAME, nullable=False),
        sa.Column("baseline", sa.Text(), nullable=True),
        sa.Column("verdict", NAME, nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("observed", sa.Text(), nullable=True),
        sa.Column("excerpt", sa.Text(), nullable=True),
        sa.Column("headings", sa.Text(), nullable=False),
        sa.Column("start", sa.Integer(), nullable=True),
        sa.Column("drift", sa.Boolean(), nullable=False),
        sa.Column("score", sa.Float(), nullable=False),
        sa.Column("candidates", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["edition"], ["editions.digest"], name="fk_citations_edition"),
        sa.ForeignKeyConstraint(["source"], ["sources.source"], name="fk_citations_source"),
        sa.PrimaryKeyConstraint("claim", "index", name="pk_citations"),
    )
    op.create_index("ix_citations_source_claim", "citations", ["source", "claim"])
