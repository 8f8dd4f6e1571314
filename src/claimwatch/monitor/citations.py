"""What is to be judged: every citation of the claims file with all that its judgement depends on, and a digest of that."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace

from claimwatch.claims.citation import Citation
from claimwatch.claims.model import ClaimsFile, Source
from claimwatch.history.records import CitationState
from claimwatch.judging.verdict import Context

_KINDS = {
    "readme": "the README",
    "blog": "the post",
    "docs": "the documentation",
    "support-matrix": "the support matrix",
    "model-card": "the model card",
    "repository": "the repository",
    "feed": "the feed",
}


@dataclass(frozen=True, slots=True)
class Cited:
    """One citation of a claim (`index` counts its citations, then its `watch` sources), and what its judgement looks at.

    `pointer` is a digest of where it points: while it is the same, the first edition in which the evidence was found stays the baseline.
    `meaning` is a digest of the citation and the context.
    """

    claim: str
    index: int
    citation: Citation
    context: Context
    pointer: str
    meaning: str

    @property
    def needs_baseline(self) -> bool:
        """Is it judged against the first edition? So it is where neither a quote nor an expectation says what must hold."""
        return self.citation.judge_by is None and (self.citation.select is None or self.citation.select.kind != "quote")

    def baseline_in(self, state: CitationState | None) -> str | None:
        """The baseline that is stored, where it is one of the same pointer."""
        return state.baseline if state is not None and state.key.startswith(f"{self.pointer}.") else None

    def key(self, edition: str, baseline: str | None, judge_version: str) -> str:
        """The digest of everything that the judgement on that edition depends on: while it is the same, nothing needs judging."""
        parts = "\0".join((edition, self.meaning, judge_version, "-" if baseline is None else f"+{baseline}"))
        return f"{self.pointer}.{hashlib.sha256(parts.encode('utf-8', 'surrogatepass')).hexdigest()}"

    def given(self, baseline: str | None) -> Context:
        """The context with that baseline."""
        return replace(self.context, baseline=baseline)


def cited_by_source(file: ClaimsFile) -> dict[str, tuple[Cited, ...]]:
    """Every citation of the file by its source, in the order of the file."""
    found: dict[str, list[Cited]] = defaultdict(list)
    names = {source: name_of(source, file.sources[source]) for source in file.sources}
    aliases: Mapping[str, tuple[str, ...]] = dict(file.aliases)
    shared = _digest(sorted(aliases.items()))
    for claim_id, claim in file.claims.items():
        subjects = file.subject_names(claim)
        for index, citation in enumerate(claim.all_citations):
            source = file.sources[citation.source]
            context = Context(claim.says, subjects, names[citation.source], aliases, source.language or "", source.blank_means)
            plain = citation.plain
            meaning = _digest((plain, context.says, subjects, context.source, shared, context.language, context.blank_means))
            pointer = _digest((plain.get("select"), plain.get("within")))[:16]
            found[citation.source].append(Cited(claim_id, index, citation, context, pointer, meaning))
    return {source: tuple(cited) for source, cited in found.items()}


def name_of(source_id: str, source: Source) -> str:
    """How a reason names a source: by its title, else by what it is."""
    return source.title or _KINDS.get(source.kind) or source_id


def _digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True, default=str).encode("utf-8", "surrogatepass")).hexdigest()
