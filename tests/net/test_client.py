"""The client over the door, against a real server on loopback."""

from __future__ import annotations

import asyncio
import gzip
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.site import Page, Site, redirect

from claimwatch.net.answer import Answer, Ask, ClientOptions, Failure, FailureKind
from claimwatch.net.client import Client
from claimwatch.net.connecting import Resolver, UnknownNameError, resolve
from claimwatch.net.guard import parse_networks

HERE = "127.0.0.1/32"


def get(
    url: str, *, allow: str = HERE, resolver: Resolver = resolve, bound: Mapping[str, str] | None = None, **limits: Any
) -> Answer | Failure:
    async def run() -> Answer | Failure:
        client = Client(ClientOptions(allow=parse_networks(allow), **limits), resolver=resolver)
        try:
            return await client.get(Ask(url, bound=bound or {}))
        finally:
            await client.aclose()

    return asyncio.run(run())


def body_of(answer: Answer | Failure) -> bytes:
    assert isinstance(answer, Answer), answer
    return answer.body


def kind_of(answer: Answer | Failure) -> FailureKind:
    assert isinstance(answer, Failure), answer
    return answer.kind


def test_a_page_comes_whole_with_its_headers(site: Site) -> None:
    site.pages["/a"] = Page(b"<p>hello</p>", headers={"X-One": "1"})
    answer = get(site.url("/a"), user_agent="claimwatch/1 (+me@example.org)")
    assert isinstance(answer, Answer)
    assert (answer.status, answer.body, answer.headers["x-one"], answer.url) == (200, b"<p>hello</p>", "1", site.url("/a"))
    (seen,) = site.log
    assert seen.headers["user-agent"] == "claimwatch/1 (+me@example.org)"
    assert seen.headers["accept-encoding"] == "gzip, deflate"
    assert seen.headers["host"] == f"127.0.0.1:{site.port}"


@pytest.mark.parametrize("is_chunked", [False, True])
def test_a_packed_page_is_unpacked(site: Site, is_chunked: bool) -> None:
    site.pages["/a"] = Page(gzip.compress(b"text" * 5000), headers={"Content-Encoding": "gzip"}, is_chunked=is_chunked)
    assert body_of(get(site.url("/a"))) == b"text" * 5000


def test_cut_off_bodies_are_no_answers(site: Site) -> None:
    text = b"<p>some words</p>" * 1000
    site.pages["/length"] = Page(text, cut_at=5000)
    site.pages["/chunks"] = Page(text, cut_at=5000, is_chunked=True)
    packed = gzip.compress(bytes(range(256)) * 100)[:-9]
    site.pages["/packed"] = Page(packed, headers={"Content-Encoding": "gzip"})
    site.pages["/packed-nothing"] = Page(packed[:1], headers={"Content-Encoding": "gzip"})
    for path in site.pages:
        assert kind_of(get(site.url(path))) is FailureKind.CUT_OFF, path


def test_limits_of_size_are_kept(site: Site) -> None:
    site.pages["/announced"] = Page(b"x" * 2000)
    site.pages["/chunked"] = Page(b"x" * 2000, is_chunked=True)
    site.pages["/bomb"] = Page(gzip.compress(b"x" * 100_000), headers={"Content-Encoding": "gzip"})
    site.pages["/headers"] = Page(b"x", headers={f"X-{number}": "y" * 1000 for number in range(30)})
    site.pages["/endless"] = Page(raw=b"HTTP/1.1 200 OK\r\nX: " + b"y" * 300_000)
    for path in site.pages:
        answer = get(site.url(path), wire_bytes=1000, body_bytes=3000, header_bytes=20_000)
        assert kind_of(answer) is FailureKind.TOO_LARGE, path


def test_a_body_in_another_encoding_is_unreadable(site: Site) -> None:
    site.pages["/a"] = Page(b"\x0b\x02\x80hello\x03", headers={"Content-Encoding": "br"})
    assert kind_of(get(site.url("/a"))) is FailureKind.UNREADABLE


def test_a_body_that_drips_ends_at_the_limit_of_time(site: Site) -> None:
    site.pages["/a"] = Page(b"x" * 1000, drip_s=0.05)
    assert kind_of(get(site.url("/a"), fetch_s=0.3, silence_s=5)) is FailureKind.TOO_SLOW


