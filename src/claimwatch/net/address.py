"""Reading URLs: one parser for the check and for the connection, strict where parsers are known to disagree."""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import AddressValueError, IPv6Address
from urllib.parse import quote, urljoin

_PORTS = {"http": 80, "https": 443}
# Visible marks only, no backslash and no user part: what stands between `//` and the path is a host and perhaps a port, whoever reads it.
_URL = re.compile(r"(https?)://(\[[0-9A-Fa-f:.]+\]|[\w.-]+)(?::([0-9]{1,5}))?(/[^?#]*)?(\?[^#]*)?(#.*)?", re.IGNORECASE | re.DOTALL)
_UNSAFE = re.compile(r"[\x00-\x20\x7f-\xa0\\\u1680\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ud800-\udfff\ufeff]")
_LABEL = re.compile(r"(?!-)[a-z0-9_-]{1,63}")


class AddressError(ValueError):
    """A text that is no address of the web, or one that parsers would read in different ways. The message says why."""


@dataclass(frozen=True, slots=True)
class Address:
    """A URL taken apart. `host` is lower case ASCII, without brackets; `target` is path and query as they go over the wire."""

    scheme: str
    host: str
    port: int
    target: str

    @property
    def origin(self) -> tuple[str, str, int]:
        """RFC 6454: what headers of the user are bound to."""
        return self.scheme, self.host, self.port

    @property
    def path(self) -> str:
        """The target without its query."""
        return self.target.partition("?")[0]

    @property
    def authority(self) -> str:
        """What the Host header says: the port only where it is not the scheme's own."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"

    def __str__(self) -> str:
        return f"{self.scheme}://{self.authority}{self.target}"


def parse_address(url: str) -> Address:
    """The address that a URL names, its fragment dropped. AddressError for everything but plain http and https URLs."""
    if _UNSAFE.search(url):
        raise AddressError("it holds a space, a backslash or an invisible mark")
    match = _URL.fullmatch(url)
    if match is None:
        raise AddressError(_complaint(url))
    scheme, host, port, path, query, fragment = match.groups()
    if path is None and "@" in f"{query}{fragment}":
        raise AddressError("a sign @ stands where some would read a user name")
    scheme = scheme.lower()
    number = int(port) if port else _PORTS[scheme]
    if not 0 < number < 65536:
        raise AddressError(f"there is no port {number}")
    target = quote((path or "/") + (query or ""), safe="/?%:@!$&'()*+,;=~[]|-._", encoding="utf-8")
    return Address(scheme, _host(host), number, target)


def join(base: Address, location: str) -> Address:
    """The address that a `Location` header points to from `base`. AddressError as in `parse_address`."""
    if _UNSAFE.search(location):
        raise AddressError("it holds a space, a backslash or an invisible mark")
    try:
        return parse_address(urljoin(str(base), location))
    except AddressError:
        raise
    except ValueError as error:  # urljoin, of a bracket that is never closed
        raise AddressError(str(error)) from error


def _complaint(url: str) -> str:
    scheme, mark, rest = url.partition("://")
    if not mark or scheme.lower() not in _PORTS:
        return "only http:// and https:// addresses are read"
    authority = re.split(r"[/?#]", rest, maxsplit=1)[0]
    if "@" in authority:
        return "it holds a user name or password; put secrets in `headers`"
    return "its host or port cannot be read" if authority else "it names no host"


def _host(text: str) -> str:
    host = text.lower()
    if host.startswith("["):
        try:
            return str(IPv6Address(host[1:-1]))
        except AddressValueError as error:
            raise AddressError(f"{text} is no IPv6 address") from error
    if not host.isascii():
        host = _encode_idn(host)
    labels = host.removesuffix(".").split(".")
    if len(host) > 253 or not all(_LABEL.fullmatch(label) for label in labels):
        raise AddressError(f"{text!r} is no host name")
    return host


def _encode_idn(host: str) -> str:
    import idna

    try:
        return idna.encode(host).decode("ascii")  # IDNA 2008 and nothing mapped: lookalikes such as ① are refused
    except idna.IDNAError as error:
        raise AddressError(f"{host!r} is no host name: {error}") from error
