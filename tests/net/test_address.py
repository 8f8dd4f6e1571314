"""G05: strings that parsers read in different ways."""

from __future__ import annotations

from urllib.parse import urlsplit

import httpx
import pytest

from claimwatch.net.address import AddressError, join, parse_address

REFUSED = [
    *(
        "",
        "example.org",
        "//example.org/x",
        "ftp://example.org/",
        "file:///etc/hostname",
        "javascript:alert(1)",
        "http:example.org",
        "http:///x",
    ),
    *(
        "http://",
        "https://?x",
        "http://user@example.org/",
        "http://user:pw@example.org/",
        "http://example.org\\@evil.example/",
        "http://a b/",
    ),
    *(
        "http://example.org/a b",
        "http://example.org/\ta",
        "http://exam\nple.org/",
        "http://example.org/\r\nHost: x",
        " http://example.org/",
    ),
    *("http://example.org:0/", "http://example.org:99999/", "http://example.org:-1/", "http://example.org:8_0/", "http://example.org:/x"),
    *("http://①②⑦.⓪.⓪.①/", "http://127。0。0。1/", "http://[::1/", "http://[fe80::1%25eth0]/", "http://[::1]x/", "http://[1.2.3.4]/"),
    *("http://a..b/", "http://-a.example/", f"http://{'a' * 64}.example/", f"http://{'a.' * 130}example/", "http://exa\u200bmple.org/"),
    *(
        "http://ex\u00adample.org/",
        "http://example.org\u2028/",
        "http://evil.example#@example.org/",
        "http://evil.example?@example.org/",
        "http://\ud800.example/",
    ),
]
PASSING = [
    *("http://example.org", "HTTP://Example.ORG/Path?q=1#part", "https://example.org:8443/a%20b?x=y&z", "http://127.1/", "http://0x7f.1/"),
    *("http://2130706433/", "http://localhost./", "http://[::ffff:7f00:1]/x", "http://[2001:DB8::1]:8080/", "https://bücher.example/ü?ö=ä"),
    *(
        "http://example.org/@user",
        "https://example.org?x",
        "http://a_b.example/",
        "https://example.org//x//",
    ),
]


@pytest.mark.parametrize("url", REFUSED)
def test_what_is_no_plain_address_is_refused(url: str) -> None:
    with pytest.raises(AddressError):
        parse_address(url)


@pytest.mark.parametrize("url", PASSING)
def test_parsers_agree_on_what_passes(url: str) -> None:
    address = parse_address(url)
    theirs, standard = httpx.URL(url), urlsplit(url)
    assert address.host == theirs.raw_host.decode().strip("[]") or address.host == httpx.URL(str(address)).host
    assert address.scheme == theirs.scheme == standard.scheme
    assert address.port == (theirs.port or {"http": 80, "https": 443}[theirs.scheme])
    assert (standard.port or {"http": 80, "https": 443}[standard.scheme]) == address.port
    assert urlsplit(str(address)).hostname == httpx.URL(str(address)).raw_host.decode().strip("[]") == address.host


def test_an_address_is_taken_apart() -> None:
    address = parse_address("HTTPS://Example.org:8443/ä b?x=1#frag".replace(" ", "%20"))
    assert (address.scheme, address.host, address.port, address.target) == ("https", "example.org", 8443, "/%C3%A4%20b?x=1")
    assert address.authority == "example.org:8443"
    assert str(address) == "https://example.org:8443/%C3%A4%20b?x=1"


def test_the_schemes_own_port_is_not_shown() -> None:
    assert str(parse_address("http://[::1]:80/")) == "http://[::1]/"


def test_an_international_name_is_encoded_and_a_lookalike_refused() -> None:
    assert parse_address("https://bücher.example/").host == "xn--bcher-kva.example"


@pytest.mark.parametrize(
    ("location", "target"),
    [
        ("/b", "https://example.org/b"),
        ("b?x#y", "https://example.org/a/b?x"),
        ("//other.example/c", "https://other.example/c"),
        ("https://other.example:444", "https://other.example:444/"),
        ("?q", "https://example.org/a/?q"),
    ],
)
def test_a_location_is_read_from_where_it_stands(location: str, target: str) -> None:
    assert str(join(parse_address("https://example.org/a/"), location)) == target


@pytest.mark.parametrize("location", ["file:///etc/passwd", "http://[::1", "/a\\b", "\t/x", "gopher://x/", "http://u@h/"])
def test_a_bad_location_is_refused(location: str) -> None:
    with pytest.raises(AddressError):
        join(parse_address("https://example.org/a/"), location)
