from __future__ import annotations

from typing import Any

import pytest
from tests.judging.checking import cell, check, quoted

from claimwatch.judging.items import Items

KEYS = "Certificates are signed with RSA, ECDSA and Ed25519"
EXACT = {"items": {"exactly": ["RSA", "ECDSA", "Ed25519"]}}


@pytest.mark.parametrize(
    "now",
    [
        "Certificates are signed with Ed25519, RSA, and ECDSA.",
        "Certificates are signed with ECDSA, RSA or Ed25519 keys.",
        "Certificates are signed with <b>RSA</b>, <i>ECDSA</i> &amp; Ed25519.",
    ],
)
def test_the_same_members_in_another_order_or_setting(now: str) -> None:
    assert quoted(KEYS, EXACT, now).verdict == "supported"


@pytest.mark.parametrize(
    ("now", "observed"),
    [
        ("Certificates are signed with RSA, ECDSA, ML-DSA and Ed25519.", "ECDSA, Ed25519, ML-DSA, RSA"),
        ("Certificates are signed with RSA and Ed25519.", "Ed25519, RSA"),
        ("Certificates are signed with RSA, ECDSA, Ed25519 and ML-DSA.", "ECDSA, Ed25519, ML-DSA, RSA"),
        ("Certificates are signed with RSA, ECDSA and Ed448.", "ECDSA, Ed448, RSA"),
    ],
)
def test_a_member_more_or_less_refutes_an_exact_list(now: str, observed: str) -> None:
    j = quoted(KEYS, EXACT, now)
    assert (j.verdict, j.observed) == ("refuted", observed)


def test_the_reason_names_what_was_added_and_what_is_gone() -> None:
    j = quoted(KEYS, EXACT, "Certificates are signed with RSA, ML-DSA and Ed25519.")
    assert "ML-DSA" in j.reason
    assert "ECDSA" in j.reason
    assert "no longer has ECDSA" in j.reason


def test_include_asks_for_some_and_forgives_others() -> None:
    assert (
        quoted("Exports to PNG, SVG and PDF", {"items": {"include": ["SVG"]}}, "Exports to PNG, WebP, SVG and PDF.").verdict == "supported"
    )
    assert (
        quoted("Highlights C, Java and Perl", {"items": {"include": ["Java"]}}, "Highlights C, JavaScript and Perl.").verdict == "refuted"
    )
    assert (
        quoted(
            "Support NVIDIA GPUs and AMD GPUs",
            {"items": {"include": ["NVIDIA GPUs"]}},
            "Support for NVIDIA GPUs, AMD CPUs and GPUs, and TPU",
        ).verdict
        == "supported"
    )
    assert (
        quoted("Support NVIDIA GPUs and AMD GPUs", {"items": {"include": ["NVIDIA GPUs"]}}, "Support NVIDIA and AMD GPUs").verdict
        == "supported"
    )
    assert (
        quoted("Exports to PNG, SVG and PDF", {"items": {"include": ["SVG"]}}, "Exports to PNG and PDF, but not to SVG.").verdict
        == "refuted"
    )


SECTION = "<main><h2>Engines</h2>{}<h2>Other</h2><ul><li>Zebra</li></ul></main>"


def section(body: str, items: dict[str, Any], **context: Any) -> Any:
    return check(SECTION.format(body), {"heading": "Engines", "expect": {"items": items}}, **context)


def test_of_a_section_the_lists_are_read() -> None:
    two = "<p>Money:</p><ul><li>Birch</li></ul><p>Machines:</p><ul><li>Cedar</li><li>Alder</li></ul><p>Slack: Birch</p>"
    assert section(two, {"exactly": ["Alder", "Birch", "Cedar"]}).verdict == "supported"
    assert section(two, {"exactly": ["Alder", "Birch"]}).verdict == "refuted"
    nested = "<ul><li>Money:<ul><li>Birch</li></ul></li><li>Machines:<ul><li>Cedar</li></ul></li></ul>"
    assert section(nested, {"exactly": ["Cedar", "Birch"]}).verdict == "supported"
    assert section(nested, {"count": "2"}).verdict == "supported"


