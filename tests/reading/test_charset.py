"""Which charset the bytes are in (FAULTS.md, B01 and B02)."""

from __future__ import annotations

import codecs

import pytest

from claimwatch.reading.charset import codec_of, decode, of_html, of_xml
from claimwatch.reading.document import Document, Unreadable
from claimwatch.reading.read import read

JAPANESE = "対応モデル 200"


def page(text: str, media_type: str = "text/html", charset: str = "", *, encoding: str = "utf-8") -> Document:
    found = read(text.encode(encoding), media_type, charset)
    assert isinstance(found, Document)
    return found


def test_a_meta_element_is_believed_where_the_header_says_nothing() -> None:
    found = page(f'<meta charset="shift_jis"><p>{JAPANESE}</p>', encoding="shift_jis")
    assert (found.text, found.charset_rule) == (JAPANESE, "meta")


def test_the_old_form_of_the_meta_element_counts_too() -> None:
    source = f'<meta http-equiv="Content-Type" content="text/html; charset=EUC-JP"><p>{JAPANESE}</p>'
    assert page(source, encoding="euc_jp").text == JAPANESE


def test_the_header_goes_before_the_meta_element() -> None:
    found = page(f'<meta charset="utf-8"><p>{JAPANESE}</p>', charset="Shift_JIS", encoding="shift_jis")
    assert (found.text, found.charset_rule) == (JAPANESE, "header")


def test_a_byte_order_mark_goes_before_the_header() -> None:
    found = read(codecs.BOM_UTF8 + b"<p>\xc3\xa9</p>", "text/html", "windows-1252")
    assert isinstance(found, Document)
    assert (found.text, found.charset_rule) == ("é", "bom")


@pytest.mark.parametrize("label", ["GBK", '"GBK"', " gbk ", "gb2312", "x-gbk", "GB18030"])
def test_labels_count_in_any_case_and_in_quotes(label: str) -> None:
    assert codec_of(label) == "gb18030"
    assert page("<p>模型</p>", charset=label, encoding="gbk").text == "模型"


@pytest.mark.parametrize(
    ("label", "codec"),
    [("x-sjis", "cp932"), ("latin1", "cp1252"), ("ks_c_5601-1987", "cp949"), ("windows-1251", "cp1251"), ("utf8", "utf-8")],
)
def test_labels_are_those_of_the_encoding_standard(label: str, codec: str) -> None:
    assert codec_of(label) == codec
    codecs.lookup(codec)


@pytest.mark.parametrize("label", ["rot13", "hex", "os", "no-such-thing", ""])
def test_other_names_are_no_charsets(label: str) -> None:
    assert codec_of(label) is None


def test_an_xml_prolog_says_the_charset_too() -> None:
    assert of_xml(b'<?xml version="1.0" encoding="ISO-8859-2"?><a/>') == "ISO-8859-2"
    assert page('<?xml version="1.0" encoding="iso-8859-2"?><a>Łódź</a>', "application/xml", encoding="iso-8859-2").text == "Łódź"


def test_a_meta_element_in_a_comment_says_nothing() -> None:
    assert of_html(b'<!-- <meta charset="gbk"> --><meta charset=koi8-r>') == "koi8-r"


def test_utf_8_comes_before_the_fallback() -> None:
    assert page("<p>Größe</p>").charset_rule == "utf-8"
    found = page("<p>Größe</p>", encoding="cp1252")
    assert (found.text, found.charset_rule) == ("Größe", "fallback")


@pytest.mark.parametrize(
    ("body", "charset"), [(b"<p>\xff\xff</p>", "utf-8"), (b"<p>\x81</p>", ""), (b"a\0b", ""), (b"<p>\xe5\xaf", "utf-8")]
)
def test_a_byte_that_fits_nothing_makes_the_whole_unreadable(body: bytes, charset: str) -> None:
    found = read(body, "text/html", charset)
    assert isinstance(found, Unreadable)
    assert found.reason


def test_every_label_has_a_codec() -> None:
    for label in ("866", "l2", "hebrew", "koi8-u", "macintosh", "tis-620", "csisolatin5", "big5", "iso-2022-jp", "euc-kr", "utf-16be"):
        assert not isinstance(decode(b"abcd", label), Unreadable)
