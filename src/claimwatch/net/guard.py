"""Which addresses may be connected to, decided on the resolved address and never on its spelling (ROBUSTNESS.md, section 3)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from claimwatch.errors import ConfigError

IpAddress = IPv4Address | IPv6Address
IpNetwork = IPv4Network | IPv6Network

# Not public unicast, by the IANA special-purpose registries. A table of our own: what the standard library calls global differs between
# versions of Python (3.11.7 calls multicast and the IPv4 in `::127.0.0.1` global).
_CLOSED_V4 = (
    ("0.0.0.0/8", "this network"),
    ("10.0.0.0/8", "a private network"),
    ("100.64.0.0/10", "a carrier's private network"),
    ("127.0.0.0/8", "this machine"),
    ("168.63.129.16/32", "a cloud's own service"),
    ("169.254.0.0/16", "link-local, where clouds keep their metadata"),
    ("172.16.0.0/12", "a private network"),
    ("192.0.0.0/24", "reserved for protocols"),
    ("192.0.2.0/24", "reserved for documentation"),
    ("192.88.99.0/24", "a 6to4 relay"),
    ("192.168.0.0/16", "a private network"),
    ("198.18.0.0/15", "reserved for benchmarks"),
    ("198.51.100.0/24", "reserved for documentation"),
    ("203.0.113.0/24", "reserved for documentation"),
    ("224.0.0.0/4", "multicast"),
    ("240.0.0.0/4", "reserved"),
)

# Of IPv6 only 2000::/3 is global unicast. The ranges outside it are named here for the reason only; those inside it are exceptions.
_OPEN_V6 = IPv6Network("2000::/3")
_CLOSED_V6 = (
    ("::/128", "no address"),
    ("::1/128", "this machine"),
    ("::ffff:0:0/96", "IPv6 that carries IPv4 (mapped)"),
    ("::/96", "IPv6 that carries IPv4 (compatible)"),
    ("64:ff9b::/96", "IPv6 that carries IPv4 (NAT64)"),
    ("64:ff9b:1::/48", "IPv6 that carries IPv4 (local NAT64)"),
    ("100::/64", "the discard prefix"),
    ("2001::/32", "IPv6 that carries IPv4 (Teredo)"),
    ("2001::/23", "reserved for protocols"),
    ("2001:db8::/32", "reserved for documentation"),
    ("2002::/16", "IPv6 that carries IPv4 (6to4)"),
    ("3fff::/20", "reserved for documentation"),
    ("5f00::/16", "reserved for segment routing"),
    ("fc00::/7", "a private network"),
    ("fe80::/10", "link-local"),
    ("fec0::/10", "site-local"),
    ("ff00::/8", "multicast"),
)

# The widest private ranges there are (10.0.0.0/8, fc00::/7). There is no switch for all addresses.
_WIDEST = {4: 8, 6: 7}
_HINT = "write networks like 10.0.0.0/8, 127.0.0.1/32:8080 or [fd00::]/8:8080, separated by commas"


@dataclass(frozen=True, slots=True)
class Network:
    """Addresses that may be read though they are not public; `port` None means every port."""

    addresses: IpNetwork
    port: int | None = None

    def holds(self, address: IpAddress, port: int) -> bool:
        """Is this address with this port inside?"""
        return address.version == self.addresses.version and address in self.addresses and self.port in (None, port)

    def __str__(self) -> str:
        if self.port is None:
            return str(self.addresses)
        if self.addresses.version == 4:
            return f"{self.addresses}:{self.port}"
        return f"[{self.addresses.network_address}]/{self.addresses.prefixlen}:{self.port}"


def parse_network(text: str) -> Network:
    """`127.0.0.1`, `10.0.0.0/8`, `10.0.0.0/8:8080`, `fd00::/8`, `[fd00::]/8:8080`. ConfigError says what is wrong with anything else."""
    address, port = _split_port(text.strip())
    try:
        network = ip_network(address)
    except ValueError as error:
        raise ConfigError(f"{text.strip()!r} is not a network: {error}", hint=_HINT) from error
    if network.prefixlen < _WIDEST[network.version]:
        raise ConfigError(f"{text.strip()!r} is too wide: at most a /{_WIDEST[network.version]} can be allowed", hint=_HINT)
    if port is None:
        return Network(network)
    if not (port.isascii() and port.isdigit() and 0 < int(port) < 65536):
        raise ConfigError(f"{text.strip()!r} names no port between 1 and 65535", hint=_HINT)
    return Network(network, int(port))


def parse_networks(text: str) -> tuple[Network, ...]:
    """The networks of a list separated by commas or spaces, as `CLAIMWATCH_ALLOW_NETWORKS` has them; none for an empty text."""
    return tuple(parse_network(part) for part in text.replace(",", " ").split())


def _split_port(text: str) -> tuple[str, str | None]:
    """The network without brackets, and what stands for its port (None without one)."""
    if text.startswith("["):
        address, bracket, rest = text[1:].partition("]")
        if not bracket:
            return text, None
        prefix, mark, port = rest.partition(":")
        return address + prefix, port if mark else None
    if text.count(":") == 1:
        address, _, port = text.partition(":")
        return address, port
    address, mark, prefix = text.partition("/")
    if mark and ":" in prefix:  # fd00::/8:8080
        prefix, _, port = prefix.partition(":")
        return f"{address}/{prefix}", port
    return text, None


@cache
def _table(version: int) -> tuple[tuple[IpNetwork, str], ...]:
    return tuple((ip_network(network), name) for network, name in (_CLOSED_V4 if version == 4 else _CLOSED_V6))


@lru_cache(maxsize=4096)
def what_is_closed(address: IpAddress) -> str | None:
    """What an address is when it is not public unicast, in a few words; None when it is public."""
    if isinstance(address, IPv6Address) and address.scope_id is not None:
        return "an address with a zone"
    for network, name in _table(address.version):
        if address in network:
            return name
    if isinstance(address, IPv6Address) and address not in _OPEN_V6:
        return "not global unicast"
    return None


@dataclass(frozen=True, slots=True)
class Door:
    """Lets public addresses pass, and those of `allow`."""

    allow: tuple[Network, ...] = ()

    def refusal(self, address: str, port: int) -> str | None:
        """Why this literal address must not be connected to, in a sentence without its full stop; None when it may be."""
        try:
            literal = ip_address(address)
        except ValueError:
            return f"{address!r} is no address"
        closed = what_is_closed(literal)
        if closed is None or any(network.holds(literal, port) for network in self.allow):
            return None
        return f"{address} is {closed}"