def test_in_a_section_a_lost_member_is_missing_and_an_unwanted_one_refutes() -> None:
    plain = "<ul><li>Linux</li><li>illumos</li></ul>"
    assert section(plain, {"include": ["Windows"]}).verdict == "missing"
    assert section(plain, {"exclude": ["Windows"]}).verdict == "supported"
    assert section("<ul><li>Linux</li><li>Windows</li></ul>", {"exclude": ["Windows"]}).verdict == "refuted"
    assert section("<ul><li>Lua</li><li>Google Apps Script</li></ul>", {"exclude": ["Go"]}).verdict == "supported"
    assert section("<ul><li>Linux</li></ul><p>It also runs on Windows and macOS.</p>", {"exclude": ["Windows"]}).verdict == "refuted"


def test_a_list_that_became_a_table_or_prose_still_includes() -> None:
    table = "<table><tr><th>Name</th><th>Note</th></tr><tr><td>Bloom</td><td>none</td></tr><tr><td>Llama</td><td>none</td></tr></table>"
    assert section(table, {"include": ["Bloom", "Llama"]}).verdict == "supported"
    assert section("<p>There are engines for Bloom, Falcon and Llama.</p>", {"include": ["Bloom", "Llama"]}).verdict == "supported"
    assert section("<p>There is nothing here.</p>", {"include": ["Bloom"]}).verdict == "missing"


def test_first_and_count() -> None:
    ordered = "<ol><li>Chromium</li><li>Firefox</li></ol>"
    assert section(ordered, {"first": "Chromium", "count": "2"}).verdict == "supported"
    assert section(ordered, {"first": "Firefox"}).verdict == "refuted"
    j = section(ordered, {"count": "3"})
    assert j.verdict == "refuted"
    assert "2 members, not 3" in j.reason


def test_aliases_are_names_of_one_thing() -> None:
    assert (
        section("<ul><li>Oakdb</li><li>KBCS</li></ul>", {"exactly": ["Kestrel", "Oakdb"]}, aliases={"Kestrel": ("KBCS",)}).verdict
        == "supported"
    )
    assert section("<ul><li>Oakdb</li><li>KBCS</li></ul>", {"exactly": ["Kestrel", "Oakdb"]}).verdict == "refuted"


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("AV1<br>VP9", "supported"),
        ("VP9, AV1", "supported"),
        ("AV1<br>HEVC<br>VP9", "refuted"),
        ("AV1", "refuted"),
        ("<ul><li>VP9</li><li>AV1</li></ul>", "supported"),
        ("AV1 (main), VP9*", "supported"),
        ("", "missing"),
    ],
)
def test_the_members_of_a_cell(text: str, verdict: str) -> None:
    assert cell(text, {"items": {"exactly": ["AV1", "VP9"]}}).verdict == verdict


def test_elements_selected_together_are_the_members() -> None:
    page = "<main><b class=s>noise</b> <b class=s>light</b></main>"
    assert check(page, {"css": ".s", "expect": {"items": {"exactly": ["Light", "Noise"]}}}).verdict == "supported"
    assert check(page, {"css": ".s", "expect": {"items": {"exactly": ["Light"]}}}).verdict == "refuted"
    assert check(page, {"css": ".s", "expect": {"items": {"exclude": ["Light"]}}}).verdict == "refuted"


def test_the_members_of_a_json_array() -> None:
    cite = {"jsonpath": "$.roles[*]", "expect": {"items": {"exactly": ["admin", "viewer"]}}}
    assert check('{"roles": ["viewer", "admin"]}', cite, kind="json").verdict == "supported"
    assert check('{"roles": ["viewer", "admin", "billing"]}', cite, kind="json").observed == "admin, billing, viewer"


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"exact": ["a"]}, "did you mean 'exactly'"),
        ({}, "one of"),
        ("a", "mapping"),
        ({"count": "many"}, "whole number"),
        ({"include": []}, "empty"),
    ],
)
def test_what_is_wrong_is_told(value: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Items.parse(value)


def test_a_noun_that_all_members_share_is_no_part_of_the_last_one() -> None:
    text = "Runs on NVIDIA, AMD and Intel GPUs"
    assert quoted(text, {"items": {"include": ["Intel"]}}, text).verdict == "supported"
    assert quoted(text, {"items": {"exactly": ["NVIDIA", "AMD", "Intel"]}}, text).verdict == "supported"
    assert quoted(text, {"items": {"include": ["Intel"]}}, "Runs on NVIDIA and AMD GPUs").verdict == "refuted"
    assert (
        quoted("Works with Bing and Google Maps", {"items": {"exclude": ["Google"]}}, "Works with Bing and Google Maps").verdict
        == "supported"
    )
