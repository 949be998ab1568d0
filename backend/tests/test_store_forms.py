"""Data folders of older forms, kept in data/: whatever a version left, this one finds all of it."""

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa

from mmscope.captures import Library, Uploads, backup, restore
from mmscope.captures.library.catalogue import Catalogue
from mmscope.core import CoreModule, TraceModule
from mmscope.settings import Settings
from support import made_older, tree

DATA = Path(__file__).parent / "data"
FORMS = ("0001", "0002")
CATALOGUE = "catalogue.sqlite"
# Of each upload: id, name, state.
KEPT = {
    "0001": {("u-393f7be4c54208e8", "mine.mmscope", "ready")},
    "0002": {
        ("u-edbea9ae16d96a13", "mine.mmscope", "ready"),
        ("u-fa3308436d7174a4", "trace.txt", "ready"),
        ("u-5847247f1b18a02d", "changed.mmscope", "failed"),
    },
}
HALF, REFUSED = "81a9a6214548ecea4df3e9a3c44fdcc6", "44417f27a929b81921e166e9a443bedf"

Open = Callable[[str], Library]


@pytest.fixture
def opened(settings: Settings, core: CoreModule, trace: TraceModule, tmp_path: Path) -> Open:
    """Start on a copy of one of them."""

    def start(form: str) -> Library:
        copy = tmp_path / form
        shutil.copytree(DATA / form, copy)
        library = Library(replace(settings, data=copy), core, trace)
        library.catch_up()
        return library

    return start


def check(library: Library, form: str) -> None:
    """Everything is there, and can be looked into."""
    found = [entry for entry in library.catalogue.all() if entry.origin == "upload"]
    assert {(entry.id, entry.filename, entry.state) for entry in found} == KEPT[form]
    for entry in found:
        content = library.file(entry).read_bytes()
        if entry.state == "failed":
            assert entry.details["error"]["code"] == "changed"
            assert content == b"changed on the disk\n", "nobody deletes it"
            continue
        assert hashlib.sha256(content).hexdigest() == entry.sha256
        assert (library.store.capture(entry.id) / "label.json").is_file()
        folder = library.derived(entry.id)
        tracks = library.windows.tracks(folder)
        assert library.windows.window(folder, tracks, 0, 2**62, 10)
        if entry.filename == "mine.mmscope":
            assert entry.details["totals"]["same"] == 20
        else:
            assert entry.details["kinds"] == {"mm_vmscan_kswapd_sleep": 20}
    assert not (library.store.folder / "aside").exists()


def check_uploads(library: Library) -> None:
    """The resumable uploads of 0002 are where they were."""
    uploads = Uploads(library)
    half, refused = uploads.get(HALF), uploads.get(REFUSED)
    assert (half.state, half.card.filename, half.card.offset, half.card.length) == (
        "receiving",
        "half.mmscope",
        18,
        1000,
    )
    assert half.source.read_bytes() == b"mmscope-capture 1\n"
    assert (refused.state, (refused.card.error or {})["code"]) == ("failed", "format")
    with uploads.appending(HALF, 18, None) as to:
        to.write(b"more")
        to.commit()
    assert half.card.offset == 22


@pytest.mark.parametrize("form", FORMS)
def test_a_start_finds_everything(opened: Open, form: str) -> None:
    with closing(opened(form)) as library:
        check(library, form)
        if form == "0002":
            check_uploads(library)


def test_labels_and_folders_say_what_a_lost_catalogue_did(
    settings: Settings, core: CoreModule, trace: TraceModule, tmp_path: Path
) -> None:
    shutil.copytree(DATA / "0002", tmp_path / "data", ignore=shutil.ignore_patterns("catalogue.sqlite*"))
    with closing(Library(settings, core, trace)) as library:
        library.catch_up()
        found = {(e.id, e.filename, e.state) for e in library.catalogue.all() if e.origin == "upload"}
        assert found == {known for known in KEPT["0002"] if known[1] != "changed.mmscope"}
        aside = tmp_path / "data" / "aside" / "u-5847247f1b18a02d"
        assert (aside / "source").read_bytes() == b"changed on the disk\n"
        check_uploads(library)


@pytest.mark.parametrize("form", FORMS)
def test_a_backup_of_it_brings_everything_back(
    settings: Settings, core: CoreModule, trace: TraceModule, tmp_path: Path, form: str
) -> None:
    shutil.copytree(DATA / form, tmp_path / "old")
    made = backup(tmp_path / "old", tmp_path / "b.tar.zst")
    assert len(made.problems) == (form == "0002"), "one file changed"
    restore(made.path, tmp_path / "data")
    with closing(Library(settings, core, trace)) as library:
        library.catch_up()
        check(library, form)


def test_nobody_changed_them() -> None:
    """A folder that is kept for ever stays as it was."""
    digest = hashlib.sha256()
    for path in sorted(p for form in FORMS for p in (DATA / form).rglob("*") if p.is_file()):
        digest.update(str(path.relative_to(DATA)).encode() + path.read_bytes())
    assert digest.hexdigest() == "362164ac15564558aba1f1e0a219887d578a1b29361cce44b0b481fec0a81e9d"


@pytest.mark.parametrize("revision", [None, "0001", "0002", "0003"])
def test_a_kill_while_the_catalogue_gets_its_new_form(tmp_path: Path, revision: str | None) -> None:
    """What is on disk after any statement can be opened, and has what was there before."""
    folder, kept = tmp_path / "data", []
    if revision is not None:
        shutil.copytree(DATA / FORMS[0], folder)
        before = Catalogue.at(folder / CATALOGUE)
        kept = before.all()
        before.close()
        made_older(folder / CATALOGUE, revision)
    folder.mkdir(exist_ok=True)
    on_disk: list[dict[str, bytes]] = []
    copies: list[Path] = []

    def keep(*_: object) -> None:
        on_disk.append(tree(folder))
        if on_disk[-1:] != on_disk[-2:-1]:  # else a kill here is one there
            copies.append(tmp_path / f"killed-{len(copies)}")
            shutil.copytree(folder, copies[-1])

    sa.event.listen(sa.Engine, "after_cursor_execute", keep)
    try:
        Catalogue.at(folder / CATALOGUE).close()
    finally:
        sa.event.remove(sa.Engine, "after_cursor_execute", keep)
    assert len(on_disk) > len(FORMS)
    for copy in copies:
        catalogue = Catalogue.at(copy / CATALOGUE)
        assert [(one.id, one.filename) for one in catalogue.all()] == [(one.id, one.filename) for one in kept]
        catalogue.close()


def test_a_start_with_nothing_to_migrate_does_without_alembic(tmp_path: Path) -> None:
    """Importing it is a fifth of a start, which a class waits for that was in the middle of a question."""
    paths = {name: tmp_path / name for name in ("new", "made newer", "older")}
    for path in paths.values():
        Catalogue.at(path).close()
    for name in ("made newer", "older"):
        made_older(paths[name], "0003")
    Catalogue.at(paths["made newer"]).close()
    given = """
import sys
from pathlib import Path
from mmscope.captures.library.catalogue import Catalogue
for path in sys.argv[1:]:
    Catalogue.at(Path(path)).close()
    print("alembic" in sys.modules)
"""
    command = [sys.executable, "-c", given, *map(str, paths.values())]
    found = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    assert found.split() == ["False", "False", "True"]
