"""What a release says of itself. That it is the same bytes each time, `make test-release` shows."""

import os
from pathlib import Path

import pytest
from gen import notices
from pack import locks, release, sbom


def test_the_bill_names_all_that_is_shipped_with_hashes_and_licences() -> None:
    given = sbom.bill({"a.whl": "0" * 64})
    shipped = {(part.name, part.version) for part in notices.parts()}
    assert sbom.absent(given, shipped) == []
    assert sbom.absent(given, {("left-pad", "1.3.0")}) == ["left-pad 1.3.0"]
    for row in given["components"]:
        assert row["type"] == "file" or row["licenses"]
        # No lock file has modules and what is in the guest.
        assert row.get("hashes") or row["properties"][0]["value"] in {"module", "guest"}
    names = {row["name"] for row in given["components"]}
    assert {"sphinx", "typst", "mini-racer", "a.whl"} <= names
    assert "pytest" not in names
    assert sbom.bill({"a.whl": "0" * 64}) == given
    assert sbom.bill({"a.whl": "1" * 64})["serialNumber"] != given["serialNumber"]


def test_each_part_is_needed_by_something() -> None:
    given = sbom.bill({})
    refs = {row["bom-ref"] for row in given["components"]}
    needed = {ref for row in given["dependencies"] for ref in row["dependsOn"]}
    assert needed == refs


def test_requirements_are_read_with_who_asks_for_them() -> None:
    text = (
        "a==1 \\\n    --hash=sha256:" + "0" * 64 + "\n    # via mmscope (pyproject.toml)\n"
        "b==2 \\\n    --hash=sha256:" + "1" * 64 + " \\\n    --hash=sha256:" + "2" * 64 + "\n"
        "    # via\n    #   a\n    #   c\nc==3\n    # via b\n"
    )
    found = locks.requirements(text)
    assert {name: pin.via for name, pin in found.items()} == {"a": {"mmscope"}, "b": {"a", "c"}, "c": {"b"}}
    assert [len(pin.hashes) for pin in found.values()] == [1, 2, 0]
    assert locks.reached(found, ["b"]) == {"b", "c"}
    with pytest.raises(ValueError, match="pinned nowhere: z"):
        locks.reached(found, ["z"])


def test_versions_agree() -> None:
    assert release.disagreeing() == []


def test_an_archive_is_its_names_and_contents_alone(tmp_path: Path) -> None:
    for name, mode, when in (("one", 0o600, 1), ("two", 0o755, 1_700_000_000)):
        folder = tmp_path / name
        (folder / "deep").mkdir(parents=True)
        (folder / "deep" / "file").write_text("text")
        (folder / "deep" / "file").chmod(mode)
        os.utime(folder / "deep" / "file", (when, when))
        release.archive(folder, tmp_path / f"{name}.tar.gz", "top")
    assert (tmp_path / "one.tar.gz").read_bytes() == (tmp_path / "two.tar.gz").read_bytes()
