"""The data folder after a bad day: a start, or `mmscope doctor --mend`, has all that people sent."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from attacks.target import Tally, trace
from mmscope.settings import Settings
from support import Server, fill, wait_until


def bad_days(settings: Settings, kept: dict[str, bytes], tally: Tally) -> None:
    """Each kind of damage to a copy of the data folder; then what people sent is counted."""
    for name, harm in _HARMS.items():
        data = settings.data.with_name(f"{settings.data.name}-{name}")
        shutil.copytree(settings.data, data, symlinks=True)
        harm(data)
        tally.tries += 1
        try:
            _check(name, data, settings, kept, tally)
        finally:
            shutil.rmtree(data, ignore_errors=True)  # a server that ends may still remove files of its own


def _check(name: str, data: Path, settings: Settings, kept: dict[str, bytes], tally: Tally) -> None:
    given = _doctor(data, settings)
    if "Traceback" in given:
        tally.failures.append(f"doctor, {name}: {given}")
    try:
        server = Server(replace(settings, data=data))
    except AssertionError as error:
        tally.shut_out.append(f"a start after: {name}: {error}")
        return
    try:
        wait_until(lambda: server.http.get("/api/health").json()["pending"] == 0)
        for capture, content in kept.items():
            answer = server.http.get(f"/api/captures/{capture}/file")
            if answer.status_code != 200 or answer.content != content:
                tally.lost.append(f"{capture} after: {name} ({answer.status_code})")
    finally:
        server.kill()


def _doctor(data: Path, settings: Settings) -> str:
    env = {**os.environ, "MMSCOPE_ROOT": str(settings.root), "MMSCOPE_DATA": str(data)}
    run = [sys.executable, "-m", "mmscope", "doctor", "--mend"]
    done = subprocess.run(
        run, env=env, capture_output=True, text=True, errors="replace", check=False, timeout=120
    )
    return done.stdout + done.stderr


def _no_catalogue(data: Path) -> None:
    for path in data.glob("catalogue.sqlite*"):
        path.unlink()


def _no_wal(data: Path) -> None:
    for path in data.glob("catalogue.sqlite-*"):
        path.unlink()


def _garbage(data: Path) -> None:
    (data / "catalogue.sqlite").write_bytes(b"\xff" * 70_000)


def _truncated(data: Path) -> None:
    path = data / "catalogue.sqlite"
    path.write_bytes(path.read_bytes()[:5000])


def _pages(data: Path) -> None:
    path = data / "catalogue.sqlite"
    content = bytearray(path.read_bytes())
    for at in range(4096, len(content), 4096):
        content[at : at + 64] = b"\xaa" * 64
    path.write_bytes(content)


def _strays(data: Path) -> None:
    for folder in ("uploads", "captures", "incoming", "."):
        (data / folder).mkdir(exist_ok=True)
        (data / folder / "stray").write_bytes(b"x")
        (data / folder / "\udcff").write_bytes(b"x")
        (data / folder / "link").symlink_to("/nonexistent")


def _rows(data: Path) -> None:
    with sqlite3.connect(data / "catalogue.sqlite") as catalogue:
        catalogue.execute("UPDATE captures SET details = '[', size = 'x'")


def _emptied(data: Path) -> None:
    with sqlite3.connect(data / "catalogue.sqlite") as catalogue:
        catalogue.execute("DELETE FROM captures")


def _no_labels(data: Path) -> None:
    for path in data.glob("captures/*/label.json"):
        path.unlink()


def _no_derived(data: Path) -> None:
    for path in data.glob("captures/*/*/"):
        shutil.rmtree(path)


def _labels_lie(data: Path) -> None:
    for path in data.glob("captures/*/label.json"):
        path.write_text('{"filename": "../../x", "sha256": "0", "size": 1e999, "added": []}')


def _bare_files(data: Path) -> None:
    _no_catalogue(data)
    _no_labels(data)


_HARMS: dict[str, Callable[[Path], None]] = {
    "no catalogue": _no_catalogue,
    "no wal": _no_wal,
    "catalogue of garbage": _garbage,
    "catalogue cut off": _truncated,
    "pages of the catalogue spoilt": _pages,
    "stray files": _strays,
    "rows spoilt": _rows,
    "rows gone": _emptied,
    "labels gone": _no_labels,
    "labels that lie": _labels_lie,
    "derived files gone": _no_derived,
    "catalogue and labels gone": _bare_files,
}


def full_disk(settings: Settings, disk: Path, tally: Tally) -> None:
    """A small disk that fills up: said so, freed by removing, and work goes on."""
    server = Server(replace(settings, data=disk / "data"))
    try:
        http = server.http
        wait_until(lambda: http.get("/api/health").json()["pending"] == 0)
        made = http.post("/api/captures", params={"filename": "kept"}, content=trace(1, 500))
        gone = http.post("/api/captures", params={"filename": "gone"}, content=trace(2, 500))
        filler = fill(disk)
        for act in _on_a_full_disk(server, gone.json()):
            tally.answered(act, "on a full disk")
        if http.delete(f"/api/captures/{gone.json()['id']}").status_code != 204:
            tally.shut_out.append("removing a capture from a full disk")
        filler.unlink()
        file = http.get(f"/api/captures/{made.json()['id']}/file")
        if file.content != trace(1, 500):
            tally.lost.append("a capture on a full disk")
        wait_until(lambda: http.post("/api/captures", content=trace(3, 500)).status_code in {200, 201})
    finally:
        server.kill()


def _on_a_full_disk(server: Server, gone: dict[str, str]) -> Iterator[int]:
    http = server.http
    yield http.get("/api/health").status_code
    yield http.get("/api/captures").status_code
    yield http.post("/api/captures", content=b"x" * 100_000).status_code
    yield http.post(
        "/api/uploads", headers={"tus-resumable": "1.0.0", "upload-length": "1000000"}
    ).status_code
    yield http.get(f"/api/captures/{gone['id']}/events/mm_page_free").status_code