def test_silence_is_a_failure_of_the_network(site: Site) -> None:
    site.pages["/a"] = Page(b"x", delay_s=30)
    assert kind_of(get(site.url("/a"), silence_s=0.1)) is FailureKind.NETWORK


def test_what_is_no_http_is_told(site: Site) -> None:
    site.pages["/odd"] = Page(raw=b"SSH-2.0-OpenSSH_9.6\r\n\r\n")
    site.pages["/nothing"] = Page(raw=b"")
    assert kind_of(get(site.url("/odd"))) is FailureKind.ODD_ANSWER
    assert kind_of(get(site.url("/nothing"))) is FailureKind.NETWORK


def test_a_refused_connection_and_an_unknown_name_are_failures_of_the_network() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        assert kind_of(get(f"http://127.0.0.1:{taken.getsockname()[1]}/")) is FailureKind.NETWORK

    async def unknown(host: str, _port: int) -> list[str]:
        raise UnknownNameError(f"there is no host called {host}")

    answer = get("http://nowhere.example/", resolver=unknown)
    assert isinstance(answer, Failure)
    assert (answer.kind, answer.reason) == (FailureKind.NETWORK, "there is no host called nowhere.example")


def test_a_look_up_that_hangs_ends_with_the_time_to_connect() -> None:
    async def hang(_host: str, _port: int) -> list[str]:
        await asyncio.Event().wait()
        return []

    assert kind_of(get("http://slow.example/", resolver=hang, connect_s=0.05)) is FailureKind.NETWORK


def test_a_server_without_tls_is_a_failure_of_tls(site: Site) -> None:
    answer = get(site.url("/").replace("http:", "https:"))
    assert kind_of(answer) is FailureKind.TLS


SPELLINGS = """127.0.0.2 127.2 0x7f.2 0x7f000002 2130706434 0177.0.0.2 127.0.2 [::ffff:7f00:2] [::ffff:127.0.0.2] [::127.0.0.2] ①②⑦.⓪.⓪.②
127。0。0。2 [::1] localhost. 0.0.0.0 0 [::] [fe80::1%25lo] 127.0.0.2. 0x7f.0.0.0x2 017700000002 127.0.0.02 127.0.0.0x2
[0:0:0:0:0:ffff:7f00:2] [::ffff:0:7f00:2] [64:ff9b::7f00:2] [2002:7f00:2::] 127.0.0.2%00 127.0.0.2@127.0.0.1 127.0.0.1\\@127.0.0.2"""


@pytest.mark.parametrize("spelling", SPELLINGS.split())
def test_no_spelling_of_a_closed_address_is_connected_to(spelling: str) -> None:
    """G02: the canary listens beside the one allowed address."""
    with Site("127.0.0.2") as canary:
        canary.pages["/"] = Page(b"secret")
        answer = get(f"http://{spelling}:{canary.port}/")
        assert kind_of(answer) in (FailureKind.NOT_ALLOWED, FailureKind.NETWORK)
        assert canary.connections == 0


def test_another_spelling_of_an_allowed_address_is_read(site: Site) -> None:
    site.pages["/"] = Page(b"here")
    assert body_of(get(f"http://127.1:{site.port}/")) == b"here"


def test_without_leave_loopback_is_closed_and_the_reason_says_what_to_do(site: Site) -> None:
    answer = get(site.url("/"), allow="")
    assert isinstance(answer, Failure)
    assert answer.kind is FailureKind.NOT_ALLOWED
    assert "CLAIMWATCH_ALLOW_NETWORKS" in answer.reason
    assert site.connections == 0


def test_the_port_beside_an_allowed_one_stays_closed(site: Site) -> None:
    site.pages["/"] = Page(b"here")
    assert body_of(get(site.url("/"), allow=f"127.0.0.1:{site.port}")) == b"here"
    assert kind_of(get(site.url("/"), allow=f"127.0.0.1:{site.port + 1 if site.port < 65535 else 1}")) is FailureKind.NOT_ALLOWED


class Alternating:
    """A resolver that answers with each of its lists in turn."""

    def __init__(self, *answers: list[str]) -> None:
        self.answers, self.calls = answers, 0

    async def __call__(self, _host: str, _port: int) -> list[str]:
        self.calls += 1
        return self.answers[(self.calls - 1) % len(self.answers)]


