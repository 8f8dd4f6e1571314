"""The kinds of scalar in the claims file. All arrive as the text that was written; a check raises ValueError with a person's message."""

from __future__ import annotations

import ipaddress
import re
from datetime import date, timedelta
from functools import lru_cache
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, StringConstraints, WithJsonSchema

from claimwatch.claims.schedule import parse_duration, parse_every

ID_PATTERN = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"
LONGEST_TEXT = 10_000  # letters of any one text
LONGEST_URL = 2_048
_SECRET = re.compile(r"\$\{([^}]*)\}?")
SECRET_NAME = re.compile(r"CLAIMWATCH_SECRET_[A-Z0-9_]+")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff]")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_LABEL = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?")
_PLAIN_URL = re.compile(  # nearly all of them
    r"https?://(?!.{2000})(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,9}[a-z]{2,20}(?:/[\w./%?&=+~#:,;!-]*)?", re.ASCII
)
_TOKEN = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")  # RFC 9110, 5.6.2
_OURS = frozenset(
    "host content-length transfer-encoding connection if-none-match if-modified-since range accept-encoding".split()
)  # headers that the program sets itself
_HOST_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_MAIL = re.compile(rf"[A-Za-z0-9.!#$%&'*+/=?^_`{{|}}~-]{{1,64}}@(?:{_HOST_LABEL}\.)*{_HOST_LABEL}")
SCALAR = {"type": ["string", "number", "boolean"]}


def one_or_many(value: Any) -> Any:
    """One text where a list is meant."""
    return (value,) if isinstance(value, str) else value


def none_is_empty(value: Any) -> Any:
    """A section with nothing in it."""
    return {} if value is None else value


def parse_date(value: Any) -> Any:
    """`2026-10-20`, and no other spelling."""
    if not isinstance(value, str):
        return value
    try:
        if _DATE.fullmatch(value):
            return date.fromisoformat(value)
    except ValueError:
        raise ValueError(f"{value} is no day of the calendar") from None
    raise ValueError(f"{value[:40]!r} is no date: write it as 2026-10-20")


@lru_cache(maxsize=1000)
def _duration(value: Any) -> Any:
    return parse_duration(value) if isinstance(value, str) else value


@lru_cache(maxsize=1000)
def _every(value: Any) -> Any:
    return parse_every(value) if isinstance(value, str) else value


def _only_text(check: Any) -> Any:
    def run(value: Any) -> Any:
        if not isinstance(value, str):
            raise ValueError("nothing stands here" if value is None else "this must be a text")  # noqa: TRY004  # pydantic's protocol
        return check(value)

    return run


def check_url(text: str) -> str:
    """An http or https address that every parser reads alike (ROBUSTNESS G05): no user part, spaces, backslash or odd port.

    A message never repeats the address: it may hold a secret.
    """
    if _PLAIN_URL.fullmatch(text) or "${" in text:  # which names may stand where is checked once for the whole file
        return text
    if len(text) > LONGEST_URL:
        raise ValueError(f"the address is longer than {LONGEST_URL} letters")
    scheme, mark, rest = text.partition("://")
    if not mark or scheme.lower() not in ("http", "https"):
        raise ValueError("the address must begin with https:// or http://")
    if "\\" in text or " " in text or not text.isprintable():
        raise ValueError("the address holds a space, a backslash or a control mark")
    authority = re.split(r"[/?#]", rest, maxsplit=1)[0]
    path_at = rest.find("/")
    if "@" in (rest if path_at < 0 else rest[:path_at]):
        raise ValueError("the address holds a user part (@): put credentials into headers")
    _check_authority(authority)
    try:
        is_alike = bool(host := urlsplit(text).hostname) and host in authority.lower()
    except ValueError:
        is_alike = False
    if not is_alike:
        raise ValueError("the address is not well-formed")
    return text


def _check_authority(authority: str) -> None:
    if authority.startswith("["):
        host, closed, port = authority[1:].partition("]")
        try:
            ipaddress.IPv6Address(host if closed and "%" not in host else "")
        except ValueError:
            raise ValueError("the address has no valid IPv6 host between [ and ]") from None
        if port and not port.startswith(":"):
            raise ValueError("the address is not well-formed after its host")
        number = port[1:] if port else None
    else:
        host, colon, after = authority.partition(":")
        number = after if colon else None
        check_host(host)
    if number is not None and not (number.isascii() and number.isdigit() and len(number) <= 5 and 1 <= int(number) <= 65535):
        raise ValueError("the port of the address is no number from 1 to 65535")


