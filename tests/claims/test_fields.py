"""Single values: addresses, dates and what any text may hold."""

from __future__ import annotations

from urllib.parse import urlsplit

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimwatch.claims.fields import check_host, check_url, parse_date

GOOD = [
    "https://example.com", "http://example.com/", "https://example.com:8443/a?b=c#d", "https://sub.example.co.uk/x/y.html", "http://127.0.0.1:8765/vllm-models",
    "http://[::1]:8080/x", "https://example.com/@scope/pkg", "https://xn--bcher-kva.example/", "https://de.example.org/wiki/Größe", "HTTPS://EXAMPLE.COM/A",
    "http://localhost/x", "https://example.com/a%20b", "https://example.com/mail?to=a@b.example",
]  # fmt: skip
BAD = [  # ROBUSTNESS G05
    "", "example.com", "//example.com", "ftp://example.com", "file:///etc/hostname", "javascript:alert(1)", "data:text/html,x",
    "https:/example.com", "https:example.com", "https://", "https:///x", "https://?x", "https://#x", "https://:80/",
    "https://example.com:0/", "https://example.com:99999/", "https://example.com:/", "https://example.com:8x/", "https://example.com:-1/",
    "https://example.com:١/", "https://a@example.com/", "https://a:b@example.com/", "https://example.com#@evil.example/",
    "https://example.com?@evil.example/", "https://example.com\\@evil.example/", "https://example.com\\evil", "https:\\\\example.com",
    "https://exa mple.com/", "https://example.com/a b", " https://example.com", "https://example.com/\t",
    "https://example.com/\r\nHost: x", "https://exa\u200bmple.com/", "https://①②⑦.⓪.⓪.①/", "https://127。0。0。1/", "https://exämple.com/",
    "https://-a.example/", "https://a..example/", "https://[::1/", "https://[::1%25eth0]/", "https://[zz]/", "https://[::1]x/",
    "https://example.com%2f/", "https://" + "a" * 64 + ".example/", "https://example.com/" + "a" * 2048, "https://example.com/\u202e",
    "https://ex[ample.com/",
]  # fmt: skip


@pytest.mark.parametrize("url", GOOD)
def test_well_formed_addresses_pass(url: str) -> None:
    assert check_url(url) == url


@pytest.mark.parametrize("url", BAD)
def test_addresses_that_parsers_read_differently_are_refused(url: str) -> None:
    with pytest.raises(ValueError, match=r"address|port|host"):
        check_url(url)


@given(st.text(st.sampled_from("ahttps:/@\\#?[].%0 19x-\t"), max_size=24).map("http://".__add__))
def test_parsers_agree_on_every_address_that_passes(url: str) -> None:
    try:
        check_url(url)
    except ValueError:
        return
    split = urlsplit(url)
    try:
        other = httpx.URL(url)
    except httpx.InvalidURL:
        return
    assert (other.host, other.port or None) == ((split.hostname or "").strip("[]"), split.port if split.port != 80 else None)


@pytest.mark.parametrize("host", ["", "a b", "a/b", "*.example.com", "é.example", "a" * 300])
def test_a_host_is_a_name(host: str) -> None:
    with pytest.raises(ValueError, match="host"):
        check_host(host)


@pytest.mark.parametrize(
    "text", ["2026-1-2", "20261020", "2026-10-20T00:00:00Z", "2026-02-30", "2026-W10-1", "20.10.2026", "１２３４-01-01"]
)
def test_a_date_has_one_spelling(text: str) -> None:
    with pytest.raises(ValueError, match="is no d"):
        parse_date(text)
