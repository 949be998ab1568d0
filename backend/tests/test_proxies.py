"""The configurations of docs/hosting.md, as they stand there, with the real nginx and the real Caddy."""

import getpass
import json
import os
import re
import socket
import ssl
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path

import httpx2
import pytest
from websockets.sync.client import connect

from mmscope.captures import new_secret
from mmscope.rooms.protocol import VERSION
from mmscope.settings import Settings
from support import PATIENCE, Server, free_port, program, wait_until
from test_uploads import patch

pytestmark = pytest.mark.slow
PAGE = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text()
SIGN_IN, *NGINX = re.findall(r"```nginx\n(.*?)```", PAGE, re.DOTALL)
CADDY = re.findall(r"```caddy\n(.*?)```", PAGE, re.DOTALL)
HERE = "127.0.0.1"
# A network of this run alone: what this machine has in it, and what another machine has.
OURS, THEIRS, OUR_OTHER = (f"10.{200 + os.getpid() // 256 % 50}.{os.getpid() % 256}.{n}" for n in (1, 2, 3))


@dataclass(frozen=True)
class Address:
    """Where a proxy runs: its address, two of clients, the server's, and what its command stands behind."""

    own: str
    clients: tuple[str, str]
    server: str
    within: tuple[str, ...] = ()


Command = list[str]


def nginx(configuration: str, at: Address, port: int, folder: Path) -> Command:
    """Nginx with a configuration of the page."""
    assert "listen 443 ssl" in configuration
    configuration = configuration.replace("listen 443 ssl", f"listen {at.own}:{port} ssl")
    paths = "".join(f"{way}_temp_path {folder}/{way};\n" for way in ("proxy", "fastcgi", "uwsgi", "scgi"))
    paths += f"client_body_temp_path {folder}/body;\naccess_log off;\n"
    own = f"user {getpass.getuser()};\n"  # its workers read files of the test
    whole = f"daemon off;\npid {folder}/pid;\nevents {{}}\nhttp {{\n{paths}{configuration}}}\n"
    (folder / "nginx.conf").write_text(own + whole)
    return [program("nginx", "nginx"), "-e", "stderr", "-c", f"{folder}/nginx.conf"]


def caddy(configuration: str, at: Address, port: int, folder: Path) -> Command:
    """Caddy with a configuration of the page."""
    site = "mm.example.org {"
    assert configuration.startswith(site)
    name = "localhost" if at.own == HERE else at.own
    configuration = configuration.replace(site, f"https://{name}:{port} {{\n\tbind {at.own}")
    own = f"{{\n\tadmin off\n\tauto_https disable_redirects\n\tstorage file_system {folder}\n}}\n"
    (folder / "Caddyfile").write_text(own + configuration)
    return [program("caddy", "caddy"), "run", "--adapter", "caddyfile", "--config", f"{folder}/Caddyfile"]


def nginx_signed(folder: Path) -> str:
    """The first configuration with the lines that sign people in."""
    (folder / "users").write_text("ada:{PLAIN}secret\n")
    before, location, after = NGINX[0].partition("    location / {\n")
    assert location
    return exchanged(f"{before}{location}{SIGN_IN}{after}", {"/etc/nginx/mmscope.users": f"{folder}/users"})


def caddy_signed(folder: Path) -> str:
    """The one of the page that signs people in."""
    command = [program("caddy", "caddy"), "hash-password", "--plaintext", "secret"]
    made = subprocess.run(command, check=True, capture_output=True, text=True)
    (folder / "users").write_text(f"ada {made.stdout.strip()}\n")
    return exchanged(CADDY[2], {"/etc/caddy/mmscope.users": f"{folder}/users"})


def exchanged(configuration: str, words: dict[str, str]) -> str:
    """A configuration with other words in places that it must have."""
    for there, here in words.items():
        assert there in configuration
        configuration = configuration.replace(there, here)
    return configuration


@dataclass(frozen=True)
class Proxy:
    """A proxy and what the page says of it."""

    run: Callable[[str, Address, int, Path], Command]
    root: str
    below: str
    signed: Callable[[Path], str]


PROXIES = {
    "nginx": Proxy(nginx, NGINX[0], NGINX[1], nginx_signed),
    "caddy": Proxy(caddy, CADDY[0], CADDY[1], caddy_signed),
}
Show = Callable[..., str]


