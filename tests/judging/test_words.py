from __future__ import annotations

from typing import Any

import pytest
from tests.judging.checking import cell, check, quoted

from claimwatch.judging.absent import Absent
from claimwatch.judging.mentions import Mentions


def page(body: str, expect: dict[str, Any], **context: Any) -> Any:
    return check(f"<main><h1>Engine</h1>{body}</main>", {"expect": expect}, **context)


def test_mentions_in_a_page() -> None:
    assert page("<p>Runs on <em>tpus</em>.</p>", {"mentions": "TPU"}).verdict == "supported"
    assert page("<p>Built on trust.</p>", {"mentions": "Rust"}).verdict == "missing"
    assert page("<p>a</p><p>Done: sharding and views.</p>", {"mentions": ["sharding", "view"]}).verdict == "supported"
    assert page("<p>GPUs by CUDA.</p>", {"mentions": "NVIDIA"}, aliases={"NVIDIA": ("CUDA",)}).verdict == "supported"


def test_mentions_in_a_passage_refutes_with_what_stands_in_its_place() -> None:
    j = quoted("Sites are connected over WireGuard tunnels.", {"mentions": "WireGuard"}, "Sites are connected over IPsec tunnels.")
    assert (j.verdict, j.observed) == ("refuted", "IPsec")
    assert cell("zai-org/glm, etc.", {"mentions": "THUDM/glm"}).observed == "zai-org/glm, etc."
    assert cell("", {"mentions": "x"}).verdict == "missing"


def test_absent() -> None:
    assert page("<p>It writes its outputs.</p>", {"absent": "TPU"}).verdict == "supported"
    j = page("<p>One.</p><p>NPUs are used.</p>", {"absent": ["TPU", "NPU"]})
    assert (j.verdict, j.observed, j.excerpt) == ("refuted", "NPUs", "NPUs are used.")
    assert page("<p>lap<br>top</p>", {"absent": "laptop"}).verdict == "supported"
    assert page("<p>Deep links. Deep<b>Infer</b> is here.</p>", {"absent": "DeepInfer"}).verdict == "refuted"


def test_together_means_in_one_passage() -> None:
    both = {"together": ["Skiff", "Dinghy"]}
    assert page("<p>Skiff here.</p><p>Dinghy there.</p>", {"absent": both}).verdict == "supported"
    assert page("<p>Skiff beside Dinghies and Dinghy.</p>", {"absent": both}).verdict == "refuted"
    assert page("<p>Skiff here.</p><p>Dinghy there.</p>", {"mentions": both}).verdict == "missing"
    assert page("<ul><li>Dinghy or Skiff?</li></ul>", {"mentions": both}).verdict == "supported"


def test_a_licence_is_mentioned_under_its_other_names() -> None:
    assert cell("Apache License, Version 2.0", {"mentions": "Apache-2.0"}).verdict == "supported"
    assert cell("GPL-2.0-or-later", {"mentions": "GPL-2.0-only"}).verdict == "refuted"


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([], "empty"),
        ("", "empty"),
        ({"together": ["a"]}, "two phrases"),
        ({"togther": ["a", "b"]}, "did you mean 'together'"),
        (None, "not nothing"),
    ],
)
def test_what_is_wrong_is_told(value: Any, message: str) -> None:
    for kind in (Mentions, Absent):
        with pytest.raises(ValueError, match=message):
            kind.parse(value)
