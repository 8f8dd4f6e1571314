"""`claimwatch settings`: every setting, with secrets masked."""

from __future__ import annotations

from claimwatch.cli.options import Verbose


def settings(verbose: Verbose = False) -> None:  # noqa: ARG001 - the option's callback remembers it
    """Prints every setting as CLAIMWATCH_NAME, its value (secrets masked) and what it is for.

    Example: claimwatch settings
    """
    from claimwatch.cli.formats.painting import aligned
    from claimwatch.cli.network import fetch_options
    from claimwatch.cli.terminal import note, write
    from claimwatch.settings import Settings, describe, load_settings, unknown_variables
    from claimwatch.text.nearest import nearest

    found = load_settings()
    fetch_options(found)  # says what is wrong with the networks
    write("\n".join(aligned(list(describe(found)))))
    known = {f"CLAIMWATCH_{field.upper()}" for field in Settings.model_fields}
    for name in unknown_variables():
        near = nearest(name, known)
        note(f"no setting is called {name}" + (f": did you mean {near}?" if near else ""))
