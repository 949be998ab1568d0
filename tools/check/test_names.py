# SPDX-License-Identifier: Apache-2.0
"""The linter of files' names."""

import subprocess
import sys
from pathlib import Path

import pytest

sys.path[:0] = [str(Path(__file__).parent)]

import names

GLOSSARY = """# Glossary

## App (`app`)

| name | what it is | where |
|---|---|---|
| pane | a side | `panes.ts` |
| first paint | when the first drawing is there | `first-paint.ts` |
| as if (in code: asif) | another switch | `asif.ts` |
| store (of a trace) | columns | `store.ts` |
"""
CONTRIBUTING = """# Contributing

### Names of others

| whose | names |
|---|---|
| Linux | `kswapd` `get_swap_pages` |

### Nouns of programming

At most 80.

axis
url

## Adding
"""
FILES = [
    "app/panes.ts",
    "app/first-paint.test.ts",
    "app/first-paint.ts",
    "app/PaneAxes.tsx",
    "app/use-pane.ts",
    "app/asif.ts",
    "app/store.ts",
    "app/2-url.test.mjs",
    "core/get_swap_pages.c",
    "core/test_kswapd.c",
    "app/gen/whatever.ts",
    "app/told.md",
]


def _wrong(*more: str, glossary: str = GLOSSARY, contributing: str = CONTRIBUTING) -> list[str]:
    return names.check([*FILES, *more], names.lists(glossary, contributing)).wrong


def test_nouns_of_all_three_lists_are_good_in_any_spelling() -> None:
    assert _wrong() == []


@pytest.mark.parametrize(
    ("file", "word"),
    [
        ("app/told.ts", "told"),
        ("app/PaneDrawn.tsx", "drawn"),
        ("app/pane-here.css", "here"),
        ("core/test_seen.c", "seen"),
        ("app/swap.ts", "swap"),  # only as a part of the kernel's name
        ("app/code.ts", "code"),  # said beside a name of the glossary
        ("app/trace.ts", "trace"),
    ],
)
def test_a_participle_and_any_other_word_is_refused(file: str, word: str) -> None:
    assert _wrong(file) == [f"{file}: “{word}” is in no list"]


def test_a_listed_name_that_no_file_has_goes() -> None:
    (row,) = _wrong(contributing=CONTRIBUTING.replace("axis\n", "axis clipboard\n"))
    assert "“clipboard”" in row
    (row,) = _wrong(contributing=CONTRIBUTING.replace("`kswapd` ", "`kswapd` `lru` "))
    assert "“lru”" in row


def test_a_noun_stands_in_one_list() -> None:
    (row,) = _wrong(contributing=CONTRIBUTING.replace("axis\n", "axis pane\n"))
    assert "“pane”" in row


def test_there_are_at_most_80_nouns_of_programming() -> None:
    many = [f"noun{chr(97 + i // 26)}{chr(97 + i % 26)}" for i in range(79)]
    listed = CONTRIBUTING.replace("axis\n", f"axis {' '.join(many)}\n")
    assert _wrong(*(f"app/{noun}.ts" for noun in many), contributing=listed) == [
        "CONTRIBUTING.md: 81 nouns of programming, at most 80"
    ]


def test_places_of_the_glossary_are_there() -> None:
    assert names.places(GLOSSARY, FILES) == []
    moved = [file for file in FILES if file != "app/store.ts"]
    assert names.places(GLOSSARY, moved) == ["docs/glossary.md: store (of a trace): there is no app/store.ts"]


def test_places_of_a_readme_are_there() -> None:
    table = "| file | holds |\n|---|---|\n| `store.ts`, `st*.ts`, `app/` | `gone.ts` |\n"
    inside = "| part of `model/` | holds |\n|---|---|\n| `tiles.ts` | tiles |\n"
    files = ["app/README.md", "app/store.ts", "app/model/tiles.ts"]
    assert names.readme_places("app/README.md", f"{table}\n{inside}", files) == []
    assert names.readme_places("app/README.md", f"{table}\n{inside}", files[:2]) == [
        "app/README.md: there is no model/tiles.ts"
    ]
    assert names.readme_places("app/README.md", table, files[2:]) == [
        "app/README.md: there is no store.ts",
        "app/README.md: there is no st*.ts",
    ]


def test_a_file_that_is_new_is_checked_too(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    for name in ("old.py", "new.py", "left.out"):
        (tmp_path / name).touch()
    (tmp_path / ".gitignore").write_text("*.out\n")
    subprocess.run(["git", "add", "old.py", ".gitignore"], cwd=tmp_path, check=True)
    assert sorted(names.files_of(tmp_path)) == [".gitignore", "new.py", "old.py"]
