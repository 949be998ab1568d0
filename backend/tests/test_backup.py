"""Backups: made while a server works, whole or not there at all, and put back only where nothing is."""

import hashlib
import io
import os
import shutil
import signal
import subprocess
import sys
import tarfile
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from classroom import room_that_is_over
from conftest import ModelRun
from cuts import Cut
from mmscope.captures import (
    BackupError,
    DamagedBackupError,
    Entry,
    Library,
    StoreError,
    Uploads,
    restore,
)
from mmscope.captures import (
    backup as make_backup,
)
from mmscope.captures.backups import backup
from mmscope.cli import main
from mmscope.cli.commands.doctor import doctor
from mmscope.core import CoreModule, TraceModule
from mmscope.rooms import Storage
from mmscope.settings import ROOMS, Settings
from support import fill, small_disk, tree, wait_until
from test_library import take_in

MIB = 1 << 20
SUFFIXES = ["tar", "tar.gz", "tar.zst"]
Reopen = Callable[[], Library]


@pytest.fixture
def other(text: bytes) -> bytes:
    """A second file."""
    return text.replace(b"writer", b"reader")


@pytest.fixture
def kept(reopen: Reopen, text: bytes, other: bytes) -> list[Entry]:
    """Two uploads and half a resumable one in a data folder that nobody uses."""
    with closing(reopen()) as library:
        library.catch_up()
        entries = [take_in(library, text, "mine")[0], take_in(library, other, "yours")[0]]
        uploads = Uploads(library)
        upload = uploads.create("half", len(text), None)
        with uploads.appending(upload.token, 0, None) as to:
            to.write(text[:1000])
            to.commit()
            to.write(b"does not count")
        return entries


