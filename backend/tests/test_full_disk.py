"""A real server on a disk that is full: it answers, gives space back, and goes on by itself."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from conftest import ModelRun
from mmscope.settings import Settings
from support import Server, fill, small_disk, wait_until

MIB = 1 << 20
TYPE = {"content-type": "application/offset+octet-stream"}


@pytest.fixture
def settings(settings: Settings, tmp_path: Path) -> Iterator[Settings]:
    """A data folder on a small disk of its own."""
    with small_disk(tmp_path / "disk", 24 * MIB) as disk:
        yield replace(settings, data=disk / "data")


@pytest.fixture
def texts(run_model: ModelRun) -> list[bytes]:
    """Captures."""
    return [b"".join(run_model("two-nodes", seed=n, stop_decisions=300).write()) for n in range(3)]


def health(server: Server) -> dict[str, object]:
    answer = server.http.get("/api/health")
    assert answer.status_code == 200
    found: dict[str, object] = answer.json()
    return found


def code(answer: object) -> str:
    return str(answer.json()["error"]["code"])  # type: ignore[attr-defined]


def test_what_is_there_can_be_removed_and_then_there_is_room(
    start_server: Callable[[], Server], settings: Settings, texts: list[bytes]
) -> None:
    server = start_server()
    wait_until(lambda: health(server)["pending"] == 0)
    urls = [server.http.post("/api/captures", content=text).headers["location"] for text in texts[:2]]
    assert health(server)["status"] == "ok"
    filler = fill(settings.data.parent)
    told = health(server)
    assert (told["status"], told["room"]) == ("full", 0)
    for answer in (
        server.http.post("/api/captures", content=texts[2]),
        server.http.post("/api/uploads", headers={"upload-length": str(len(texts[2]))}),
    ):
        assert (answer.status_code, code(answer)) == (507, "no_space")
    assert server.http.get(f"{urls[0]}/file").content == texts[0]
    assert server.http.delete(urls[0]).status_code == 204
    assert server.http.get(urls[0]).status_code == 404
    filler = fill(settings.data.parent)
    assert server.http.delete(urls[1]).status_code == 204
    assert [c["origin"] for c in server.http.get("/api/captures").json()] == ["bundled"]
    filler.unlink()
    assert health(server)["status"] == "ok"
    assert server.http.post("/api/captures", content=texts[2]).status_code == 201


@pytest.mark.parametrize("left", [0, 2 * MIB], ids=["full", "too little room"])
def test_a_start_on_a_full_disk_and_bundled_captures_that_wait_for_room(
    start_server: Callable[[], Server],
    settings: Settings,
    run_model: ModelRun,
    texts: list[bytes],
    left: int,
) -> None:
    server = start_server()
    wait_until(lambda: health(server)["pending"] == 0)
    kept = server.http.post("/api/captures", content=texts[0]).headers["location"]
    server.kill()
    large = b"".join(run_model("four-nodes", stop_decisions=20_000).write())
    (settings.bundled / "second.mmscope.gz").write_bytes(large)
    filler = fill(settings.data.parent, left)
    server = start_server()
    server.says("1 captures still have to be read")
    assert (health(server)["status"], health(server)["pending"]) == ("full" if left == 0 else "ok", 1)
    assert list((settings.data / "incoming").iterdir()) == []
    assert server.http.get(f"{kept}/check").json()["totals"]["same"] == 300
    filler.unlink()
    wait_until(lambda: health(server)["pending"] == 0)
    assert {c["state"] for c in server.http.get("/api/captures").json()} == {"ready"}


def test_a_start_without_any_room_says_so(start_server: Callable[[], Server], settings: Settings) -> None:
    server = start_server()
    wait_until(lambda: health(server)["pending"] == 0)
    server.process.terminate()
    server.process.wait()
    (settings.data / "reserve").unlink()
    filler = fill(settings.data.parent)
    with pytest.raises(AssertionError, match="is full, so the catalogue cannot be opened: free some space"):
        start_server()
    filler.unlink()
    assert health(start_server())["status"] == "ok"


def test_an_upload_that_came_whole_waits_for_room(
    start_server: Callable[[], Server], settings: Settings, texts: list[bytes]
) -> None:
    server = start_server()
    wait_until(lambda: health(server)["pending"] == 0)
    text = texts[0]
    url = server.http.post("/api/uploads", headers={"upload-length": str(len(text))}).headers["location"]
    head = {**TYPE, "upload-offset": "0"}
    assert server.http.patch(url, headers=head, content=text[:-1]).status_code == 204
    filler = fill(settings.data.parent)
    head["upload-offset"] = str(len(text) - 1)
    assert server.http.patch(url, headers=head, content=text[-1:]).status_code in {204, 507}
    fill(settings.data.parent, left=16 << 10)  # for its card, but not for what is derived
    stands = int(server.http.head(url).headers["upload-offset"])
    assert stands >= len(text) - 1, "what was acknowledged counts"
    if stands < len(text):
        assert server.http.patch(url, headers=head, content=text[-1:]).status_code == 204
    wait_until(lambda: "held" in server.http.get(url).json())
    told = server.http.get(url).json()
    assert (told["state"], told["held"].startswith("the server's disk is full")) == ("waiting", True)
    server.kill()
    server = start_server()
    wait_until(lambda: "held" in server.http.get(url).json())
    filler.unlink()
    wait_until(lambda: "id" in server.http.get(url).json())
    capture = server.http.get(url).json()["id"]
    assert server.http.get(f"/api/captures/{capture}/file").content == text
