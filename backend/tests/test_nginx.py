"""The configurations of docs/hosting.md, as they stand there, with the real nginx."""

import getpass
import json
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx2
import pytest
from websockets.sync.client import connect

from mmscope.captures import new_secret
from mmscope.rooms.protocol import VERSION
from mmscope.settings import Settings
from support import PATIENCE, Server, wait_until
from test_uploads import patch

pytestmark = pytest.mark.slow
PAGE = Path(__file__).parents[2] / "docs" / "hosting.md"
SIGN_IN, *CONFIGURATIONS = re.findall(r"```nginx\n(.*?)```", PAGE.read_text(), re.DOTALL)
Show = Callable[..., str]


def test_the_page_has_all() -> None:
    assert ["/mmscope/" in one for one in CONFIGURATIONS] == [False, True]
    assert "auth_basic" in SIGN_IN


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


@pytest.fixture
def trusted(tmp_path: Path) -> Path:
    """A certificate for localhost, beside its key."""
    made = tmp_path / "mmscope.pem"
    name = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    command = [
        "openssl",
        "req",
        "-x509",
        *key,
        *name,
        "-keyout",
        str(made.with_suffix(".key")),
        "-out",
        str(made),
    ]
    subprocess.run(command, check=True, capture_output=True)
    return made


@pytest.fixture
def show(
    start_server: Callable[..., Server], settings: Settings, trusted: Path, tmp_path: Path
) -> Iterator[Show]:
    """Have nginx show a server by a configuration; where."""
    nginx = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/sbin")
    assert nginx, "nginx is missing: tools/lib/packages.sh nginx:nginx"
    (settings.frontend / "embed").mkdir(parents=True)
    for page in ("index.html", "embed/index.html"):
        (settings.frontend / page).write_text("<head></head>")
    log = tmp_path / "nginx.log"
    processes: list[subprocess.Popen[bytes]] = []

    def shown(configuration: str, **more: str) -> str:
        prefix = "/mmscope" if "/mmscope/" in configuration else ""
        server = start_server(
            MMSCOPE_PROXIES="127.0.0.1", MMSCOPE_PREFIX=prefix, MMSCOPE_MAX_ROOMS="10", **more
        )
        port = free_port()
        exchanged = {
            "127.0.0.1:8000": f"127.0.0.1:{server.port}",
            "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
            "/etc/ssl/certs/mmscope.pem": str(trusted),
            "/etc/ssl/private/mmscope.key": str(trusted.with_suffix(".key")),
        }
        for there, here in exchanged.items():
            assert there in configuration
            configuration = configuration.replace(there, here)
        paths = "".join(
            f"{way}_temp_path {tmp_path}/{way};\n" for way in ("proxy", "fastcgi", "uwsgi", "scgi")
        )
        paths += f"client_body_temp_path {tmp_path}/body;\naccess_log off;\n"
        own = f"user {getpass.getuser()};\n"  # its workers read files of the test
        whole = f"daemon off;\npid {tmp_path}/pid;\nevents {{}}\nhttp {{\n{paths}{configuration}}}\n"
        (tmp_path / "nginx.conf").write_text(own + whole)
        with log.open("w") as said:
            command = [nginx, "-e", str(log), "-c", str(tmp_path / "nginx.conf")]
            processes.append(subprocess.Popen(command, stderr=said))

        def answers() -> bool:
            assert processes[-1].poll() is None, log.read_text()
            with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                return True
            return False

        wait_until(answers)
        return f"https://localhost:{port}{prefix}"

    yield shown
    for process in processes:
        process.terminate()
        process.wait(PATIENCE)


@pytest.fixture(params=CONFIGURATIONS, ids=["root", "path"])
def place(request: pytest.FixtureRequest, show: Show) -> str:
    """Where nginx shows a server."""
    return show(request.param)


def test_who_signs_in_is_named_and_nobody_names_themselves(show: Show, trusted: Path, tmp_path: Path) -> None:
    users = tmp_path / "users"
    users.write_text("ada:{PLAIN}secret\n")
    before, _, after = CONFIGURATIONS[0].partition("    location / {\n")
    signed = SIGN_IN.replace("/etc/nginx/mmscope.users", str(users))
    assert after
    assert signed != SIGN_IN
    url = show(f"{before}    location / {{\n{signed}{after}", MMSCOPE_USER_HEADER="X-Forwarded-User")
    context = ssl.create_default_context(cafile=str(trusted))
    forged = {"x-forwarded-user": "bob"}
    with httpx2.Client(base_url=url, verify=context, timeout=PATIENCE) as client:
        assert client.get("/api/shares", headers=forged).status_code == 401
        for headers in ({}, forged):
            answer = client.get("/api/shares", headers=headers, auth=("ada", "secret"))
            assert answer.json()["name"] == "ada"


def test_files_steps_and_rooms_come_through(place: str, trusted: Path, text: bytes) -> None:
    context = ssl.create_default_context(cafile=str(trusted))
    origin, prefix = re.fullmatch(r"(https://[^/]+)(.*)", place).groups()  # type: ignore[union-attr]
    with ExitStack() as stack:

        def browser(address: str = "127.0.0.1") -> httpx2.Client:
            transport = httpx2.HTTPTransport(verify=context, local_address=address)
            reply = {"mmscope-secret": new_secret(), "origin": origin}
            made = httpx2.Client(base_url=origin, transport=transport, headers=reply, timeout=PATIENCE)
            return stack.enter_context(made)

        one, other = browser(), browser("127.0.0.2")
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
        assert large.headers["upload-offset"] == str(4 << 20), "more than nginx takes by itself"

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
