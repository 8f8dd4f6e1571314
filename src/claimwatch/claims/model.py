"""The claims file, format 1, as values. CLAIMS_FORMAT.md says what each key means; `file.load` builds these and tells every mistake."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainValidator, PrivateAttr, WithJsonSchema

from claimwatch.claims import fields as f
from claimwatch.claims.citation import Citation, Cite
from claimwatch.claims.schedule import Every


class Model(BaseModel):
    """Frozen; an unknown key is a mistake."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Basis(StrEnum):
    """What a claim stands on."""

    DOCUMENTED = "documented"
    VENDOR_REPORTED = "vendor-reported"
    HANDS_ON = "hands-on"
    EDITORIAL = "editorial"
    OWN = "own"


def _short(key: str, model: type[Model]) -> Any:
    """A text where a mapping is meant is the value of one of its keys."""
    return BeforeValidator(lambda value: {key: value} if isinstance(value, str) else value, json_schema_input_type=f.Text | model)


_EMPTY = BeforeValidator(f.none_is_empty)  # a section may have nothing in it


class Defaults(Model):
    """What holds where nothing else is said."""

    every: f.Interval = timedelta(days=1)
    max_age: f.Duration = timedelta(days=14)
    timezone: f.Zone = "UTC"


class Subject(Model):
    """A thing compared."""

    name: f.Text
    url: f.Url | None = None


class Source(Model):
    """A web resource that is read for claims. `every` and `max_age` are None where the defaults hold: see ClaimsFile."""

    url: f.Url
    title: f.Note = None
    kind: Literal["readme", "blog", "docs", "support-matrix", "model-card", "repository", "feed", "other"] = "other"
    every: f.Interval = None
    max_age: f.Duration | None = None
    headers: Annotated[dict[f.Header, f.HeaderValue], _EMPTY] = Field(default_factory=dict)
    prefer: Literal["raw"] | None = None
    language: f.Language | None = None
    blank_means: Literal["no", "missing"] | None = None
    render: Literal["browser"] | None = None

    @property
    def is_repository(self) -> bool:
        """Is it a git repository, of which facts are asked?"""
        return self.kind == "repository"


class Conditions(Model):
    """Under which a performance claim was measured: the seven steps of the comparison rule."""

    model: f.Note = None
    engine: f.Note = None
    hardware: f.Note = None
    workload: f.Note = None
    latency: f.Note = None
    throughput: f.Note = None
    cost: f.Note = None


_CITE = WithJsonSchema({})  # `schema` fills it in from the kinds


class Claim(Model):
    """A statement that is tracked. `cite` is what it was read from, `rests_on` the claims that it follows from."""

    says: f.Text
    subject: f.Texts = ()
    basis: Basis = Basis.DOCUMENTED
    verified: f.Day | None = None
    recheck: f.Duration | None = None
    cite: Annotated[Cite, PlainValidator(Cite.read), _CITE] = Field(default_factory=Cite)
    watch: f.Texts = ()
    rests_on: f.Texts = ()
    owner: f.Note = None
    tags: f.Texts = ()
    note: f.Note = None
    conditions: Conditions | None = None
    todo: f.Note = None

    @property
    def is_own(self) -> bool:
        """Is it a statement about ourselves?"""
        return self.basis is Basis.OWN

    @property
    def citations(self) -> tuple[Citation, ...]:
        """What is cited, in the order of the file."""
        return self.cite.citations

    @cached_property
    def watched(self) -> tuple[Citation, ...]:
        """For each source to watch, each `absent` of the claim over the whole of that source."""
        absent = [c.judge_by for c in self.citations if c.judge_by and c.judge_by.kind == "absent"]
        return tuple(Citation(source, judge_by=spec) for source in self.watch for spec in absent)

    @property
    def all_citations(self) -> tuple[Citation, ...]:
        """`citations`, then `watched`: the order in which judgements are numbered."""
        return self.citations + self.watched


class Cell(Model):
    """What a page says in one place, and the claims behind it. Without `text` it says what its claims say."""

    text: f.Note = None
    claims: f.Texts = ()


ShortCell = Annotated[Cell, _short("claims", Cell)]


class Row(Model):
    """A row of a comparison: its cells by column. `subject` where the compared things are the rows."""

    title: f.Note = None
    subject: f.Note = None
    cells: Annotated[dict[f.Id, ShortCell], _EMPTY] = Field(default_factory=dict)


def _columns(value: Any) -> Any:
    if isinstance(value, str):
        return {value: None}
    return dict.fromkeys(value) if isinstance(value, list) and all(isinstance(v, str) for v in value) else value


_COLUMNS = BeforeValidator(_columns, json_schema_input_type=list[f.Id] | dict[f.Id, f.Note])


