from __future__ import annotations

from typing import Any

import pytest
from tests.judging.checking import cell, check, quoted

from claimwatch.judging.number import Number


def n(value: Any) -> dict[str, Any]:
    return {"number": value}


@pytest.mark.parametrize(
    ("quote", "expect", "now"),
    [
        ("ships with 60+ connectors", "60+", "It ships with more than 60 connectors."),
        ("holds 48,291 specimens", "48291", "It holds 48&#8239;291 specimens."),
        ("includes 12 themes", "12", "It includes a dozen themes."),
        ("1.7× faster than version 4", "1.7x", "Parsing is 1.7 times faster than version 4."),
        ("8 GPUs per node and 64 nodes per cluster", "64", "It handles 16 GPUs per node and 64 nodes per cluster."),
        ("8 GPUs per node and 64 nodes per cluster", "8", "It handles 8 GPUs per node and 128 nodes per cluster."),
        ("it supports 3 types of models", "3", "It supports three types of models."),
        ("Up to 370 tok/s per user", "370", "Up to 370 tok/s per user"),
        ("Up to 370 tok/s per user", "370", "370 tok/s per user are reached"),
        ("At most, 5 releases are kept", "5", "At most, 5 releases are kept"),
        (
            "[2024/04] The engine reaches 16+ RPS, about 1.8x faster than before",
            "16+",
            "[2024/04] The engine reaches 16+ RPS, about 1.9x faster than before",
        ),
        ("works down to -40 °C", "-40", "It works down to −40&nbsp;°C."),
        ("compiled on CUDA 12.", "12", "The package is compiled on CUDA 12 since May."),
        ("Drafts are deleted after 45 days", {"equals": "45", "unit": "days"}, "Drafts are deleted after 45 days, on weekdays at 5 pm."),
        ("The timeout of an idle connection is 300 ms", {"equals": "300", "unit": "ms"}, "The timeout of an idle connection is 0.3 s"),
        ("requires a minimum of 16 GPUs", ">= 16", "It requires at least 16 GPUs."),
    ],
)
def test_the_number_in_its_place_holds(quote: str, expect: Any, now: str) -> None:
    j = quoted(quote, n(expect), now)
    assert j.verdict == "supported", j
    assert not j.drift


@pytest.mark.parametrize(
    ("quote", "expect", "now", "observed"),
    [
        ("80+ map styles", "80+", "Choose from 95+ map styles.", "95+"),
        ("One hub connects 70+ sensors", "70+", "One hub connects up to 70 sensors.", "up to 70"),
        ("available in 12 regions", "12", "It is available in 12+ regions.", "12+"),
        ("translated into 90+ languages", "90+", "It has been translated into about 90 languages.", "about 90"),
        ("6 drives per controller and 32 controllers per rack", "32", "It takes 32 drives per controller and 6 controllers per rack.", "6"),
        ("2.4× faster than version 6", "2.4x", "Indexing is 2.4% faster than version 6.", "2.4%"),
        ("closed after 45 seconds", {"equals": "45", "unit": "seconds"}, "It is closed after 45 minutes.", "45 minutes"),
        ("closed after 45 seconds", "45", "It is closed after 45 minutes.", "45 minutes"),
        ("200MiB memory", {"equals": "200", "unit": "MiB"}, "It needs 250MiB memory.", "250MiB"),
        ("Each font has four weights", "4", "Each font has six weights.", "six"),
        ("accepts 150+ payment methods", ">= 150", "It accepts 135+ payment methods.", "135+"),
        ("includes a dozen projects", "12", "It includes half a dozen projects.", "half a dozen"),
        ("compiled on CUDA 12.", "12", "The package is compiled on CUDA 12.8.", "12.8"),
        ("needs macOS 13", "13", "The app needs macOS 14, not macOS 13.", "14"),
    ],
)
def test_another_number_in_its_place_refutes(quote: str, expect: Any, now: str, observed: str) -> None:
    j = quoted(quote, n(expect), now)
    assert (j.verdict, j.observed) == ("refuted", observed), j


def test_a_figure_that_left_a_sentence_that_stays_is_refuted_by_what_is_there() -> None:
    j = quoted("The engine runs 200+ model architectures on one card", n("200+"), "The engine runs many model architectures on one card.")
    assert (j.verdict, j.observed) == ("refuted", "many")


def test_a_number_elsewhere_in_the_sentence_is_not_in_its_place() -> None:
    j = quoted("Imports are 5-10x faster than before", n("5-10x"), "Imports are faster than before, and need 512 MB.")
    assert j.verdict == "refuted"


