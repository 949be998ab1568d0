"""Archives that no backup made: hostile ones, damaged ones, newer ones, and what is no archive."""

import gzip
import hashlib
import io
import json
import tarfile
from contextlib import suppress
from pathlib import Path

import pytest

from mmscope.captures import BackupError, StoreError, restore
from mmscope.captures.backups.archive import VERSION, Manifest


def packed(path: Path, files: dict[str, bytes | tarfile.TarInfo]) -> Path:
    """A tar file of these."""
    with tarfile.open(path, "w") as tar:
        for name, content in files.items():
            if isinstance(content, tarfile.TarInfo):
                content.name = name
                tar.addfile(content)
            else:
                info = tarfile.TarInfo(name)
                info.size = len(content)
                tar.addfile(info, io.BytesIO(content))
    return path


def link(kind: bytes, to: str) -> tarfile.TarInfo:
    info = tarfile.TarInfo()
    info.type, info.linkname = kind, to
    return info


SHA = hashlib.sha256(b"x").hexdigest()
HOSTILE: dict[str, dict[str, bytes | tarfile.TarInfo]] = {
    "above": {"mmscope-backup/captures/../../evil": b"x"},
    "absolute": {"/tmp/evil": b"x"},  # noqa: S108
    "dots": {"mmscope-backup/aside/..": b"x"},
    "hidden": {"mmscope-backup/captures/.removed-x/source": b"x"},
    "other": {"mmscope-backup/lock": b"x"},
    "link": {"mmscope-backup/catalogue.sqlite": link(tarfile.SYMTYPE, "/etc/passwd")},
    "hard link": {"mmscope-backup/catalogue.sqlite": link(tarfile.LNKTYPE, "/etc/passwd")},
    "device": {"mmscope-backup/catalogue.sqlite": link(tarfile.CHRTYPE, "")},
    "pipe": {"mmscope-backup/catalogue.sqlite": link(tarfile.FIFOTYPE, "")},
    "folder link": {
        "mmscope-backup/aside/a": link(tarfile.SYMTYPE, "/tmp"),  # noqa: S108
        "mmscope-backup/aside/a/evil": b"x",
    },
    "file and folder": {"mmscope-backup/aside/a": b"x", "mmscope-backup/aside/a/b": b"x"},
}


@pytest.mark.parametrize("skip", [False, True])
@pytest.mark.parametrize("case", list(HOSTILE))
def test_hostile_archives_write_nothing_outside(tmp_path: Path, case: str, *, skip: bool) -> None:
    files = dict(HOSTILE[case])
    listed = [{"path": n.removeprefix("mmscope-backup/"), "size": 1, "sha256": SHA} for n in files]
    given = {"format": "mmscope-backup", "version": 1, "made": "", "mmscope": "", "files": listed}
    files["mmscope-backup/manifest.json"] = json.dumps(given).encode()
    path = packed(tmp_path / "b.tar", files)
    inside = tmp_path / "in" / "back"
    with suppress(BackupError, StoreError) if skip else pytest.raises((BackupError, StoreError)):
        restore(path, inside, skip_damaged=skip)
    assert {p.name for p in tmp_path.iterdir()} <= {"b.tar", "in"}
    assert skip or not inside.exists()
    found = [p for p in inside.rglob("*") if not p.is_dir() or p.is_symlink()]
    assert all(p.is_file() and not p.is_symlink() for p in found)
    assert {str(p.relative_to(inside)) for p in found} <= {"lock", "aside/a/evil"}, "what is whole"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"x" * 5000,
        bytes(20_000),
        b"\x1f\x8b" + bytes(50),
        b"\x28\xb5\x2f\xfd" + bytes(50),
        gzip.compress(b"no tar" * 1000),
    ],
)
@pytest.mark.parametrize("skip", [False, True])
def test_what_is_no_backup(tmp_path: Path, content: bytes, *, skip: bool) -> None:
    (tmp_path / "b").write_bytes(content)
    with pytest.raises(BackupError):
        restore(tmp_path / "b", tmp_path / "back", skip_damaged=skip)
    assert not (tmp_path / "back").exists()


@pytest.mark.parametrize("kind", [tarfile.XHDTYPE, tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_SPARSE])
def test_headers_that_ask_for_much_memory(tmp_path: Path, kind: bytes) -> None:
    info = tarfile.TarInfo("mmscope-backup/catalogue.sqlite")
    info.type, info.size = kind, 1 << 40
    (tmp_path / "b.tar").write_bytes(info.tobuf(tarfile.GNU_FORMAT) + bytes(4096))
    with pytest.raises(BackupError):
        restore(tmp_path / "b.tar", tmp_path / "back")


def test_a_manifest_of_a_newer_version_says_so(tmp_path: Path) -> None:
    given = {"format": "mmscope-backup", "version": VERSION + 1, "made": "", "mmscope": "", "files": "?"}
    path = packed(tmp_path / "b.tar", {"mmscope-backup/manifest.json": json.dumps(given).encode()})
    with pytest.raises(BackupError, match="made by a newer mmscope"):
        restore(path, tmp_path / "back")


def test_the_manifest_is_read_as_it_was_written() -> None:
    manifest = Manifest("2026-01-01T00:00:00+00:00", "0", (), ("a note",))
    assert Manifest.parse(manifest.dump()) == manifest
    for content in (b"", b"[]", b"{}", b"[" * 10_000, b'{"format": "mmscope-backup", "version": 1e999}'):
        with pytest.raises(BackupError, match="makes no sense"):
            Manifest.parse(content)
