"""One address is fetched: the host is who it says, nothing is too long or too large."""

import gzip
import ipaddress
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from retrieval.fetching import Client, FetchFault, connecting
from tests.retrieval.fetching.conftest import Answers

pytestmark = pytest.mark.real_sockets

KINDS = {"text/html": 100_000}
AT_HOME = Client(agent="archivebrain (+https://brain.example)", allow_private=True, seconds=5)


def page(text: str = "<p>Tides.</p>", **headers: str) -> Response:
    return Response(text, content_type="text/html; charset=utf-8", headers=headers)


def test_a_page_comes_with_its_kind_and_the_address_it_came_from(httpserver: HTTPServer) -> None:
    httpserver.expect_request("/tides").respond_with_response(page())

    fetched = AT_HOME.fetch(httpserver.url_for("/tides#top"), kinds=KINDS)

    assert fetched.body == b"<p>Tides.</p>"
    assert (fetched.kind, fetched.url) == ("text/html", httpserver.url_for("/tides"))


def test_the_product_is_named_and_neither_cookie_nor_proxy_goes_along(
    httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "https_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9/")
    seen: list[dict[str, str]] = []

    def told(request: Request) -> Response:
        seen.append(dict(request.headers))
        leads_on = request.path == "/first"
        headers = {"Set-Cookie": "a=b", **({"Location": "/second"} if leads_on else {})}
        return Response("", 302 if leads_on else 200, headers, content_type="text/html")

    httpserver.expect_request("/first").respond_with_handler(told)
    httpserver.expect_request("/second").respond_with_handler(told)
    AT_HOME.fetch(httpserver.url_for("/first"), kinds=KINDS)

    assert [headers["User-Agent"] for headers in seen] == [AT_HOME.agent] * 2
    assert not any("Cookie" in headers for headers in seen)


def test_a_name_is_looked_up_once_so_that_a_second_answer_changes_nothing(
    httpserver: HTTPServer, resolving: Answers
) -> None:
    httpserver.expect_request("/").respond_with_response(page())
    resolver = resolving(flip_example=[["127.0.0.1"], ["169.254.169.254"]])

    AT_HOME.fetch(f"http://flip.example:{httpserver.port}/", kinds=KINDS)
    asked_once = list(resolver.asked)
    with pytest.raises(FetchFault, match="leads to 169"):
        AT_HOME.fetch(f"http://flip.example:{httpserver.port}/", kinds=KINDS)

    assert asked_once == ["flip.example"]


def test_an_address_of_version_6_is_asked_as_it_is_written() -> None:
    with HTTPServer(host="::1") as server:
        server.expect_request("/").respond_with_response(page())

        fetched = AT_HOME.fetch(f"http://[0:0::1]:{server.port}/", kinds=KINDS)
        asked = server.log[0][0].headers["Host"]

    assert (fetched.body, asked) == (b"<p>Tides.</p>", f"[0:0::1]:{server.port}")


