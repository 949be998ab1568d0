"""Helpers of the tests."""

import io
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from itertools import chain
from pathlib import Path
from typing import Any
from unittest import mock

import httpx2
import pytest
import sqlalchemy as sa
from alembic import command
from websockets.sync.client import ClientConnection, connect

from mmscope.captures.library.catalogue import MIGRATIONS
from mmscope.captures.library.migration import configured
from mmscope.cli import main
from mmscope.settings import Settings

PATIENCE = 60.0  # seconds
OURS = {"mmscope-secret": "o" * 43}  # what the tests' clients send their files with


def free_port() -> int:
    """A port of this machine on which nothing listens now."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def program(name: str, package: str) -> str:
    """Where a tool is that a Debian package installs."""
    found = shutil.which(name, path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")
    assert found, f"{name} is missing: tools/lib/packages.sh {name}:{package}"
    return found


def wait_until(holds: Callable[[], bool]) -> None:
    """Look again and again until it holds."""
    give_up = time.monotonic() + PATIENCE
    pause = threading.Event()
    while not holds():
        assert time.monotonic() < give_up, "waited in vain"
        pause.wait(0.002)  # leave the processor to those we wait for


Done = subprocess.CompletedProcess[bytes]


def run(*arguments: str, stdin: bytes = b"", env: dict[str, str] | None = None) -> Done:
    """Run `mmscope`, in this process."""
    given, out, err = (io.TextIOWrapper(io.BytesIO(x), write_through=True) for x in (stdin, b"", b""))
    with (
        mock.patch.dict(os.environ, env or {}),
        mock.patch("sys.stdin", given),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        status = main(arguments)
    return Done(arguments, status, *(x.buffer.getvalue() for x in (out, err)))


def process(*arguments: str, stdin: bytes = b"", env: dict[str, str] | None = None) -> Done:
    """Run `mmscope`, as people do."""
    command = [sys.executable, "-m", "mmscope", *arguments]
    return subprocess.run(
        command, input=stdin, capture_output=True, check=False, env={**os.environ, **(env or {})}
    )


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, by name."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def applied(
    state: dict[str, list[dict[str, Any]]], changes: dict[str, dict[str, dict[str, Any]]]
) -> dict[str, list[dict[str, Any]]]:
    """A visible state with changes applied."""
    return {
        table: [row | changes.get(table, {}).get(str(number), {}) for number, row in enumerate(rows)]
        for table, rows in state.items()
    }


@contextmanager
def small_disk(at: Path, size: int) -> Iterator[Path]:
    """A disk of `size` bytes. Where we may not mount one, the test is not run."""
    at.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(at)], capture_output=True, check=False
    )
    if made.returncode:
        pytest.skip(f"a small disk needs root: {made.stderr.decode().strip()}")
    try:
        yield at
    finally:
        subprocess.run(["umount", "--lazy", str(at)], check=True)


def fill(disk: Path, left: int = 0) -> Path:
    """Fill a disk up to `left` bytes; the file that does it."""
    path = disk / "filler"
    with path.open("wb", buffering=0) as file, suppress(OSError):
        while file.write(bytes(1 << 16)):
            pass
    os.truncate(path, max(0, path.stat().st_size - left))
    return path


def made_older(catalogue: Path, revision: str) -> None:
    """Bring a catalogue back to the form that it had once."""
    engine = sa.create_engine(f"sqlite:///{catalogue}")
    with engine.begin() as connection:
        command.downgrade(configured(connection, MIGRATIONS), revision)
    engine.dispose()


class Server:
    """A real `mmscope serve` on a free port."""

    def __init__(self, settings: Settings, **more: str) -> None:
        """`more`: further variables of its environment."""
        env = {
            **os.environ,
            "PORT": "0",
            **more,
            "MMSCOPE_ROOT": str(settings.root),
            "MMSCOPE_DATA": str(settings.data),
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", "mmscope", "serve"], env=env, stderr=subprocess.PIPE, text=True
        )
        self.said: list[str] = []
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.said.append(line)
            if found := re.search(r"running on (http://[\d.]+:(\d+))", line):
                self.url, self.port = found[1], int(found[2])
                break
        else:
            self.process.wait()
            self.process.stderr.close()
            raise AssertionError("".join(self.said))
        self.http = httpx2.Client(base_url=self.url, timeout=PATIENCE, headers=OURS)

    def says(self, words: str) -> None:
        """Wait until it says so in its log."""
        assert self.process.stderr is not None
        found = any(words in line for line in chain(self.said, self.process.stderr))
        assert found, f"it ended without saying {words!r}"

    def is_ready(self) -> bool:
        """Whether all captures have been read."""
        return bool(self.http.get("/api/health").json()["pending"] == 0)

    def connect(self, source: str = "127.0.0.1") -> socket.socket:
        """A bare connection, from this address of the machine's own."""
        return socket.create_connection(("127.0.0.1", self.port), PATIENCE, (source, 0))

    def post_head(self, length: int) -> bytes:
        """The head of an upload of so many bytes."""
        return (
            f"POST /api/captures?filename=x HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
            f"Content-Type: application/octet-stream\r\nContent-Length: {length}\r\n\r\n"
        ).encode()

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        self.http.close()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        if self.process.stderr is not None:
            self.process.stderr.close()


@contextmanager
def plain_proxy(to: int) -> Iterator[str]:
    """A reverse proxy on this machine that says nothing of itself; its address.

    As nginx with `proxy_pass http://127.0.0.1:PORT;` and no more: a connection for each request, which is of
    HTTP/1.0, and has the proxied server's name for Host.
    """
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def pass_on(client: socket.socket) -> None:
            with client, client.makefile("rb") as asked, suppress(OSError):
                method, path, _ = asked.readline().split()
                lines = list(iter(asked.readline, b"\r\n"))
                given = {name.lower(): value.strip() for name, _, value in (x.partition(b":") for x in lines)}
                body = asked.read(int(given.get(b"content-length", 0)))
                own = {b"host": b"127.0.0.1:%d" % to, b"connection": b"close"}
                head = [b"%s %s HTTP/1.0" % (method, path), *(b"%s: %s" % x for x in (given | own).items())]
                with socket.create_connection(("127.0.0.1", to), timeout=PATIENCE) as server:
                    server.sendall(b"\r\n".join([*head, b"", body]))
                    while part := server.recv(1 << 16):
                        client.sendall(part)

        def run() -> None:
            with suppress(OSError):
                while True:
                    threading.Thread(target=pass_on, args=(listener.accept()[0],), daemon=True).start()

        threading.Thread(target=run, daemon=True).start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        listener.shutdown(socket.SHUT_RDWR)


@contextmanager
def slow_reader(server: Server, path: str) -> Iterator[ClientConnection]:
    """A WebSocket client with little room for what it has not read."""
    end = socket.socket()
    end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    end.connect(("127.0.0.1", server.port))
    url = f"ws://127.0.0.1:{server.port}{path}"
    with connect(url, sock=end, max_queue=1, compression=None, ping_interval=None, close_timeout=0) as client:
        yield client


def answer(connection: socket.socket) -> tuple[int, str]:
    """Status and code of the error of what comes until the connection ends."""
    given = b""
    while part := connection.recv(65536):
        given += part
    head, _, body = given.partition(b"\r\n\r\n")
    return int(head.split()[1]), json.loads(body)["error"]["code"]
