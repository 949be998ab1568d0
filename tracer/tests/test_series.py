# SPDX-License-Identifier: Apache-2.0
"""Captures of another series are told apart; the series cites what it names."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
from mmlab import series
from mmlab.paths import KERNEL_PATCHES, REPOSITORY


@pytest.fixture
def patches(tmp_path: Path) -> Path:
    folder = tmp_path / "patches" / "series"
    folder.mkdir(parents=True)
    (folder / "0002-b.patch").write_text("b")
    (folder / "0001-a.patch").write_text(
        "+\t    TP_STRUCT__entry(__field(u8, mode)\n+\tSWAP_LIST_ADD,\n"
    )
    (folder.parent / "kernel.config").write_text("CONFIG_SWAP=y\n")
    (folder / "0000-cover-letter.txt").write_text("no patch")
    return folder.parent


def capture(folder: Path, name: str, kernel: dict[str, str]) -> None:
    (folder / f"{name}.json").write_text(json.dumps({"id": name, "kernel": kernel}))


def test_strangers(tmp_path: Path, patches: Path) -> None:
    capture(tmp_path, "here", {"patches_sha256": series.sha256(patches)})
    assert series.strangers(tmp_path, patches) == ([], 1)
    capture(tmp_path, "older", {"patches_sha256": "0" * 64})
    capture(tmp_path, "unknown", {})
    assert series.strangers(tmp_path, patches) == (["older", "unknown"], 3)
    (patches / "series" / "0002-b.patch").write_text("B")
    assert series.strangers(tmp_path, patches) == (["here", "older", "unknown"], 3)


def earlier(patches: Path) -> None:
    """Say that the captures of an older series stand beside the series here."""
    here = "\n".join(f'{key} = "{value}"' for key, value in series.facts(patches).items())
    old = "\n".join(f'{key} = "{"0" * 64}"' for key in series.facts(patches))
    (patches / "earlier.toml").write_text(
        f'records = "{series.records(patches)}"\n[here]\n{here}\n'
        f'[[earlier]]\n{old}\nchanged = "words"\n'
    )


def test_an_earlier_series_stands(tmp_path: Path, patches: Path) -> None:
    capture(tmp_path, "older", {"patches_sha256": "0" * 64})
    capture(tmp_path, "unknown", {"patches_sha256": "1" * 64})
    earlier(patches)
    assert series.strangers(tmp_path, patches) == (["unknown"], 2)


@pytest.mark.parametrize("change", ["0001-a.patch", "0002-b.patch", "../kernel.config"])
def test_until_the_series_changes_again(tmp_path: Path, patches: Path, change: str) -> None:
    capture(tmp_path, "older", {"patches_sha256": "0" * 64})
    earlier(patches)
    with open(patches / "series" / change, "a", encoding="utf-8") as changed:
        changed.write("a word more\n")
    assert series.strangers(tmp_path, patches) == (["older"], 1)


@pytest.mark.parametrize(
    ("was", "now"),
    [("u8", "u16"), ("mode", "rule"), ("SWAP_LIST_ADD,", "SWAP_LIST_DEL,\n+\tSWAP_LIST_ADD,")],
)
def test_no_comparison_covers_other_records(
    tmp_path: Path, patches: Path, was: str, now: str
) -> None:
    capture(tmp_path, "older", {"patches_sha256": "0" * 64})
    earlier(patches)
    before, compared = series.sha256(patches), patches / "earlier.toml"
    patch = patches / "series" / "0001-a.patch"
    patch.write_text(patch.read_text().replace(was, now))
    # Someone says of the changed series that it was compared.
    compared.write_text(compared.read_text().replace(before, series.sha256(patches)))
    assert series.strangers(tmp_path, patches) == (["older"], 1)


def test_citations() -> None:
    """Each commit that the series names has the title that datasets/eras.json knows it by."""
    titles = {
        commit: at["title"]
        for commit, at in json.loads((REPOSITORY / "datasets" / "eras.json").read_text())[
            "boundaries"
        ].items()
    }
    # Those that bound no era: both are named in mails on lists of the kernel.
    titles |= {
        "67afa38e012e": "mm/swap: add cache for swap slots allocation",
        "aa939e415c6c": "blk-mq: remove hybrid polling",
    }
    cited = []
    for path in sorted((KERNEL_PATCHES / "series").iterdir()):
        text = re.sub(r"\s+", " ", path.read_text().partition("\n---\n")[0])
        cited += re.findall(r'[Cc]ommit ([0-9a-f]{12,40}) \("(.+?)"\)', text)
    assert len(cited) > 10
    assert [each for each in cited if titles.get(each[0]) != each[1]] == []


def test_as_the_build_does() -> None:
    lines = (KERNEL_PATCHES / "build.sh").read_text().splitlines()
    parts = [line for line in lines if line.startswith(("series=", "patches() {"))]
    parts += [line.split(">")[0] for line in lines if "patches-sha256" in line]
    assert len(parts) == 3
    command = "\n".join(parts).replace("$here", str(KERNEL_PATCHES))
    done = subprocess.run(["sh", "-c", command], stdout=subprocess.PIPE, text=True, check=True)
    assert done.stdout.strip() == series.sha256()
