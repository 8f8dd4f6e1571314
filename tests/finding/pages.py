"""Pages for the tests of selectors."""

from __future__ import annotations

from claimwatch.finding.evidence import Found, Lost, Scope, Selector, whole
from claimwatch.reading.document import Document
from claimwatch.reading.read import read


def scope(source: str, ending: str = "html") -> Scope:
    """The whole of a page."""
    found = read(source.encode(), "", "", name=f"page.{ending}")
    assert isinstance(found, Document)
    return whole(found)


def found(selector: Selector, at: Scope) -> Found:
    """What a selector finds; the test fails where it finds nothing."""
    result = selector.matches(at)
    assert not isinstance(result, Lost), result.reason
    return result


def texts(selector: Selector, source: str, ending: str = "html") -> list[str]:
    """The texts of what a selector finds in a page."""
    return [s.text for s in found(selector, scope(source, ending))]


def lost(selector: Selector, source: str, ending: str = "html") -> Lost:
    """Why a selector finds nothing in a page."""
    result = selector.matches(scope(source, ending))
    assert isinstance(result, Lost), [s.text for s in result]
    assert result.reason
    return result