def test_an_address_that_another_one_answers_for_is_left(
    httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who connects to 0.0.0.0 is answered by 127.0.0.1."""
    httpserver.expect_request("/").respond_with_response(page())
    monkeypatch.setattr(connecting, "address_fault", lambda address, **how: "")
    backend = connecting.VettedBackend(allow_private=True, deadline=time.monotonic() + 5)

    with pytest.raises(FetchFault, match=r"0\.0\.0\.0 was asked, and 127\.0\.0\.1 answered"):
        backend.connect_tcp("0.0.0.0", httpserver.port)  # noqa: S104


def test_a_silent_address_leaves_time_for_the_next(
    httpserver: HTTPServer, resolving: Answers
) -> None:
    httpserver.expect_request("/").respond_with_response(page())
    resolving(two_example=["127.0.0.2", "127.0.0.1"])

    fetched = AT_HOME.fetch(f"http://two.example:{httpserver.port}/", kinds=KINDS)

    assert fetched.body == b"<p>Tides.</p>"


@pytest.mark.parametrize("name", ["nowhere.invalid", "a" * 60 + ".invalid"])
def test_a_name_that_leads_nowhere_is_said_in_a_sentence(name: str) -> None:
    with pytest.raises(FetchFault, match="leads nowhere"):
        AT_HOME.fetch(f"http://{name}/", kinds=KINDS)


def test_where_nobody_listens_is_said_in_a_sentence() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]

    with pytest.raises(FetchFault, match="could not be reached"):
        AT_HOME.fetch(f"http://127.0.0.1:{port}/", kinds=KINDS)


class TestLedOn:
    def test_five_times_and_no_further(self, httpserver: HTTPServer) -> None:
        for number in range(7):
            response = Response("", 302, {"Location": f"/{number + 1}"})
            httpserver.expect_request(f"/{number}").respond_with_response(response)
        httpserver.expect_request("/7").respond_with_response(page())

        fetched = AT_HOME.fetch(httpserver.url_for("/2"), kinds=KINDS)
        with pytest.raises(FetchFault, match="leads on more than 5 times"):
            AT_HOME.fetch(httpserver.url_for("/1"), kinds=KINDS)

        assert fetched.url == httpserver.url_for("/7")

    @pytest.mark.parametrize(
        "location",
        ["http://169.254.169.254/latest/", "//[fe80::1]/", "file:///etc/passwd", "http://0x7f.1/",
         "http://[::ffff:127.0.0.1]/", "http://user@127.0.0.1/", "https://0/", "ftp://quay.example/"],
    )  # fmt: skip
    def test_to_what_may_not_be_fetched_it_is_not_followed(
        self, location: str, httpserver: HTTPServer
    ) -> None:
        response = Response("", 301, {"Location": location})
        response.autocorrect_location_header = False
        httpserver.expect_request("/").respond_with_response(response)

        with pytest.raises(FetchFault, match="it leads on to"):
            AT_HOME.fetch(httpserver.url_for("/"), kinds=KINDS)


class TestTooMuch:
    def test_a_longer_body_than_is_allowed_is_refused(self, httpserver: HTTPServer) -> None:
        httpserver.expect_request("/").respond_with_response(page("x" * 100_001))

        with pytest.raises(FetchFault, match="larger than"):
            AT_HOME.fetch(httpserver.url_for("/"), kinds=KINDS)

    def test_a_packed_page_is_unpacked(self, httpserver: HTTPServer) -> None:
        packed = Response(gzip.compress(b"Tides.") + gzip.compress(b" And moon."))
        packed.headers.update({"Content-Type": "text/html", "Content-Encoding": "gzip"})
        httpserver.expect_request("/").respond_with_response(packed)

        assert AT_HOME.fetch(httpserver.url_for("/"), kinds=KINDS).body == b"Tides. And moon."

    @pytest.mark.parametrize(
        ("body", "encoding", "words"),
        [
            (gzip.compress(b"0" * 20_000_000), "gzip", "larger than"),
            (gzip.compress(b"Tides." * 100)[:-12], "gzip", "middle of what was packed"),
            (b"Tides.", "gzip", "cannot be unpacked"),
            (b"Tides.", "br", "packed as 'br'"),
            (gzip.compress(gzip.compress(b"Tides.")), "gzip, gzip", "packed as 'gzip, gzip'"),
        ],
        ids=["a bomb", "cut off", "no gzip", "another packing", "packed twice"],
    )
    def test_a_bomb_or_a_broken_pack_is_refused(
        self, body: bytes, encoding: str, words: str, httpserver: HTTPServer
    ) -> None:
        response = Response(body, content_type="text/html", headers={"Content-Encoding": encoding})
        httpserver.expect_request("/").respond_with_response(response)

        with pytest.raises(FetchFault, match=words):
            AT_HOME.fetch(httpserver.url_for("/"), kinds=KINDS)


@pytest.mark.parametrize("kind", ["image/png", "application/pdf", "text/html-evil", "video/mp4"])
def test_what_no_importer_reads_is_not_even_loaded(kind: str, httpserver: HTTPServer) -> None:
    httpserver.expect_request("/").respond_with_response(Response(b"x", content_type=kind))

    with pytest.raises(FetchFault, match=f"it is '{kind}'"):
        AT_HOME.fetch(httpserver.url_for("/"), kinds=KINDS)


@pytest.mark.parametrize("status", [204, 206, 304, 401, 404, 410, 500])
def test_a_fault_tells_what_the_server_said(status: int, httpserver: HTTPServer) -> None:
    response = Response(status=status, content_type="text/html")
    httpserver.expect_request("/").respond_with_response(response)

    with pytest.raises(FetchFault, match=f"said {status}") as told:
        AT_HOME.fetch(httpserver.url_for("/"), kinds=KINDS)

    assert told.value.status == status


@pytest.fixture
def dripping() -> Iterator[int]:
    """A server that sends one more byte whenever one might think it had stopped."""
    done = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=_drip, args=(server, done))
        thread.start()
        yield server.getsockname()[1]
        done.set()
        thread.join()


def _drip(server: socket.socket, done: threading.Event) -> None:
    connection, _ = server.accept()
    with connection:
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")
        while not done.wait(0.05):
            try:
                connection.sendall(b"x")
            except OSError:
                return


def test_a_server_that_drips_is_left_when_the_time_is_up(dripping: int) -> None:
    hurried = Client(agent="test", allow_private=True, seconds=0.5)

    with pytest.raises(FetchFault, match=r"did not answer within 0\.5 seconds"):
        hurried.fetch(f"http://127.0.0.1:{dripping}/", kinds=KINDS)


class TestSecured:
    """The name goes with the connection, though the address was vetted."""

    @pytest.fixture
    def certificate(self, tmp_path: Path) -> Path:
        return _certificate(tmp_path, "quay.example")

    @pytest.fixture
    def names(self) -> list[str | None]:
        """What each visitor asked for before a certificate was shown."""
        return []

    @pytest.fixture
    def tls(self, certificate: Path, names: list[str | None]) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        context.sni_callback = lambda sock, name, ctx: names.append(name)
        return context

    @pytest.fixture
    def secured(self, tls: ssl.SSLContext, certificate: Path) -> Iterator[HTTPServer]:
        with HTTPServer(ssl_context=tls) as server:
            yield server

    def client(self, certificate: Path) -> Client:
        trust = ssl.create_default_context(cafile=str(certificate))
        return Client(agent="test", allow_private=True, seconds=5, trust=trust)

    def test_the_host_is_asked_for_by_name(
        self,
        secured: HTTPServer,
        certificate: Path,
        names: list[str | None],
        resolving: Answers,
    ) -> None:
        resolving(quay_example=["127.0.0.1"])
        host = f"quay.example:{secured.port}"
        secured.expect_request("/", headers={"Host": host}).respond_with_response(page())

        fetched = self.client(certificate).fetch(f"https://{host}/", kinds=KINDS)

        assert fetched.body == b"<p>Tides.</p>"
        assert names == ["quay.example"]

    def test_a_certificate_for_another_name_is_refused(
        self, secured: HTTPServer, certificate: Path, resolving: Answers
    ) -> None:
        resolving(other_example=["127.0.0.1"])

        with pytest.raises(FetchFault, match="CERTIFICATE_VERIFY_FAILED"):
            self.client(certificate).fetch(f"https://other.example:{secured.port}/", kinds=KINDS)


def _certificate(folder: Path, name: str) -> Path:
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    names = [x509.DNSName(name), x509.IPAddress(ipaddress.ip_address("192.0.2.1"))]
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=2))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = folder / "certificate.pem"
    path.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        + made.public_bytes(serialization.Encoding.PEM)
    )
    return path
