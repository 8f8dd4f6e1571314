"""Bytes and what the server says of them to a document: the one way in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Protocol, cast
from urllib.parse import unquote, urlsplit

from claimwatch.reading.document import Document, Unreadable
from claimwatch.reading.registry import registry

# media types that say too little: the path's ending is asked first
_VAGUE = frozenset({"", "text/plain", "application/octet-stream", "binary/octet-stream", "application/x-unknown", "unknown/unknown"})


class Reader(Protocol):
    """One kind of document. `media_types` and `endings` (of a path, with the dot) say which bytes are meant for it."""

    kind: ClassVar[str]
    media_types: ClassVar[tuple[str, ...]]
    endings: ClassVar[tuple[str, ...]]

    def read(self, body: bytes, charset: str) -> Document | Unreadable:
        """The document, or why the bytes are none. `charset` is that of the header, "" when it says none."""
        ...


def read(body: bytes, media_type: str, charset: str = "", *, name: str = "") -> Document | Unreadable:
    """The document that these bytes are, or a sentence that says why they are none.

    `media_type` and `charset` are those of the header, in any case ("" when not said); `name` is the path of the address or
    of the file, whose ending chooses the reader where the media type says too little.
    """
    kind = media_type.partition(";")[0].strip().lower()
    reader = _by_ending(name) if kind in _VAGUE else _by_media_type(kind)
    if reader is None and kind in _VAGUE:
        reader = _by_media_type(_sniffed(body) if kind != "text/plain" else kind)
    if reader is None:
        return Unreadable(f"{kind or 'bytes of no known kind'} cannot be read: no reader is known for it")
    return reader.read(body, charset)


def _readers() -> Iterator[type[Reader]]:
    for _, reader in registry:
        yield cast("type[Reader]", reader)


def _by_media_type(kind: str) -> Reader | None:
    for reader in _readers():
        if kind in reader.media_types:
            return reader()
    family = (
        "application/json" if kind.endswith("+json") else "application/xml" if kind.endswith("+xml") and kind != "image/svg+xml" else ""
    )
    if not family and kind.startswith("text/"):
        family = "text/plain"
    return _by_media_type(family) if family and family != kind else None


def _by_ending(name: str) -> Reader | None:
    try:
        path = unquote(urlsplit(name).path) or name
    except ValueError:
        path = name
    path = path.lower()
    for reader in _readers():
        if path.endswith(reader.endings):
            return reader()
    return None


def _sniffed(body: bytes) -> str:
    """The media type that the first bytes show, where neither header nor name say anything."""
    head = body[:512].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if head.startswith((b"<!doctype html", b"<html", b"<head", b"<body")):
        return "text/html"
    if head.startswith(b"<?xml"):
        return "application/xml"
    if head.startswith((b"{", b"[")):
        return "application/json"
    return (
        ""
        if b"\0" in body[:512] or head.startswith((b"%pdf-", b"\x89png", b"gif8", b"pk\x03\x04", b"\x1f\x8b", b"\xff\xd8\xff"))
        else "text/plain"
    )