def check_host(host: str) -> str:
    """A host's name as DNS has it."""
    if not host.isascii():
        raise ValueError("the host must be in its ASCII form (xn--…)")
    if not host or len(host) > 253 or not all(_LABEL.fullmatch(label) for label in host.removesuffix(".").split(".")):
        raise ValueError("the address has no valid host" if host else "the address has no host")
    return host


def _check_mail(text: str) -> str:
    if not _MAIL.fullmatch(text) and "${" not in text:
        raise ValueError("this is no e-mail address")
    return text


def _check_header(name: str) -> str:
    if not _TOKEN.fullmatch(name):
        raise ValueError("this is no name of a header")
    if name.lower() in _OURS:
        raise ValueError(f"the header {name} is set by the program")
    return name


def _check_header_value(text: str) -> str:
    if not (text.isascii() and text.isprintable()):
        raise ValueError("the value of a header is one line of ASCII")
    return text


def _check_secret(text: str) -> str:
    if not re.fullmatch(r"\$\{[^}]+\}", text):
        raise ValueError("a secret is never written out: write ${CLAIMWATCH_SECRET_NAME}")
    return text


def _check_language(text: str) -> str:
    if not re.fullmatch(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*", text):
        raise ValueError("this is no language tag: write en, de or zh-Hans")
    return text


def _check_zone(text: str) -> str:
    from zoneinfo import ZoneInfo

    message = "this is no time zone: write UTC or Europe/Berlin"
    if not re.fullmatch(r"[A-Za-z0-9_+/-]{1,64}", text):
        raise ValueError(message)
    try:
        if text != "UTC":  # which needs no zone data
            ZoneInfo(text)
    except (OSError, ValueError, KeyError):
        raise ValueError(message) from None
    return text


def text_problem(text: str, *, may_hold_secrets: bool) -> str | None:
    """What is wrong with any text of the file, whatever it means: control marks, `${…}` where none may stand, too long."""
    if len(text) > LONGEST_TEXT:
        return f"the text is longer than {LONGEST_TEXT:,} letters"
    if not text.isprintable() and (found := _CONTROL.search(text)):
        return f"the text holds a control mark (U+{ord(found[0]):04X})"
    for found in _SECRET.finditer(text) if "${" in text else ():
        if not may_hold_secrets:
            return "${…} may only stand under notify and in the headers of a source"
        if not found[0].endswith("}") or not SECRET_NAME.fullmatch(found[1]):
            return "only ${CLAIMWATCH_SECRET_…} may stand here"
    return None


_DATE_SCHEMA = WithJsonSchema({"type": "string", "format": "date"})
_LENGTH_SCHEMA = WithJsonSchema({"type": "string", "pattern": r"^\s*[0-9]{1,6}\s?[mhdw]\s*$"})
_EVERY_SCHEMA = WithJsonSchema({"type": "string", "pattern": r"^\s*([0-9]{1,6}\s?[mhdw]|\S+(\s+\S+){4})\s*$"})
_URL_SCHEMA = WithJsonSchema({"type": "string", "pattern": r"^([Hh][Tt][Tt][Pp][Ss]?://[^\s\\]+|.*\$\{[^}]+\}.*)$"})

Id = Annotated[str, StringConstraints(pattern=ID_PATTERN)]
Text = Annotated[str, WithJsonSchema(SCALAR)]
Note = Annotated[str | None, WithJsonSchema({"type": ["string", "number", "boolean", "null"]})]
Texts = Annotated[tuple[Text, ...], BeforeValidator(one_or_many, json_schema_input_type=Text | list[Text])]
Day = Annotated[date, BeforeValidator(_only_text(parse_date)), _DATE_SCHEMA]
Duration = Annotated[timedelta, BeforeValidator(_only_text(_duration)), _LENGTH_SCHEMA]
Interval = Annotated[Any, BeforeValidator(_only_text(_every)), _EVERY_SCHEMA]
Url = Annotated[str, AfterValidator(check_url), _URL_SCHEMA]
Host = Annotated[str, AfterValidator(check_host)]
Mail = Annotated[str, AfterValidator(_check_mail)]
Header = Annotated[str, AfterValidator(_check_header)]
HeaderValue = Annotated[str, AfterValidator(_check_header_value), WithJsonSchema(SCALAR)]
Secret = Annotated[str, AfterValidator(_check_secret)]
Language = Annotated[str, AfterValidator(_check_language)]
Zone = Annotated[str, AfterValidator(_check_zone)]
