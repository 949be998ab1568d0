"""`mmscope doctor`: finds what is wrong with a data folder, changes nothing, and mends on request."""

import json
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from classroom import room_that_is_over
from mmscope.captures import Entry, Library, Uploads
from mmscope.cli import main
from mmscope.settings import ROOMS, Settings
from support import made_older, process, run
from test_library import take_in

Reopen = Callable[[], Library]
Doctor = Callable[..., list[str]]


@pytest.fixture
def kept(reopen: Reopen, text: bytes) -> Entry:
    """An uploaded capture in a data folder that nobody uses."""
    with closing(reopen()) as library:
        library.catch_up()
        return take_in(library, text, "mine")[0]


@pytest.fixture
def doctor(settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Doctor:
    """Run it; what it says. The plain run must change nothing."""
    monkeypatch.setenv("MMSCOPE_DATA", str(settings.data))

    def run(*more: str, status: int) -> list[str]:
        before = everything(settings.data)
        assert main(["doctor", *more]) == status
        if "--mend" not in more:
            assert everything(settings.data) == before
        return capsys.readouterr().out.splitlines()

    return run


def everything(folder: Path) -> dict[str, tuple[object, ...]]:
    """All that a change could change."""
    found: dict[str, tuple[object, ...]] = {}
    for path in sorted([folder, *folder.rglob("*")]):
        stat = path.lstat()
        content = path.read_bytes() if path.is_file() else b""
        found[str(path)] = (stat.st_mode, stat.st_mtime_ns, stat.st_ino, content)
    return found


def problems(lines: list[str]) -> list[str]:
    return [line for line in lines if line.split()[0] not in {"data", "disk", "catalogue", "rooms", "doctor"}]


@pytest.mark.usefixtures("kept")
def test_rooms_are_counted_and_damage_is_set_aside(doctor: Doctor, settings: Settings) -> None:
    room_that_is_over(settings.data)
    assert "rooms        0 open, 1 over with results" in doctor(status=0)
    path = settings.data / ROOMS
    path.write_bytes(b"no database at all, but long enough to be read as one" * 50)
    assert [line.split(" (")[0] for line in problems(doctor(status=1))] == ["rooms.sqlite is damaged"]
    doctor("--mend", status=0)
    assert not path.exists()
    assert list((settings.data / "aside").glob("rooms.sqlite*"))
    doctor(status=0)


@pytest.mark.usefixtures("kept")
def test_a_healthy_folder(doctor: Doctor) -> None:
    lines = doctor("--deep", status=0)
    assert problems(lines) == []
    assert lines[1].startswith("disk ")
    assert "files available" in lines[1]
    assert lines[-1] == "doctor problems=0 mended=0 leftovers=0"


@pytest.mark.usefixtures("kept")
def test_an_older_catalogue_is_not_brought_up_to_date(doctor: Doctor, settings: Settings) -> None:
    path = settings.data / "catalogue.sqlite"
    made_older(path, "0001")
    doctor(status=0)
    doctor("--mend", status=0)
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("SELECT version_num FROM alembic_version").fetchone() != ("0001",)


@pytest.mark.usefixtures("kept")
def test_a_folder_without_lock_and_incoming(doctor: Doctor, settings: Settings) -> None:
    (settings.data / "lock").unlink()
    (settings.data / "incoming").rmdir()
    doctor(status=0)


def cut(path: Path) -> None:
    os.truncate(path, path.stat().st_size - 20)


def zeroes(path: Path) -> None:
    path.write_bytes(bytes(path.stat().st_size))


@pytest.mark.parametrize("how", [cut, zeroes, Path.unlink])
@pytest.mark.parametrize(
    "name",
    [
        "swap_select.parquet",
        "swap_select.events.npy",
        "swap_select.levels.arrow",
        "verdicts.parquet",
        "check.json",
        "capture.json",
    ],
)
def test_a_torn_derived_file_is_made_again(
    doctor: Doctor, reopen: Reopen, settings: Settings, kept: Entry, name: str, how: Callable[[Path], None]
) -> None:
    (path,) = (settings.data / "captures" / kept.id).glob(f"*/{name}")
    good = path.read_bytes()
    how(path)
    (line,) = problems(doctor(status=1))
    assert line.startswith(f"captures/{kept.id} has damaged derived files: {name}")
    assert line.endswith(": doctor --mend makes them again")
    assert doctor("--mend", status=0)[-1] == "doctor problems=1 mended=1 leftovers=0"
    with closing(reopen()) as library:
        library.catch_up()
        assert library.get(kept.id) == kept
        assert (library.derived(kept.id) / name).read_bytes() == good
    assert problems(doctor("--deep", status=0)) == []


def test_an_uploaded_file_that_rotted(
    doctor: Doctor, reopen: Reopen, settings: Settings, kept: Entry, text: bytes
) -> None:
    source = settings.data / "captures" / kept.id / "source"
    source.write_bytes(text[:-2] + b"x\n")
    assert problems(doctor(status=0)) == [], "which only --deep reads"
    (line,) = problems(doctor("--deep", status=1))
    assert line.startswith(f"captures/{kept.id}/source is not the file that came: its SHA-256 is")
    doctor("--deep", "--mend", status=0)
    with closing(reopen()) as library:
        assert library.get(kept.id).details["error"]["code"] == "changed"
    assert len(problems(doctor("--deep", status=1))) == 1, "it stays a problem until the file is back"
    source.write_bytes(text)
    doctor("--deep", "--mend", status=0)
    with closing(reopen()) as library:
        library.catch_up()
        assert library.get(kept.id) == kept


@pytest.mark.parametrize("content", [b"", b"{}", b"nonsense"])
def test_a_label_that_makes_no_sense(doctor: Doctor, settings: Settings, kept: Entry, content: bytes) -> None:
    label = settings.data / "captures" / kept.id / "label.json"
    good = label.read_bytes()
    label.write_bytes(content)
    assert problems(doctor(status=1)) == [
        f"captures/{kept.id}/label.json cannot be understood: doctor --mend writes it anew from the catalogue"
    ]
    doctor("--mend", status=0)
    assert label.read_bytes() == good


def test_cards_of_uploads_and_stray_files(doctor: Doctor, reopen: Reopen, settings: Settings) -> None:
    with closing(reopen()) as library:
        uploads = Uploads(library)
        tokens = []
        for _ in range(3):
            upload = uploads.create("x", 10, None)
            tokens.append(upload.token)
            with uploads.appending(upload.token, 0, None) as to:
                to.write(b"12345")
                to.commit()
        folder = settings.data / "uploads"
    (folder / tokens[0] / "card.json").write_bytes(b"")
    (folder / tokens[1] / "source").write_bytes(b"1")
    (folder / "note.txt").write_text("mine")
    (folder / ("0" * 32)).mkdir()
    lines = problems(doctor(status=1))
    assert sorted(line.partition(" ")[2] for line in lines) == [
        "is an upload whose card counts 5 bytes, where there are 1: doctor --mend moves it to aside/",
        "is an upload whose card makes no sense: doctor --mend moves it to aside/",
        "is not mmscope's: move it away",
    ]
    last = doctor("--mend", status=1)[-1]
    assert last == "doctor problems=3 mended=2 leftovers=1"
    assert (settings.data / "aside" / tokens[0] / "source").read_bytes() == b"12345"
    assert (settings.data / "aside" / tokens[1] / "source").read_bytes() == b"1"
    assert sorted(path.name for path in folder.iterdir()) == sorted([tokens[2], "note.txt"])


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root")
def test_files_of_another_user(doctor: Doctor, settings: Settings, kept: Entry) -> None:
    """As after a restore by root."""
    source = settings.data / "captures" / kept.id / "source"
    os.chown(source, 12345, -1)
    assert problems(doctor(status=1)) == [
        f"captures/{kept.id}/source belongs to user 12345, the data folder to 0: chown it"
    ]


def test_a_folder_that_a_server_uses_or_that_is_none(
    settings: Settings,
    library: Library,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.setenv("MMSCOPE_DATA", str(settings.data))
    assert main(["doctor"]) == 3
    assert "in use by another mmscope server" in capsys.readouterr().err
    assert library.catalogue.count()
    monkeypatch.setenv("MMSCOPE_DATA", str(tmp_path / "none"))
    assert main(["doctor"]) == 3
    assert not (tmp_path / "none").exists()


def test_a_label_that_names_another_file(doctor: Doctor, settings: Settings, kept: Entry) -> None:
    label = settings.data / "captures" / kept.id / "label.json"
    read = json.loads(label.read_bytes())
    label.write_text(json.dumps({**read, "sha256": "0" * 64}))
    assert "does not name the checksum" in problems(doctor(status=1))[0]
    doctor("--mend", status=0)
    assert json.loads(label.read_bytes()) == read


@pytest.mark.usefixtures("kept")
def test_names_that_are_no_text(settings: Settings) -> None:
    """They are named in escapes, each in one line, also where the output takes nothing but text."""
    (settings.data / "captures" / os.fsdecode(b"\xff\nnone")).write_text("mine")
    done = process("doctor", env={"MMSCOPE_DATA": str(settings.data), "PYTHONIOENCODING": "utf-8:strict"})
    assert (done.returncode, done.stderr) == (1, b"")
    assert rb"captures/\udcff\nnone is not mmscope's: move it away" in done.stdout.splitlines()


def test_remove_makes_no_folder(tmp_path: Path) -> None:
    """A mistyped MMSCOPE_DATA is reported."""
    done = run("remove", "u-0", env={"MMSCOPE_DATA": str(tmp_path / "none")})
    assert done.returncode == 3
    assert b"is not the data folder of a server" in done.stderr
    assert not (tmp_path / "none").exists()
