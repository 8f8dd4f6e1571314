"""`claimwatch db`: the store's migrations."""

from __future__ import annotations

from claimwatch.cli.options import Claims, Database, Verbose


def upgrade(claims: Claims = None, database: Database = None, verbose: Verbose = False) -> None:  # noqa: ARG001 - see options
    """Brings the store to the schema that this version knows; a copy of an SQLite file is kept beside it before.

    Example: claimwatch db upgrade --database claimwatch.db
    """
    from claimwatch.cli.place import find_place
    from claimwatch.cli.terminal import write
    from claimwatch.history.upgrade import upgrade as upgrade_store

    done = upgrade_store(find_place(claims, database).database)
    if done.before == done.after:
        write(f"The store has the newest schema, {done.after}: nothing to do.")
    else:
        write(f"The store went from schema {done.before or 'none'} to {done.after}." + (f" A copy of it: {done.copy}" if done.copy else ""))
