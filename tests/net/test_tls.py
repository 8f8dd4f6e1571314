"""TLS: certificates are verified, whatever the claims file says; a setting may add an authority."""

from __future__ import annotations

import asyncio
import shutil
import ssl
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.site import Page, Site

from claimwatch.net.answer import Answer, Ask, ClientOptions, Failure, FailureKind
from claimwatch.net.client import Client
from claimwatch.net.guard import parse_networks


async def here(_host: str, _port: int) -> list[str]:
    return ["127.0.0.1"]


def get(url: str, ca_file: str | None = None) -> Answer | Failure:
    async def run() -> Answer | Failure:
        client = Client(ClientOptions(allow=parse_networks("127.0.0.1"), ca_file=ca_file), resolver=here)
        try:
            return await client.get(Ask(url))
        finally:
            await client.aclose()

    return asyncio.run(run())


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for good.example, signed by itself, with its key."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("the openssl command, which makes the certificate, is not here")
    folder = tmp_path_factory.mktemp("tls")
    made = [openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=good.example"]
    made += ["-addext", "subjectAltName=DNS:good.example", "-keyout", str(folder / "key.pem"), "-out", str(folder / "cert.pem")]
    subprocess.run(made, check=True, capture_output=True)
    return folder / "cert.pem"


@pytest.fixture
def secure(certificate: Path) -> Iterator[Site]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, certificate.with_name("key.pem"))
    with Site(tls=context) as site:
        site.pages["/"] = Page(b"words")
        yield site


def test_a_known_authority_is_trusted_for_the_name_that_was_asked_for(secure: Site, certificate: Path) -> None:
    answer = get(f"https://good.example:{secure.port}/", str(certificate))
    assert isinstance(answer, Answer)
    assert answer.body == b"words"
    assert secure.log[0].headers["host"] == f"good.example:{secure.port}"


def test_an_unknown_authority_and_a_wrong_name_are_not_read(secure: Site, certificate: Path) -> None:
    for url, ca_file in ((f"https://good.example:{secure.port}/", None), (f"https://other.example:{secure.port}/", str(certificate))):
        answer = get(url, ca_file)
        assert isinstance(answer, Failure)
        assert answer.kind is FailureKind.TLS
        assert "certificate" in answer.reason
    assert secure.log == []


def test_a_redirect_from_https_to_http_is_refused(secure: Site, certificate: Path) -> None:
    with Site() as plain:
        secure.pages["/"] = Page(status=301, headers={"Location": plain.url("/")})
        answer = get(f"https://good.example:{secure.port}/", str(certificate))
        assert isinstance(answer, Failure)
        assert answer.kind is FailureKind.REDIRECT
        assert plain.connections == 0
