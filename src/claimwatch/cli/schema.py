"""`claimwatch schema`: the JSON Schema of the claims file."""

from __future__ import annotations

from claimwatch.cli.options import Verbose


def schema(verbose: Verbose = False) -> None:  # noqa: ARG001 - the option's callback remembers it
    """Prints the JSON Schema of claims.yaml, for editors and other checkers.

    Example: claimwatch schema > claims.schema.json
    """
    import json

    from claimwatch.claims.schema import schema as schema_of_claims
    from claimwatch.cli.terminal import write

    write(json.dumps(schema_of_claims(), indent=2, ensure_ascii=False))
