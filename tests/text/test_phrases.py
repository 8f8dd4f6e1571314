from __future__ import annotations

import pytest

from claimwatch.text.licences import expression, licences
from claimwatch.text.phrases import find, names_of

FOUND = [
    ("TPU", "on <tpus> of"),
    ("Files API", "The <Files\u00a0API> stores"),
    ("CUDA 11+", "if <CUDA 11+> is"),
    ("3.8", "python <3.8>+"),
    ("C++", "in <C++>."),
    ("gpt-oss", "new <GPT-OSS>"),
    ("Multi-lora support", "(new) <multi lora support>"),
    ("1.9", "is <1.9>."),
    ("北京", "支持<北京>、上海"),
    ("163 us", "in <163us>"),
    ("don't panic", "<Don’t panic>"),
    ("✗", "a <✗>"),
    ("1.9.7", "the <v1.9.7>"),
]
LOST = [
    ("Rust", "built on trust"),
    ("TPU", "its outputs"),
    ("laptop", "lap top"),
    ("NVIDIA", "NVIDIANs"),
    ("3.8", "3.8.1"),
    ("3.8", "3.80 and 13.8"),
    ("C", "in C++"),
    ("C", "in C#"),
    ("1.9", "is 1.10."),
    ("GPL-2.0-only", "GPL-2.0-or-later"),
    ("CUDA 11+", "the CUDA 11 series"),
    ("Windows", "a window opens"),
    ("HTTP", "over HTTPS"),
    ("IO", "on iOS"),
    ("CUDA 12", "CUDA 12.8"),
    ("3", "in 3D"),
    ("8B", "of 18B"),
]


@pytest.mark.parametrize(("phrase", "marked"), FOUND)
def test_a_phrase_is_found_as_words(phrase: str, marked: str) -> None:
    text = marked.replace("<", "").replace(">", "")
    span = find(phrase, text)
    assert span is not None
    assert text[slice(*span)] == marked[marked.index("<") + 1 : marked.index(">")]


@pytest.mark.parametrize(("phrase", "text"), LOST)
def test_letters_within_other_words_are_no_phrase(phrase: str, text: str) -> None:
    assert find(phrase, text) is None


def test_names_of_one_thing() -> None:
    aliases = {"NVIDIA": ("CUDA", "NVIDIA GPUs")}
    assert set(names_of("cuda", aliases)) == {"cuda", "NVIDIA", "CUDA", "NVIDIA GPUs"}
    assert names_of("AMD", aliases) == ("AMD",)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Apache License 2.0", "Apache-2.0"),
        ("the Apache License, Version 2.0", "Apache-2.0"),
        ("MIT license", "MIT"),
        ("GPLv3", "GPL-3.0"),
        ("GPL-2.0-only", "GPL-2.0-only"),
        ("GNU Affero General Public License version 3 or later", "AGPL-3.0-or-later"),
        ("3-clause BSD license", "BSD-3-Clause"),
        ("BSD 3-Clause", "BSD-3-Clause"),
        ("Business Source Licence 1.1", "BUSL-1.1"),
    ],
)
def test_a_licence_has_one_name(text: str, name: str) -> None:
    assert [x.name for x in licences(text)] == [name]


def test_the_order_of_a_choice_says_nothing_but_and_is_not_or() -> None:
    assert expression("MIT OR Apache-2.0") == expression("Apache-2.0 OR MIT")
    assert expression("MIT AND BSD-3-Clause") != expression("MIT OR BSD-3-Clause")
    assert expression("NOASSERTION") is None
    assert licences("MITRE and permits") == ()