class Comparison(Model):
    """A published comparison. `columns` has a title for each column, None where the subject's name is meant."""

    title: f.Note = None
    url: f.Url | None = None
    corner: f.Note = None
    columns: Annotated[dict[f.Id, f.Note], _COLUMNS] = Field(default_factory=dict)
    rows: Annotated[dict[f.Id, Row], _EMPTY] = Field(default_factory=dict)
    statements: Annotated[dict[f.Id, ShortCell], _EMPTY] = Field(default_factory=dict)


class Only(Model):
    """Of what a target is told."""

    comparisons: f.Texts = ()
    subjects: f.Texts = ()
    owners: f.Texts = ()


class Target(Model):
    """Who is told: one of `email`, `webhook` and `apprise`."""

    email: Annotated[tuple[f.Mail, ...], BeforeValidator(f.one_or_many, json_schema_input_type=str | list[str])] = ()
    webhook: f.Url | None = None
    apprise: f.Texts = ()
    secret: f.Secret | None = None
    only: Annotated[Only, _EMPTY] = Field(default_factory=Only)
    repeat: f.Duration | None = None


class Publisher(Model):
    """Who publishes: a citation of these hosts is a citation of oneself."""

    hosts: Annotated[tuple[f.Host, ...], BeforeValidator(f.one_or_many, json_schema_input_type=str | list[str])] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """A row or a statement of a comparison, and the claims behind it, each once, in the order of the file."""

    comparison: str
    row: str
    is_statement: bool
    claims: tuple[str, ...]


class ClaimsFile(Model):
    """The whole file. `data` is what was read, as plain data for JSON; `from_data` builds the same file from it."""

    version: Literal["1"]
    defaults: Annotated[Defaults, _EMPTY] = Field(default_factory=Defaults)
    subjects: Annotated[dict[f.Id, Annotated[Subject, _short("name", Subject)]], _EMPTY] = Field(default_factory=dict)
    sources: Annotated[dict[f.Id, Source], _EMPTY] = Field(default_factory=dict)
    claims: Annotated[dict[f.Id, Claim], _EMPTY] = Field(default_factory=dict)
    comparisons: Annotated[dict[f.Id, Comparison], _EMPTY] = Field(default_factory=dict)
    notify: Annotated[dict[f.Id, Target], _EMPTY] = Field(default_factory=dict)
    publisher: Annotated[Publisher, _EMPTY] = Field(default_factory=Publisher)
    aliases: Annotated[dict[f.Text, f.Texts], _EMPTY] = Field(default_factory=dict)

    _data: dict[str, Any] = PrivateAttr(default_factory=dict)
    _text: str | bytes = PrivateAttr(default="")
    _name: str = PrivateAttr(default="claims.yaml")

    @property
    def data(self) -> Mapping[str, Any]:
        """The plain data of the file: mappings, lists, texts and None. Not to be changed."""
        return MappingProxyType(self._data)

    def remember(self, data: dict[str, Any], text: str | bytes, name: str) -> Self:
        """Keeps what the file was read from, for `data`, `text` and `name`."""
        self._data, self._text, self._name = data, text, name
        return self

    @property
    def name(self) -> str:
        """How messages name the file."""
        return self._name

    @property
    def text(self) -> str | bytes:
        """What was read; empty for a file that was built from its data."""
        return self._text

    def every_of(self, source: str) -> Every:
        """How often a source is fetched."""
        every: Every = self.sources[source].every or self.defaults.every
        return every

    def max_age_of(self, source: str) -> timedelta:
        """How old the last reading of a source may be before its claims are stale."""
        return self.sources[source].max_age or self.defaults.max_age

    def text_of(self, cell: Cell) -> str:
        """What the page says there."""
        return cell.text if cell.text is not None else "; ".join(self.claims[c].says for c in cell.claims)

    def subject_names(self, claim: Claim) -> tuple[str, ...]:
        """The names of what a claim speaks of."""
        return tuple(self.subjects[s].name for s in claim.subject)

    def column_title(self, comparison: str, column: str) -> str:
        """The head of a column: its own title, else the subject's name."""
        title = self.comparisons[comparison].columns.get(column)
        return title or (self.subjects[column].name if column in self.subjects else column)

    def places(self) -> Iterator[Place]:
        """Every row and statement, in the order of the file."""
        for name, comparison in self.comparisons.items():
            for key, row in comparison.rows.items():
                yield Place(name, key, False, tuple(dict.fromkeys(c for cell in row.cells.values() for c in cell.claims)))
            for key, cell in comparison.statements.items():
                yield Place(name, key, True, tuple(dict.fromkeys(cell.claims)))
