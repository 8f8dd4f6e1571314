"""Bytes to text: byte-order mark, header, what the document says of itself, UTF-8, and windows-1252 last.

The labels are those of the WHATWG Encoding Standard (section 4.2), each with Python's name for what browsers decode it as. A
label is only ever looked up here: Python's own search would import a module of that name.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from claimwatch.reading.document import Unreadable

_LABELS_OF = {
    "utf-8": "utf-8 utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8",
    "cp866": "866 cp866 csibm866 ibm866",
    "iso8859-2": "csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2",
    "iso8859-3": "csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3",
    "iso8859-4": "csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4",
    "iso8859-5": "csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988",
    "iso8859-6": "arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e iso-8859-6-i"
    " iso-ir-127 iso8859-6 iso88596"
    " iso_8859-6 iso_8859-6:1987",
    "iso8859-7": "csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 iso_8859-7"
    " iso_8859-7:1987 sun_eu_greek",
    "iso8859-8": "csiso88598e csiso88598i csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-8859-8-i iso-ir-138 iso8859-8"
    " iso88598 iso_8859-8"
    " iso_8859-8:1988 logical visual",
    "iso8859-10": "csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6",
    "iso8859-13": "iso-8859-13 iso8859-13 iso885913",
    "iso8859-14": "iso-8859-14 iso8859-14 iso885914",
    "iso8859-15": "csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9",
    "iso8859-16": "iso-8859-16",
    "koi8-r": "cskoi8r koi koi8 koi8-r koi8_r",
    "koi8-u": "koi8-ru koi8-u",
    "mac-roman": "csmacintosh mac macintosh x-mac-roman",
    "cp874": "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874",
    "cp1250": "cp1250 windows-1250 x-cp1250",
    "cp1251": "cp1251 windows-1251 x-cp1251",
    "cp1252": "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1"
    " iso_8859-1:1987 l1 latin1 us-ascii"
    " windows-1252 x-cp1252 x-user-defined",
    "cp1253": "cp1253 windows-1253 x-cp1253",
    "cp1254": "cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 windows-1254 x-cp1254",
    "cp1255": "cp1255 windows-1255 x-cp1255",
    "cp1256": "cp1256 windows-1256 x-cp1256",
    "cp1257": "cp1257 windows-1257 x-cp1257",
    "cp1258": "cp1258 windows-1258 x-cp1258",
    "mac-cyrillic": "x-mac-cyrillic x-mac-ukrainian",
    "gb18030": "chinese csgb2312 csiso58gb231280 gb18030 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk",
    "big5hkscs": "big5 big5-hkscs cn-big5 csbig5 x-x-big5",
    "euc_jp": "cseucpkdfmtjapanese euc-jp x-euc-jp",
    "iso2022_jp": "csiso2022jp iso-2022-jp",
    "cp932": "csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis",
    "cp949": "cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949",
    "utf-16-be": "unicodefffe utf-16be",
    "utf-16-le": "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le",
}
_CODEC_OF = {label: codec for codec, labels in _LABELS_OF.items() for label in labels.split()}
_MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
_COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)
_META = re.compile(rb"<meta[\s/][^<>]*?charset\s*=\s*[\"']?\s*([\w:.-]+)", re.IGNORECASE)
_PROLOG = re.compile(rb"\s*<\?xml\s[^<>]*?encoding\s*=\s*[\"']([\w:.-]+)", re.IGNORECASE)
_HEAD = 4_096  # bytes in which a document says its charset; browsers look at the first 1,024 and wait for the rest of the head


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text, and the rule that settled its charset: bom, header, meta, utf-8 or fallback."""

    text: str
    rule: str


def codec_of(label: str) -> str | None:
    """Python's codec for a label of the Encoding Standard (any case, perhaps quoted); None for one that it does not know."""
    return _CODEC_OF.get(label.strip(" \t\r\n\"'").lower())


def of_html(body: bytes) -> str | None:
    """The charset that an HTML page names in a `<meta>` or, as XHTML, in its prolog."""
    head = _COMMENT.sub(b"", body[:_HEAD])
    found = _META.search(head)
    return found[1].decode("ascii", "replace") if found else of_xml(body)


def of_xml(body: bytes) -> str | None:
    """The charset that an XML prolog names."""
    found = _PROLOG.match(body[:_HEAD])
    return found[1].decode("ascii", "replace") if found else None


def of_nothing(body: bytes) -> str | None:  # noqa: ARG001  # one shape with its siblings
    """For kinds of document that cannot say their charset."""
    return None


def decode(body: bytes, header: str, inside: Callable[[bytes], str | None] = of_nothing) -> Decoded | Unreadable:
    """The text of these bytes. `header` is the charset of the HTTP header ("" when not said); `inside` looks into the document.

    A byte that the settled charset does not have makes the whole unreadable: a text with holes proves nothing.
    """
    for mark, codec in _MARKS:
        if body.startswith(mark):
            return _strict(body[len(mark) :], codec, "bom")
    if said := codec_of(header):
        return _strict(body, said, "header")
    if said := codec_of(inside(body) or ""):
        # a document that could be read far enough to say UTF-16 is not in UTF-16 (HTML, section 13.2.3.2)
        return _strict(body, "utf-8" if said.startswith("utf-16") else said, "meta")
    found = _strict(body, "utf-8", "utf-8")
    return found if isinstance(found, Decoded) else _strict(body, "cp1252", "fallback")


def _strict(body: bytes, codec: str, rule: str) -> Decoded | Unreadable:
    try:
        text = body.decode(codec)
    except UnicodeDecodeError as error:
        return Unreadable(f"the bytes are not {codec}, which is their charset by the rule “{rule}”: byte {error.start:,} fits nothing")
    if "\0" in text:
        return Unreadable("the bytes are no text: there are NULs among them")
    return Decoded(text, rule)
