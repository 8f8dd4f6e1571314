"""How Alembic reaches a store: over the connection of `claimwatch.history.upgrade`, or for a developer with `-x url=…`."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import context

from claimwatch.history.tables import metadata


def migrate(connection: sa.Connection) -> None:
    # SQLite alters a table by building it anew: batch mode writes that for both databases alike.
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=True, compare_type=True)
    with context.begin_transaction():
        context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    migrate(given)
else:
    engine = sa.create_engine(context.get_x_argument(as_dictionary=True)["url"])
    with engine.begin() as connection:
        migrate(connection)
    engine.dispose()
