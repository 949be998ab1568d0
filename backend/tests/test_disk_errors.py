"""A real server whose disk turns read-only, as one with errors does: it says so, and loses nothing."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mmscope.settings import Settings
from support import Server, wait_until

SIZE = 32 << 20
TYPE = {"content-type": "application/offset+octet-stream"}


@contextmanager
def mounted(image: Path, at: Path) -> Iterator[None]:
    """A file as a disk. Where we may not mount one, the test is not run."""
    at.mkdir(exist_ok=True)
    made = subprocess.run(
        ["mount", "-o", "loop,errors=remount-ro", str(image), str(at)], capture_output=True, check=False
    )
    if made.returncode:
        pytest.skip(f"a disk that breaks needs root: {made.stderr.decode().strip()}")
    try:
        yield
    finally:
        subprocess.run(["umount", str(at)], check=True)


def status_and_code(answer: Any) -> tuple[int, str]:  # noqa: ANN401  # of any client
    return answer.status_code, answer.json()["error"]["code"]


@pytest.mark.slow
def test_a_disk_that_turns_read_only(settings: Settings, tmp_path: Path, text: bytes) -> None:
    image, disk = tmp_path / "image", tmp_path / "disk"
    with image.open("wb") as file:
        file.truncate(SIZE)
    try:
        subprocess.run(["mkfs.ext4", "-q", "-F", str(image)], check=True)
    except FileNotFoundError:
        pytest.skip("there is no mkfs.ext4")
    settings = replace(settings, data=disk / "data")
    with mounted(image, disk):
        server = Server(settings)
        with ExitStack() as end:
            end.callback(server.kill)
            wait_until(server.is_ready)
            kept = server.http.post("/api/captures", content=text).headers["location"]
            upload = server.http.post("/api/uploads", headers={"upload-length": "9"}).headers["location"]
            os.sync()
            subprocess.run(["mount", "-o", "remount,abort", str(disk)], check=True)
            head = {**TYPE, "upload-offset": "0"}
            for answer in (
                server.http.post("/api/captures", content=text + b"\n"),
                server.http.post("/api/uploads", headers={"upload-length": "9"}),
                server.http.patch(upload, headers=head, content=b"x" * 9),
                server.http.delete(kept),
                server.http.delete(upload),
            ):
                assert status_and_code(answer) == (503, "read_only")
            assert server.http.head(upload).headers["upload-offset"] == "0"
            assert server.http.get(f"{kept}/file").content == text
    with mounted(image, disk):
        server = Server(settings)
        with ExitStack() as end:
            end.callback(server.kill)
            assert server.http.get(f"{kept}/file").content == text
            assert server.http.delete(kept).status_code == 204
            assert server.http.delete(upload).status_code == 204
