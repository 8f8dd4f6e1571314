"""G01, G11: which addresses the door lets pass."""

from __future__ import annotations

from ipaddress import ip_address, ip_network

import pytest

from claimwatch.errors import ConfigError
from claimwatch.net.guard import Door, parse_network, parse_networks

REFUSED_RANGES = [
    *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "168.63.129.16/32", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24"),
    *(
        "192.0.2.0/24",
        "192.88.99.0/24",
        "192.168.0.0/16",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/4",
        "240.0.0.0/4",
    ),
    *("::/96", "::ffff:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"),
    *("5f00::/16", "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8"),
]
ACCEPTED = [
    *("1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0", "168.63.129.15"),
    *("168.63.129.17", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.0", "192.167.255.255", "192.169.0.0"),
    *("198.17.255.255", "198.20.0.0", "223.255.255.255", "2001:200::", "2001:db7:ffff::", "2001:db9::", "2003::", "2606:4700::1111"),
    *("2a00:1450::1", "3ffe::", "2000::1"),
]


@pytest.mark.parametrize("network", REFUSED_RANGES)
def test_both_edges_of_each_range_are_refused(network: str) -> None:
    first, last = ip_network(network)[0], ip_network(network)[-1]
    for address in (first, last, first + (int(last) - int(first)) // 2):
        assert Door().refusal(str(address), 443)


@pytest.mark.parametrize(
    "address",
    [
        *("192.0.0.8", "192.88.99.1", "224.0.0.1", "::ffff:100.64.0.1", "::127.0.0.1", "64:ff9b::a9fe:a9fe", "2002:7f00:1::", "3fff::1"),
        *(
            "fec0::1",
            "::ffff:8.8.8.8",
            "::ffff:7f00:1",
            "2001:0:4136:e378:8000:63bf:3fff:fdd2",
            "fe80::1%1",
            "2606:4700::1111%1",
            "4000::1",
        ),
        *(
            "::",
            "::1",
            "255.255.255.255",
            "169.254.169.254",
            "100.100.100.200",
            "192.0.0.192",
            "fd00:ec2::254",
            "1fff:ffff::",
            "no address",
        ),
    ],
)
def test_what_standard_libraries_take_for_public_is_refused(address: str) -> None:
    assert Door().refusal(address, 80)


@pytest.mark.parametrize("address", ACCEPTED)
def test_public_addresses_pass(address: str) -> None:
    assert Door().refusal(address, 443) is None


def test_an_allowed_network_passes_and_what_lies_beside_it_does_not() -> None:
    door = Door(parse_networks("127.0.0.1/32, 10.0.0.0/8:8080 [fd00::]/8:8443"))
    assert door.refusal("127.0.0.1", 1) is None
    assert door.refusal("127.0.0.2", 80)
    assert door.refusal("10.1.2.3", 8080) is None
    assert door.refusal("10.1.2.3", 8081)
    assert door.refusal("fd00::1", 8443) is None
    assert door.refusal("fd00::1", 443)
    assert door.refusal("::ffff:127.0.0.1", 80), "an IPv4 address in IPv6 clothes is no allowed one"


def test_a_refusal_says_what_the_address_is() -> None:
    assert Door().refusal("169.254.169.254", 80) == "169.254.169.254 is link-local, where clouds keep their metadata"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("127.0.0.1", "127.0.0.1/32"),
        ("10.0.0.0/8", "10.0.0.0/8"),
        ("10.0.0.0/8:8080", "10.0.0.0/8:8080"),
        ("127.0.0.1:80", "127.0.0.1/32:80"),
        ("::1", "::1/128"),
        ("fd00::/8", "fd00::/8"),
        ("fd00::/8:8080", "[fd00::]/8:8080"),
        ("[fd00::]/8:8080", "[fd00::]/8:8080"),
        ("[::1]:80", "[::1]/128:80"),
    ],
)
def test_networks_are_read_as_people_write_them(text: str, shown: str) -> None:
    assert str(parse_network(text)) == shown


@pytest.mark.parametrize(
    "text",
    [
        "0.0.0.0/0",
        "::/0",
        "0.0.0.0/1",
        "10.0.0.1/8",
        "localhost",
        "10.0.0.0/8:0",
        "10.0.0.0/8:99999",
        "10.0.0.0/8:x",
        "10.0.0.0/33",
        "[::1",
        "*",
    ],
)
def test_what_is_no_network_or_all_of_them_is_an_error(text: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_network(text)
    assert caught.value.hint


def test_no_text_is_no_network() -> None:
    assert parse_networks(" , ") == ()


def test_the_table_agrees_with_itself_over_every_accepted_example() -> None:
    for address in ACCEPTED:
        assert not any(ip_address(address) in ip_network(network) for network in REFUSED_RANGES if (":" in network) == (":" in address))