def whole(settings: Settings, core: CoreModule, trace: TraceModule, entries: list[Entry]) -> None:
    """The data folder has these captures and half an upload."""
    with closing(Library(settings, core, trace)) as library:
        library.catch_up()
        found = [library.get(entry.id) for entry in entries]
        assert found == entries
        assert len(library.catalogue.all()) == len(entries) + 1
        for entry in found:
            assert hashlib.sha256(library.file(entry).read_bytes()).hexdigest() == entry.sha256
            assert (library.derived(entry.id) / "check.json").is_file()
        uploads = Uploads(library)
        (token,) = (path.name for path in (settings.data / "uploads").iterdir())
        assert (uploads.get(token).card.offset, uploads.get(token).card.filename) == (1000, "half")


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_all_of_it_comes_back(
    settings: Settings,
    core: CoreModule,
    trace: TraceModule,
    kept: list[Entry],
    tmp_path: Path,
    suffix: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in ("own.md", "week 2/own.md"):
        (lesson := settings.data / "lessons" / name).parent.mkdir(parents=True, exist_ok=True)
        lesson.write_text(f"# {name}")
    before = tree(settings.data)
    made = make_backup(settings.data, tmp_path / f"b.{suffix}")
    assert (made.captures, made.uploads, made.problems) == (2, 1, [])
    assert tree(settings.data).keys() - before.keys() <= {"catalogue.sqlite-shm", "catalogue.sqlite-wal"}
    assert made.path.stat().st_mode & 0o077 == 0, "it holds what people sent"
    put = restore(made.path, tmp_path / "back")
    assert (put.captures, put.uploads, put.files, put.damaged) == (2, 1, made.files, {})
    assert not list((tmp_path / "back").glob("captures/*/*/")), "derived files can be made again"
    assert tree(tmp_path / "back" / "lessons") == tree(settings.data / "lessons")
    data = replace(settings, data=tmp_path / "back")
    assert doctor(data, mend=False, deep=True) == 0, capsys.readouterr().out
    whole(data, core, trace, kept)


def test_results_of_rooms_come_back(settings: Settings, kept: list[Entry], tmp_path: Path) -> None:
    assert kept
    code, results = room_that_is_over(settings.data)
    made = make_backup(settings.data, tmp_path / "b.tar")
    assert made.problems == []
    restore(made.path, tmp_path / "back")
    assert Storage(tmp_path / "back").results(code) == results
    path = settings.data / ROOMS
    path.write_bytes(path.read_bytes()[:5000].ljust(9000, b"x"))
    made = make_backup(settings.data, tmp_path / "damaged.tar")
    assert [problem.split(":")[0] for problem in made.problems] == ["rooms and their results are left out"]


def test_derived_files_where_they_are_asked_for(
    settings: Settings, core: CoreModule, trace: TraceModule, kept: list[Entry], tmp_path: Path
) -> None:
    made = make_backup(settings.data, tmp_path / "b.tar", derived=True)
    restore(made.path, tmp_path / "back")
    assert tree(tmp_path / "back" / "captures") == tree(settings.data / "captures")
    with closing(Library(replace(settings, data=tmp_path / "back"), core, trace)) as library:
        assert {library.get(entry.id).state for entry in kept} == {"ready"}
    assert doctor(replace(settings, data=tmp_path / "back"), mend=False, deep=True) == 0


@pytest.mark.parametrize("end", ["cancelled", "lost"])
def test_uploads_without_their_bytes(
    settings: Settings,
    kept: list[Entry],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    end: str,
) -> None:
    """One that is cancelled before its turn is no problem; one that has lost its bytes is."""
    (folder,) = (settings.data / "uploads").iterdir()
    opening = os.open

    def open_(path: Path, *given: int, **named: int) -> int:
        if Path(path) == folder / "source":
            (folder / "source").unlink(missing_ok=True)
            if end == "cancelled":
                shutil.rmtree(folder, ignore_errors=True)
        return opening(path, *given, **named)

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", open_)
        made = make_backup(settings.data, tmp_path / "b.tar")
    assert (made.captures, made.uploads) == (len(kept), 0)
    assert len(made.problems) == (end == "lost")


class Between:
    """Does something when a backup has written so many files."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, do: Callable[[str], object]) -> None:
        add = backup._Making._add  # noqa: SLF001

        def adding(self: backup._Making, name: str, read: backup._Read, size: int, mtime: float) -> None:
            do(name)
            add(self, name, read, size, mtime)

        monkeypatch.setattr(backup._Making, "_add", adding)  # noqa: SLF001


def test_captures_that_go_and_come_while_it_is_made(
    settings: Settings,
    core: CoreModule,
    trace: TraceModule,
    kept: list[Entry],
    other: bytes,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """A capture removed before its turn is left out with its row; one that came is there."""
    first, second = sorted(kept, key=lambda entry: entry.id)
    new = other.replace(b"reader", b"walker")
    with closing(Library(settings, core, trace)) as library:

        def change(name: str) -> None:
            if name == f"captures/{first.id}/source":
                library.remove(second.id)
                take_in(library, new, "new")

        Between(monkeypatch, change)
        made = make_backup(settings.data, tmp_path / "b.tar")
        there = [entry for entry in library.catalogue.all() if entry.origin == "upload"]
    assert (made.captures, made.problems) == (2, [])
    assert made.notes == [f"captures/{second.id} was removed while the backup was made: left out"]
    restore(made.path, tmp_path / "back")
    with closing(Library(replace(settings, data=tmp_path / "back"), core, trace)) as library:
        library.catch_up()
        found = [entry for entry in library.catalogue.all() if entry.origin == "upload"]
        assert {(e.id, e.filename, e.state) for e in found} == {(e.id, e.filename, "ready") for e in there}


def test_an_upload_that_becomes_a_capture_while_it_is_made(
    settings: Settings,
    core: CoreModule,
    trace: TraceModule,
    text: bytes,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    with closing(Library(settings, core, trace)) as library:
        uploads = Uploads(library)
        upload = uploads.create("mine", len(text), None)
        with uploads.appending(upload.token, 0, None) as to:
            to.write(text)
            to.commit()

        def read(name: str) -> None:
            if name == f"uploads/{upload.token}/source":
                uploads.start()
                wait_until(lambda: upload.state == "done")

        Between(monkeypatch, read)
        made = make_backup(settings.data, tmp_path / "b.tar")
        uploads.close()
    assert (made.captures, made.uploads, made.problems) == (1, 1, [])
    restore(made.path, tmp_path / "back")
    assert (tmp_path / "back" / "captures" / str(upload.card.capture) / "source").read_bytes() == text


def test_what_the_folder_has_lost_is_reported_and_the_rest_is_kept(
    settings: Settings,
    core: CoreModule,
    trace: TraceModule,
    kept: list[Entry],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lost, changed = kept
    (settings.data / "captures" / lost.id / "source").unlink()
    (settings.data / "captures" / changed.id / "source").write_bytes(b"rot")
    monkeypatch.setenv("MMSCOPE_DATA", str(settings.data))
    assert main(["backup", "-o", str(tmp_path / "b.tar")]) == 1
    printed = capsys.readouterr().out
    assert f"captures/{lost.id} is listed, but its file is missing" in printed
    assert f"captures/{changed.id}" in printed
    (settings.data / "catalogue.sqlite").write_bytes(b"no database")
    made = make_backup(settings.data, tmp_path / "c.tar")
    assert "the catalogue is left out" in made.problems[0]
    restore(made.path, tmp_path / "back")
    with closing(Library(replace(settings, data=tmp_path / "back"), core, trace)) as library:
        assert library.catalogue.count() == {"pending": 1}, "the bundled one"
        assert len(list((tmp_path / "back" / "aside").iterdir())) == 1


def members(path: Path) -> dict[str, bytes]:
    with tarfile.open(path) as tar:
        return {info.name: tar.extractfile(info).read() for info in tar}  # type: ignore[union-attr]


def test_a_flipped_bit_is_found_and_named(
    settings: Settings,
    core: CoreModule,
    trace: TraceModule,
    kept: list[Entry],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = make_backup(settings.data, tmp_path / "b.tar").path
    mine, yours = kept
    with tarfile.open(path) as tar:
        [at] = [member.offset_data for member in tar if f"captures/{mine.id}/source" in member.name]
    content = path.read_bytes()
    path.write_bytes(content[: at + 2000] + b"\0" + content[at + 2001 :])
    assert main(["restore", str(path), "-o", str(tmp_path / "back")]) == 1
    said = capsys.readouterr()
    assert f"captures/{mine.id}/source is not what the manifest says" in said.out
    assert "--skip-damaged restores the rest" in said.err
    assert not (tmp_path / "back").exists()
    assert main(["restore", "--skip-damaged", str(path), "-o", str(tmp_path / "back")]) == 1
    assert f"restore {tmp_path / 'back'} captures=1 uploads=1" in capsys.readouterr().out
    with closing(Library(replace(settings, data=tmp_path / "back"), core, trace)) as library:
        library.catch_up()
        assert library.get(yours.id) == yours
        assert library.get(mine.id).details["error"]["code"] == "gone"


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.usefixtures("kept")
def test_a_backup_cut_off_anywhere(settings: Settings, tmp_path: Path, suffix: str) -> None:
    path = make_backup(settings.data, tmp_path / f"b.{suffix}").path
    content = path.read_bytes()
    end = len(content) if suffix != "tar" else content.rindex(b"manifest.json")
    for length in [*range(0, end - 1, max(1, end // 25)), end - 1]:
        path.write_bytes(content[:length])
        with pytest.raises(BackupError):
            restore(path, tmp_path / "back")
        assert not (tmp_path / "back").exists()
    path.write_bytes(content[: end - 1])
    put = restore(path, tmp_path / "back", skip_damaged=True)
    assert "manifest.json" in put.damaged
    if suffix == "tar":
        assert (put.captures, put.uploads) == (2, 1)


def test_damage_between_files_costs_only_what_it_hits(
    settings: Settings, kept: list[Entry], tmp_path: Path
) -> None:
    path = make_backup(settings.data, tmp_path / "b.tar").path
    content = path.read_bytes()
    at = content.index(f"mmscope-backup/captures/{min(e.id for e in kept)}/source".encode())
    path.write_bytes(content[:at] + bytes(512) + content[at + 512 :])
    with pytest.raises(BackupError):
        restore(path, tmp_path / "back")
    put = restore(path, tmp_path / "back", skip_damaged=True)
    assert (put.captures, put.uploads) == (1, 1)
    assert (tmp_path / "back" / "captures" / max(e.id for e in kept) / "source").is_file()


def test_it_replaces_nothing(settings: Settings, kept: list[Entry], tmp_path: Path) -> None:
    path = make_backup(settings.data, tmp_path / "b.tar").path
    before = tree(settings.data)
    with pytest.raises(StoreError, match="is not empty"):
        restore(path, settings.data)
    assert tree(settings.data) == before
    with pytest.raises(BackupError, match="is there already"):
        make_backup(settings.data, path)
    with pytest.raises(BackupError, match="inside the data folder"):
        make_backup(settings.data, settings.data / "b.tar")
    with pytest.raises(BackupError, match="not the data folder"):
        make_backup(tmp_path / "nothing", tmp_path / "c.tar")
    (tmp_path / "empty").mkdir()
    assert restore(path, tmp_path / "empty").captures == len(kept)


@pytest.mark.usefixtures("kept")
def test_a_folder_that_a_server_uses(
    settings: Settings, core: CoreModule, trace: TraceModule, tmp_path: Path
) -> None:
    path = make_backup(settings.data, tmp_path / "b.tar").path
    used = replace(settings, data=tmp_path / "used")
    with (
        closing(Library(used, core, trace)),
        pytest.raises(StoreError, match="in use by another mmscope server"),
    ):
        restore(path, used.data)


@pytest.fixture
def cut(monkeypatch: pytest.MonkeyPatch) -> Iterator[Cut]:
    """A power cut among the steps of a restore."""
    cut = Cut(monkeypatch)
    for owner, name in ((Path, "rmdir"), (os, "sync"), (os, "utime")):
        cut.count(owner, name)
    yield cut
    cut.at(0)


@pytest.mark.usefixtures("kept")
def test_a_restore_cut_at_any_step_is_begun_anew_or_finished(
    settings: Settings,
    core: CoreModule,
    trace: TraceModule,
    tmp_path: Path,
    cut: Cut,
) -> None:
    path = make_backup(settings.data, tmp_path / "b.tar").path
    (settings.data / "aside").mkdir()
    (settings.data / "aside" / "more").write_bytes(b"x")
    another = make_backup(settings.data, tmp_path / "c.tar").path
    expected: dict[str, bytes] | None = None
    for step in count(1):
        back = tmp_path / f"back-{step}"
        ended = cut.ends(step, restore, path, back)
        if not ended:
            if (back / ".restoring").exists():
                with pytest.raises(StoreError, match="run `mmscope restore` again"):
                    Library(replace(settings, data=back), core, trace)
            if (back / ".restoring" / "ready").exists():
                with pytest.raises(StoreError, match="restore of another backup"):
                    restore(another, back)
            if not (back / "catalogue.sqlite").exists() or (back / ".restoring").exists():
                restore(path, back)
        shutil.rmtree(back / "incoming")  # as a start does
        found = tree(back)
        expected = expected or found
        assert found == expected
        assert "catalogue.sqlite" in found
        if ended:
            assert step > 10, "nothing was cut"
            return


def test_a_backup_that_is_killed_leaves_nothing_that_looks_like_one(
    settings: Settings, kept: list[Entry], tmp_path: Path
) -> None:
    big = settings.data / "captures" / kept[0].id / "0123456789abcdef"
    big.mkdir()
    with (big / "x.parquet").open("wb") as file:
        file.truncate(1 << 30)
    env = {**os.environ, "MMSCOPE_DATA": str(settings.data)}
    command = [sys.executable, "-m", "mmscope", "backup", "--with-derived", "-o", str(tmp_path / "out")]
    (tmp_path / "out").mkdir()
    with subprocess.Popen(command, env=env) as process:
        wait_until(lambda: any(p.stat().st_size > MIB for p in (tmp_path / "out").iterdir()))
        process.send_signal(signal.SIGKILL)
    (part,) = (tmp_path / "out").iterdir()
    assert part.name.startswith(".mmscope-backup-")
    shutil.rmtree(big)
    made = make_backup(settings.data, tmp_path / "out")
    assert list((tmp_path / "out").iterdir()) == [made.path], "the next one clears it away"


def test_full_disks(settings: Settings, kept: list[Entry], run_model: ModelRun, tmp_path: Path) -> None:
    large = b"".join(run_model("four-nodes", stop_decisions=3000).write())
    (settings.data / "captures" / kept[0].id / "source").write_bytes(large)
    path = make_backup(settings.data, tmp_path / "b.tar.zst").path
    with small_disk(tmp_path / "disk", 8 * MIB) as disk:
        filler = fill(disk, left=64 << 10)
        with pytest.raises(BackupError, match="name another place"):
            make_backup(settings.data, disk / "b.tar")
        with pytest.raises(BackupError, match="No space left"):
            make_backup(settings.data, disk / "b.tar.gz")
        with pytest.raises(StoreError, match="free some space"):
            restore(path, disk / "back")
        assert [p.name for p in disk.iterdir()] == [filler.name]
        filler.unlink()
        restore(path, disk / "back")
        assert (disk / "back" / "captures" / kept[0].id / "source").read_bytes() == large


@pytest.mark.usefixtures("kept")
def test_a_disk_that_keeps_something_else_is_noticed(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def rot(file: io.BufferedRandom) -> None:
        file.flush()
        os.pwrite(file.fileno(), b"\xff", 3000)

    monkeypatch.setattr(backup, "sync", rot)
    with pytest.raises(BackupError, match="look at its disk"):
        make_backup(settings.data, tmp_path / "b.tar")
    assert [p for p in tmp_path.iterdir() if "b.tar" in p.name] == []
    make_backup(settings.data, tmp_path / "b.tar", verify=False)
    with pytest.raises((DamagedBackupError, BackupError)):
        restore(tmp_path / "b.tar", tmp_path / "back")
