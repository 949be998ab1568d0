"""Files in the data folder that are damaged while the server runs, or between two runs."""

import os
import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from mmscope.captures import CaptureError, Catalogue, Entry, Library, survey, torn
from mmscope.captures.inventory import NAME as INVENTORY
from mmscope.captures.library.library import AGAIN
from mmscope.core import CoreModule, TraceModule
from mmscope.settings import Settings
from support import wait_until
from test_library import take_in

Reopen = Callable[[], Library]
Damage = Callable[[Path], object]


def cut(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size // 2)


def empty(path: Path) -> None:
    path.write_bytes(b"")


def flip(path: Path) -> None:
    """One bit in the middle."""
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 4
    path.write_bytes(content)


DAMAGE: list[Damage] = [cut, empty, flip, Path.unlink]
WINDOW = "window?t0=0&t1=9999999999&tracks=swap_select"
READERS = {
    "swap_select.parquet": "events/swap_select",
    "verdicts.parquet": "verdicts",
    "swap_select.levels.arrow": WINDOW,
    "swap_select.events.npy": WINDOW,
    "check.json": "check",
    "capture.json": "",
}


def folder_of(settings: Settings, url: str) -> Path:
    """Where the derived files of a capture are."""
    capture = settings.data / "captures" / url.rpartition("/")[2]
    return next(path for path in capture.iterdir() if path.is_dir())


@pytest.fixture
def url(client: TestClient, text: bytes) -> str:
    """Address of an uploaded capture."""
    return str(client.post("/api/captures?filename=mine", content=text).headers["location"])


@pytest.mark.parametrize("damage", DAMAGE)
@pytest.mark.parametrize("name", list(READERS))
def test_a_damaged_derived_file_is_made_again_without_a_restart(
    client: TestClient, settings: Settings, url: str, name: str, damage: Damage
) -> None:
    address = f"{url}/{READERS[name]}".rstrip("/")
    before = client.get(address)
    assert before.status_code == 200
    path = folder_of(settings, url) / name
    content = path.read_bytes()
    damage(path)
    answer = client.get(address)
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "pending"), answer.text
    assert "read again" in answer.json()["error"]["message"]
    wait_until(lambda: client.get(url).json()["state"] == "ready")
    assert client.get(address).content == before.content
    assert path.read_bytes() == content
    assert torn(path.parent, thorough=True) == []


@pytest.mark.parametrize("damage", [empty, Path.unlink, lambda path: path.write_text('{"files": {"x": 1}}')])
def test_a_damaged_inventory(client: TestClient, settings: Settings, url: str, damage: Damage) -> None:
    damage(folder_of(settings, url) / INVENTORY)
    assert client.get(f"{url}/check").status_code == 409
    wait_until(lambda: client.get(f"{url}/check").status_code == 200)


def test_the_folder_of_derived_files_goes_away(client: TestClient, settings: Settings, url: str) -> None:
    shutil.rmtree(folder_of(settings, url))
    assert client.get(f"{url}/verdicts").status_code == 409
    wait_until(lambda: client.get(f"{url}/verdicts").status_code == 200)