def test_the_page_has_all() -> None:
    for one in PROXIES.values():
        assert ["/mmscope/" in text for text in (one.root, one.below)] == [False, True]
    assert (len(NGINX), len(CADDY)) == (2, 3)
    assert "auth_basic" in SIGN_IN
    assert "basicauth" in CADDY[2]


@pytest.fixture
def trusted(tmp_path: Path) -> Path:
    """A certificate for localhost and the address elsewhere, beside its key."""
    made = tmp_path / "mmscope.pem"
    name = ["-subj", "/CN=localhost", "-addext", f"subjectAltName=DNS:localhost,IP:{THEIRS}"]
    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    out = ["-keyout", str(made.with_suffix(".key")), "-out", str(made)]
    subprocess.run(["openssl", "req", "-x509", *key, *name, *out], check=True, capture_output=True)
    return made


@pytest.fixture(scope="module")
def here() -> Address:
    """A proxy on the server's own machine."""
    return Address(HERE, (HERE, "127.0.0.2"), HERE)


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[Address]:
    """A proxy on another machine: a network namespace with an address of its own."""
    if os.geteuid() != 0:
        pytest.skip("a network namespace needs root")
    ip, name, link = program("ip", "iproute2"), f"mms{os.getpid()}", f"mm{os.getpid()}"

    def does(*words: str) -> None:
        subprocess.run([ip, *words], check=True, capture_output=True)

    does("netns", "add", name)
    try:
        does("link", "add", link, "type", "veth", "peer", "name", "eth0", "netns", name)
        for address in (OURS, OUR_OTHER):
            does("address", "add", f"{address}/24", "dev", link)
        does("link", "set", link, "up")
        does("-n", name, "address", "add", f"{THEIRS}/24", "dev", "eth0")
        for each in ("eth0", "lo"):
            does("-n", name, "link", "set", each, "up")
        yield Address(THEIRS, (OURS, OUR_OTHER), OURS, (ip, "netns", "exec", name))
    finally:
        does("netns", "delete", name)


@pytest.fixture
def show(
    start_server: Callable[..., Server], settings: Settings, trusted: Path, tmp_path: Path
) -> Iterator[Show]:
    """Have a proxy show a server by a configuration; where."""
    (settings.frontend / "embed").mkdir(parents=True)
    for page in ("index.html", "embed/index.html"):
        (settings.frontend / page).write_text("<head></head>")
    log = tmp_path / "proxy.log"
    processes: list[subprocess.Popen[bytes]] = []

    def shown(proxy: Proxy, configuration: str, at: Address, **more: str) -> str:
        prefix = "/mmscope" if "/mmscope/" in configuration else ""
        server = start_server(
            MMSCOPE_HOST=at.server,
            MMSCOPE_HOSTS=f"localhost,{at.own}",
            MMSCOPE_PROXIES=at.own,
            MMSCOPE_PREFIX=prefix,
            MMSCOPE_MAX_ROOMS="10",
            **more,
        )
        port = free_port()
        words = {
            "127.0.0.1:8000": f"{at.server}:{server.port}",
            "/etc/ssl/certs/mmscope.pem": str(trusted),
            "/etc/ssl/private/mmscope.key": str(trusted.with_suffix(".key")),
        }
        command = proxy.run(exchanged(configuration, words), at, port, tmp_path)
        with log.open("w") as said:
            processes.append(subprocess.Popen([*at.within, *command], stdout=said, stderr=said))

        def answers() -> bool:
            assert processes[-1].poll() is None, log.read_text()
            with suppress(OSError), socket.create_connection((at.own, port)):
                return True
            return False

        wait_until(answers)
        return f"https://{'localhost' if at.own == HERE else at.own}:{port}{prefix}"

    yield shown
    for process in processes:
        process.terminate()
        process.wait(PATIENCE)


@pytest.fixture(params=PROXIES)
def proxy(request: pytest.FixtureRequest) -> Proxy:
    """Each proxy of the page."""
    return PROXIES[request.param]


@pytest.fixture(params=["here", "elsewhere"])
def address(request: pytest.FixtureRequest) -> Address:
    """Each place where one may run."""
    found: Address = request.getfixturevalue(request.param)
    return found


@pytest.fixture(params=["root", "below"])
def place(request: pytest.FixtureRequest, proxy: Proxy, address: Address, show: Show) -> str:
    """Where a proxy shows a server."""
    return show(proxy, getattr(proxy, request.param), address)