def test_a_bound_drifts_when_the_amount_is_no_longer_the_one_in_the_claim() -> None:
    for says, drift in (("at least 150 integrations", True), ("180+ integrations", False), ("many integrations", True)):
        j = quoted("150+ integrations", n(">= 150"), "Connect 180+ integrations.", says=says)
        assert (j.verdict, j.drift) == ("supported", drift), says
    assert not cell("31", n("<= 50"), says="early release").drift


@pytest.mark.parametrize(
    ("text", "expect"),
    [
        ("1.2k contributors", "1234"),
        ("2 KB", {"equals": "2048", "unit": "bytes"}),
        ("128K tokens", {"equals": "131072", "unit": "tokens", "tolerance": "5%"}),
        ("6.3-inch display, 5000 mAh battery, 45 W charging", {"equals": "5000", "unit": "mAh"}),
        ("131,072", {"equals": "131072", "unit": "tokens"}),
        ("132B", "132B"),
        ("12 kg", {"equals": "12", "unit": "kg"}),
        ("90 ml/min", {"equals": "90", "unit": "ml/min"}),
        ("16G", {"equals": "16", "unit": "GB"}),
        ("31", "<= 50"),
        ("up to 40", "<= 50"),
        ("about 250", ">= 200"),
        ("85 %", "85%"),
        ("$20", "20"),
        ("1,5", "1.5"),
        ("250+ rows", {"equals": "250+", "unit": "rows"}),
        ("40,000 rows/s", {"equals": "40000", "unit": "rows per second"}),
        ("3 (4 with a licence)", "3"),
    ],
)
def test_a_cell_holds_the_number(text: str, expect: Any) -> None:
    assert cell(text, n(expect)).verdict == "supported", cell(text, n(expect))


@pytest.mark.parametrize(
    ("text", "expect", "observed"),
    [
        ("H200 only, ask us", "200", "H200 only, ask us"),
        ("1,5", "15", "1,5"),
        ("1.2.3", "1.2", "1.2.3"),
        ("63", "<= 50", "63"),
        ("about 200", ">= 200", "about 200"),
        ("up to 250", ">= 200", "up to 250"),
        ("50+", "<= 50", "50+"),
        ("64K tokens", {"equals": "131072", "unit": "tokens", "tolerance": "5%"}, "64K tokens"),
        ("2.3k", "1871", "2.3k"),
        ("110 ml/min", {"equals": "90", "unit": "ml/min"}, "110 ml/min"),
        ("none", "3", "none"),
        ("12 g", {"equals": "12", "unit": "kg"}, "12 g"),
        ("250 columns", {"equals": "250", "unit": "rows"}, "250 columns"),
        ("200", "200+", "200"),
        ("over 12", "12", "over 12"),
    ],
)
def test_a_cell_holds_another(text: str, expect: Any, observed: str) -> None:
    j = cell(text, n(expect))
    assert (j.verdict, j.observed) == ("refuted", observed), j


def test_the_language_of_the_page_settles_the_marks() -> None:
    assert cell("3.350", n("3350"), language="de").verdict == "supported"
    assert cell("2,750", n("2750"), language="de").verdict == "refuted"
    assert cell("3.350", n("3350")).verdict == cell("3.350", n("3.35")).verdict == "supported"


def test_the_unit_of_the_first_edition_or_of_the_claim_is_kept() -> None:
    table = "<main><p id=x>{}</p></main>"
    cite = {"css": "#x", "expect": n("20")}
    assert check(table.format("$20"), cite, was=table.format("$20")).verdict == "supported"
    assert check(table.format("€20"), cite, was=table.format("$20")).verdict == "refuted"
    assert check(table.format("20 minutes"), cite, says="20 seconds").verdict == "refuted"


def test_an_empty_cell_is_missing() -> None:
    assert cell("–", n("12")).verdict == "missing"


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("many", "is no number"),
        ({"equal": "5"}, "did you mean 'equals'"),
        ({"unit": "s"}, "needs `equals`"),
        ([1], "not a list"),
        ({"equals": "5", "tolerance": "lots"}, "tolerance"),
        (">= 200+", "two bounds"),
        ({"equals": "5 s", "unit": "kg"}, "unit says kg"),
        ("1.2.3", "is no number"),
        (None, "not nothing"),
    ],
)
def test_what_is_no_number_is_told(value: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Number.parse(value)