def test_a_name_is_looked_up_once_and_what_was_checked_is_connected_to(site: Site) -> None:
    """G03: the second answer of the resolver leads to the canary, and is never asked for."""
    site.pages["/"] = Page(b"checked")
    with Site("127.0.0.2") as canary:
        resolver = Alternating(["127.0.0.1"], ["127.0.0.2"])
        assert body_of(get(f"http://name.example:{site.port}/", resolver=resolver)) == b"checked"
        assert resolver.calls == 1
        assert site.log[0].headers["host"] == f"name.example:{site.port}"
        assert kind_of(get(f"http://name.example:{canary.port}/", resolver=Alternating(["127.0.0.2"]))) is FailureKind.NOT_ALLOWED
        assert canary.connections == 0


def test_a_name_with_an_open_and_a_closed_address_is_refused(site: Site) -> None:
    for addresses in (["127.0.0.1", "10.0.0.1"], ["10.0.0.1", "127.0.0.1"]):
        assert kind_of(get(f"http://name.example:{site.port}/", resolver=Alternating(addresses))) is FailureKind.NOT_ALLOWED
    assert site.connections == 0


def test_an_address_that_does_not_answer_leaves_its_turn_to_the_next(site: Site) -> None:
    site.pages["/"] = Page(b"second")
    resolver = Alternating(["127.0.0.3", "127.0.0.1"])
    assert body_of(get(f"http://name.example:{site.port}/", resolver=resolver, allow="127.0.0.0/8")) == b"second"


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_are_followed_by_hand(site: Site, status: int) -> None:
    site.pages["/a"] = redirect("/b?x=1", status)
    site.pages["/b"] = Page(b"end")
    answer = get(site.url("/a"))
    assert isinstance(answer, Answer)
    assert (answer.body, answer.url, answer.hops) == (b"end", site.url("/b?x=1"), (site.url("/a"),))


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_every_hop_passes_the_door(site: Site, status: int) -> None:
    """G04 and B25."""
    with Site("127.0.0.2") as canary:
        for target in (
            canary.url("/"),
            f"//127.2:{canary.port}/",
            "http://169.254.169.254/latest/",
            f"http://[::ffff:7f00:2]:{canary.port}/",
        ):
            site.pages["/a"] = redirect(target, status)
            assert kind_of(get(site.url("/a"))) is FailureKind.NOT_ALLOWED
        assert canary.connections == 0


def test_refresh_headers_and_meta_refresh_lead_nowhere(site: Site) -> None:
    with Site("127.0.0.2") as canary:
        html = f'<meta http-equiv="refresh" content="0;url={canary.url()}">'.encode()
        site.pages["/"] = Page(
            html, headers={"Refresh": f"0; url={canary.url()}", "Content-Location": canary.url(), "Link": f"<{canary.url()}>"}
        )
        assert body_of(get(site.url("/"))) == html
        assert canary.connections == 0


@pytest.mark.parametrize(
    "location", ["file:///etc/hostname", "gopher://x/", "http://user@example.org/", "\\\\evil", "http://:80/", "ftp://a/b"]
)
def test_a_bad_location_is_a_bad_redirect(site: Site, location: str) -> None:
    site.pages["/a"] = redirect(location)
    assert kind_of(get(site.url("/a"))) is FailureKind.REDIRECT


def test_circles_long_chains_and_redirects_to_nowhere_end(site: Site) -> None:
    site.pages["/circle"] = redirect("/circle")
    site.pages["/nowhere"] = Page(status=302)
    for number in range(10):
        site.pages[f"/{number}"] = redirect(f"/{number + 1}")
    site.pages["/10"] = Page(b"end")
    for path in ("/circle", "/nowhere", "/0", "/4"):
        assert kind_of(get(site.url(path))) is FailureKind.REDIRECT, path
    assert body_of(get(site.url("/5"))) == b"end"


def test_a_users_headers_go_to_their_origin_alone(site: Site) -> None:
    """G04, G10: also not when a redirect leads back."""
    with Site() as other:
        secrets = {"Authorization": "Bearer s3cret", "X-Api-Key": "s3cret", "Cookie": "id=s3cret"}
        site.pages["/a"] = redirect("/b")
        site.pages["/b"] = redirect(other.url("/c"))
        other.pages["/c"] = redirect(site.url("/d"))
        site.pages["/d"] = Page(b"end", headers={"Set-Cookie": "id=2"})
        assert body_of(get(site.url("/a"), bound=secrets)) == b"end"
        for path, is_told in (("/a", True), ("/b", True), ("/d", False)):
            assert ("s3cret" in str(site.seen(path)[0].headers)) is is_told, path
        assert "s3cret" not in str(other.log[0].headers)


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil"},
        {"Transfer-Encoding": "chunked"},
        {"X": "a\r\nY: b"},
        {"X Y": "z"},
        {"": "z"},
        {"X:": "z"},
        {"If-None-Match": "*"},
        {"Ünï": "z"},
    ],
)
def test_headers_that_could_smuggle_are_not_sent(site: Site, headers: dict[str, str]) -> None:
    assert kind_of(get(site.url("/"), bound=headers)) is FailureKind.NOT_ALLOWED
    assert site.connections == 0