def test_who_signs_in_is_named_and_nobody_names_themselves(
    proxy: Proxy, here: Address, show: Show, trusted: Path, tmp_path: Path
) -> None:
    url = show(proxy, proxy.signed(tmp_path), here, MMSCOPE_USER_HEADER="X-Forwarded-User")
    context = ssl.create_default_context(cafile=str(trusted))
    forged = {"x-forwarded-user": "bob"}
    with httpx2.Client(base_url=url, verify=context, timeout=PATIENCE) as client:
        assert client.get("/api/shares", headers=forged).status_code == 401
        for headers in ({}, forged):
            answer = client.get("/api/shares", headers=headers, auth=("ada", "secret"))
            assert answer.json()["name"] == "ada"


def test_half_a_gigabyte_comes_through(proxy: Proxy, here: Address, show: Show, trusted: Path) -> None:
    context = ssl.create_default_context(cafile=str(trusted))
    size = 500 << 20
    with httpx2.Client(
        base_url=show(proxy, proxy.root, here),
        verify=context,
        timeout=PATIENCE,
        headers={"mmscope-secret": new_secret()},
    ) as client:
        made = client.post("/api/uploads", headers={"upload-length": str(size + 1)})
        sent = patch(client, made.headers["location"], 0, bytes(size))
        assert sent.headers["upload-offset"] == str(size)
        assert client.delete(made.headers["location"]).status_code == 204


def test_files_steps_and_rooms_come_through(place: str, address: Address, trusted: Path, text: bytes) -> None:
    context = ssl.create_default_context(cafile=str(trusted))
    origin, prefix = re.fullmatch(r"(https://[^/]+)(.*)", place).groups()  # type: ignore[union-attr]
    with ExitStack() as stack:

        def browser(source: str) -> httpx2.Client:
            transport = httpx2.HTTPTransport(verify=context, local_address=source)
            reply = {"mmscope-secret": new_secret(), "origin": origin}
            made = httpx2.Client(base_url=origin, transport=transport, headers=reply, timeout=PATIENCE)
            return stack.enter_context(made)

        one, other = map(browser, address.clients)
        assert one.get(f"{prefix}/").status_code == 200
        assert one.get(f"{prefix}/embed?v=zones").headers["location"] == f"{prefix}/embed/?v=zones"
        sent = one.post(f"{prefix}/api/captures", content=text)
        assert (sent.status_code, sent.headers["location"]) == (
            201,
            f"{prefix}/api/captures/{sent.json()['id']}",
        )
        assert other.get(sent.headers["location"]).json()["size"] == len(text)
        reply = other.get(f"{prefix}/api/captures?origin=upload")
        assert reply.json() == [], "others are not told"
        foreign = one.post(f"{prefix}/api/captures", content=text, headers={"origin": "https://evil.example"})
        assert foreign.status_code == 403

        made = one.post(f"{prefix}/api/uploads", headers={"upload-length": str(8 << 20)})
        large = patch(one, made.headers["location"], 0, bytes(4 << 20))
        assert large.headers["upload-offset"] == str(4 << 20), "more than a proxy takes by itself"

        opened = [client.post(f"{prefix}/api/rooms") for client in (one, one, other)]
        assert [answer.status_code for answer in opened] == [201, 503, 201], "one room of each address"
        url = f"{place.replace('https', 'wss')}/api/rooms/{opened[0].json()['code']}"
        with connect(url, ssl=context) as socket_:
            lead = {"op": "lead", "v": VERSION, "secret": opened[0].json()["secret"], "window": "w"}
            socket_.send(json.dumps({**lead, "take": False}))
            assert json.loads(socket_.recv())["type"] == "leading"


def test_events_of_an_upload_arrive_as_they_happen(place: str, trusted: Path, text: bytes) -> None:
    context = ssl.create_default_context(cafile=str(trusted))
    with httpx2.Client(base_url=place, verify=context, timeout=PATIENCE) as client:
        made = client.post("api/uploads", headers={"upload-length": str(len(text))})
        url = str(httpx2.URL(place).join(made.headers["location"]))
        patch(client, url, 0, text)
        with client.stream("GET", f"{url}/events") as stream:
            assert any(line.startswith("event: done") for line in stream.iter_lines())