@pytest.mark.parametrize("damage", [cut, flip])
def test_a_long_file_is_checked_page_by_page(
    client: TestClient, settings: Settings, url: str, damage: Damage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mmscope.captures.inventory.CHECKED", 0)
    damage(folder_of(settings, url) / "swap_select.parquet")
    assert client.get(f"{url}/events/swap_select").status_code == 409


def test_what_is_damaged_again_and_again_is_given_up_until_the_next_start(
    reopen: Reopen, text: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(reopen()) as library:
        entry, _ = take_in(library, text)
        check = library.derived(entry.id) / "check.json"
        for _ in range(AGAIN):
            cut(check)
            with pytest.raises(CaptureError, match="read again") as caught:
                library.read_derived(entry.id, "check.json")
            assert caught.value.code == "pending"
            library.catch_up()
            assert library.read_derived(entry.id, "check.json")["totals"]["same"] == 400
        cut(check)
        for _ in range(2):
            with pytest.raises(CaptureError, match="check the server's disk") as caught:
                library.read_derived(entry.id, "check.json")
            assert caught.value.code == "torn"
        assert library.catch_up() == 0
        assert library.get(entry.id).state == "failed"
        assert library.file(entry).read_bytes() == text
    assert f"captures/{entry.id} is damaged: check.json has" in caplog.text
    with closing(reopen()) as library:
        library.catch_up()
        assert library.read_derived(entry.id, "check.json")["totals"]["same"] == 400


def test_damaged_files_of_a_damaged_source_are_not_made_again(reopen: Reopen, text: bytes) -> None:
    with closing(reopen()) as library:
        entry, _ = take_in(library, text)
        flip(library.file(entry))
        cut(library.derived(entry.id) / "check.json")
        with pytest.raises(CaptureError, match="read again"):
            library.read_derived(entry.id, "check.json")
        assert library.catch_up() == 0
        with pytest.raises(CaptureError, match="the file changed on the server's disk; upload it again"):
            library.read_derived(entry.id, "check.json")
        assert library.catch_up() == 0
        again, is_new = take_in(library, text)
        assert (again.id, is_new) == (entry.id, True)
        assert library.read_derived(entry.id, "check.json")["totals"]["same"] == 400


def test_a_fault_that_is_not_the_files_is_not_taken_for_damage(
    client: TestClient, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mmscope.captures.library.library.checked_bytes", lambda _path: b"no JSON")
    calm = TestClient(client.app, raise_server_exceptions=False)
    assert calm.get(f"{url}/check").status_code == 500
    monkeypatch.undo()
    assert client.get(f"{url}/check").status_code == 200


def whole(client: TestClient, library_folder: Path, url: str, text: bytes) -> None:
    """All of an uploaded capture is there: row, label, file, and what is derived from it."""
    found = client.get(url).json()
    assert (found["state"], found["filename"], found["totals"]["same"]) == ("ready", "mine", 400)
    assert client.get(f"{url}/file").content == text
    assert client.get(f"{url}/check").json()["totals"]["same"] == 400
    assert {path.name for path in library_folder.iterdir() if path.is_file()} == {"source", "label.json"}
    assert torn(next(path for path in library_folder.iterdir() if path.is_dir()), thorough=True) == []


@pytest.mark.parametrize("asked", [["/check"], ["/file"], ["", "/check"], []])
def test_a_capture_whose_folder_is_gone(
    client: TestClient, settings: Settings, url: str, text: bytes, asked: list[str]
) -> None:
    folder = settings.data / "captures" / url.rpartition("/")[2]
    shutil.rmtree(folder)
    for path in asked:
        answer = client.get(f"{url}{path}")
        if path or asked[0]:
            assert (answer.status_code, answer.json()["error"]["code"]) == (410, "gone")
            assert "upload it again" in answer.json()["error"]["message"]
    made = client.post("/api/captures?filename=mine", content=text)
    assert (made.status_code, made.headers["location"]) == (201, url)
    whole(client, folder, url, text)


@pytest.mark.parametrize("damage", [cut, flip, Path.unlink])
def test_a_damaged_file_is_stored_when_it_is_uploaded_again(
    client: TestClient, settings: Settings, url: str, text: bytes, damage: Damage
) -> None:
    folder = settings.data / "captures" / url.rpartition("/")[2]
    damage(folder / "source")
    if damage is not flip:
        assert client.get(f"{url}/file").status_code == (422 if damage is cut else 410)
    assert client.post("/api/captures?filename=mine", content=text).status_code == 201
    whole(client, folder, url, text)
    assert client.post("/api/captures?filename=mine", content=text).status_code == 200


@pytest.mark.parametrize("damage", [cut, Path.unlink])
def test_a_start_finds_files_of_another_length(reopen: Reopen, text: bytes, damage: Damage) -> None:
    with closing(reopen()) as library:
        entry, _ = take_in(library, text)
        path = library.derived(entry.id) / "swap_select.events.npy"
    content = path.read_bytes()
    damage(path)
    with closing(reopen()) as library:
        assert library.get(entry.id).state == "pending"
        library.catch_up()
        assert library.get(entry.id) == entry
    assert path.read_bytes() == content


def test_a_start_reads_each_row_and_looks_at_each_folder_once(
    reopen: Reopen, text: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(reopen()) as library:
        library.catch_up()
        entry, _ = take_in(library, text)
    scanned, rows = list[str](), list[Entry]()
    scandir, select = os.scandir, Catalogue._select  # noqa: SLF001

    def counted(catalogue: Catalogue, query: Any) -> list[Entry]:  # noqa: ANN401
        found = select(catalogue, query)
        rows.extend(found)
        return found

    monkeypatch.setattr(Catalogue, "_select", counted)

    def looked(path: Path) -> Any:  # noqa: ANN401  # scandir's own
        scanned.append(os.fspath(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", looked)
    with closing(reopen()):
        pass
    assert [row.id for row in rows].count(entry.id) == 1
    assert [path.endswith(f"captures/{entry.id}") for path in scanned].count(True) == 1


def test_a_thorough_survey_finds_a_bit(reopen: Reopen, text: bytes) -> None:
    with closing(reopen()) as library:
        entry, _ = take_in(library, text)
        library.catch_up()
        flip(library.derived(entry.id) / "swap_select.levels.arrow")
        assert list(survey(library.store, library.catalogue)) == []
        found = list(survey(library.store, library.catalogue, thorough=True))
        given = "has damaged derived files: swap_select.levels.arrow is not what was written"
        assert [(f.where, f.what) for f in found] == [(f"captures/{entry.id}", given)]
        assert found[0].mend is not None
        found[0].mend()
        library.catch_up()
        assert list(survey(library.store, library.catalogue, thorough=True)) == []


def test_derived_files_of_another_version_are_no_damage(
    settings: Settings, core: CoreModule, trace: TraceModule, text: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(Library(settings, core, trace)) as library:
        entry: Entry = take_in(library, text)[0]
        (library.derived(entry.id) / INVENTORY).unlink()
    caplog.clear()
    with closing(Library(settings, core, trace)) as library:
        assert library.get(entry.id).state == "pending"
    assert not [record for record in caplog.records if record.levelname == "WARNING"]