def test_proxies_of_the_environment_are_not_asked(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """G07."""
    site.pages["/"] = Page(b"direct")
    with Site("127.0.0.2") as canary:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "HTTPS_PROXY"):
            monkeypatch.setenv(name, canary.url())
        assert body_of(get(site.url("/"))) == b"direct"
        assert canary.connections == 0


def test_passwords_of_the_environment_are_not_sent(site: Site, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    site.pages["/"] = Page(b"open")
    netrc = tmp_path / "netrc"
    netrc.write_text(f"machine {site.host} login me password s3cret\n")
    netrc.chmod(0o600)
    monkeypatch.setenv("NETRC", str(netrc))
    assert body_of(get(site.url("/"))) == b"open"
    assert "authorization" not in site.log[0].headers


def test_cookies_are_not_kept(site: Site) -> None:
    site.pages["/a"] = Page(status=302, headers={"Location": "/b", "Set-Cookie": "id=1; Path=/"})
    site.pages["/b"] = Page(b"end", headers={"Set-Cookie": "id=2; Path=/"})

    async def run() -> None:
        client = Client(ClientOptions(allow=parse_networks(HERE)))
        for _ in range(2):
            assert body_of(await client.get(Ask(site.url("/a")))) == b"end"
        await client.aclose()

    asyncio.run(run())
    assert len(site.log) == 4
    assert not any("cookie" in seen.headers for seen in site.log)


def test_a_target_goes_over_the_wire_as_it_was_read(site: Site) -> None:
    """No second reader of URLs takes its dots away or writes its marks in another way."""
    for path in ("/a/../b", "/a/./b//c", "/%7Ea/%2e%2E/b", "/a|b?c=[1]&d=%5b", "/?", "/a;b=c?d=e+f%20g"):
        site.pages[path] = Page(path.encode())
        assert body_of(get(site.url(path))) == path.encode()


def test_a_location_that_cannot_be_read_is_a_bad_redirect_and_no_other_failure(site: Site) -> None:
    for number, place in enumerate(("http://[", "http://a:b:c/", "\x80", "//")):
        site.pages[f"/{number}"] = redirect(place)
        assert kind_of(get(site.url(f"/{number}"))) is FailureKind.REDIRECT, place


def test_nothing_of_the_network_is_loaded_before_it_is_needed() -> None:
    code = """
import asyncio, sys
from claimwatch.net.answer import Ask, ClientOptions
from claimwatch.net.client import Client
async def run():
    client = Client(ClientOptions())
    await client.get(Ask("file:///etc/hostname"))
    await client.aclose()
asyncio.run(run())
print(sorted({"anyio", "httpcore", "httpx"} & set(sys.modules)))
"""
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert result.stdout.strip() == "[]"


def test_connections_are_kept_also_past_errors(site: Site) -> None:
    site.pages["/a"] = Page(b"x" * 5000)
    site.pages["/b"] = Page(b"gone" * 100, status=404)

    async def run() -> None:
        client = Client(ClientOptions(allow=parse_networks(HERE)))
        for _ in range(5):
            await client.get(Ask(site.url("/a")))
            await client.get(Ask(site.url("/b")))
        await client.aclose()

    asyncio.run(run())
    assert (len(site.log), site.connections) == (10, 1)


def test_many_at_once_share_the_connections_of_their_host_and_all_come_back(site: Site) -> None:
    site.pages["/a"] = Page(b"x" * 5000)

    async def run() -> list[Answer | Failure]:
        client = Client(ClientOptions(allow=parse_networks(HERE), host_connections=3))
        answers = await asyncio.gather(*(client.get(Ask(site.url(f"/a?{number}"))) for number in range(20)))
        await client.aclose()
        return answers

    assert {body_of(answer) for answer in asyncio.run(run())} == {b"x" * 5000}
    assert 1 <= site.connections <= 3
