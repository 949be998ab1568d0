# SPDX-License-Identifier: Apache-2.0
"""Draws the small pictures of the app's lists: datasets/pictures/views.json says of which views.

Each is the drawing of a view without its words, of its parts the large one, in light and dark, by the engine that `mmscope
render` has. With --check: fails where one is stale.
"""

import json
import re
import sys
from pathlib import Path

from mmscope.figures.engine import Engine, Order, Theme
from mmscope.settings import load

FOLDER = Path(__file__).parents[2] / "datasets" / "pictures"
WIDTH = 700  # px, with its margins: a list has three or four beside each other, each less than half as large
THEMES: tuple[Theme, ...] = ("light", "dark")
_NUMBER = re.compile(r"\d+\.\d{2,}")


def drawn() -> dict[Path, str]:
    """All pictures, by their file."""
    engine = Engine(load())
    views: dict[str, str] = json.loads((FOLDER / "views.json").read_text())
    return {
        FOLDER / f"{name}.{theme}.svg": _short(engine.drawing(Order(view, WIDTH, theme, fonts=False)).svg)
        for name, view in views.items()
        for theme in THEMES
    }


def _short(svg: str) -> str:
    """Without more digits than a pixel has tenths."""
    return _NUMBER.sub(lambda number: f"{float(number[0]):.1f}".removesuffix(".0"), svg)


def main(arguments: list[str]) -> int:
    """Return the exit status."""
    pictures = drawn()
    there = set(FOLDER.glob("*.svg"))
    stale = [file for file, svg in pictures.items() if file not in there or file.read_text() != svg]
    left = sorted(there - set(pictures))
    if arguments == ["--check"]:
        for file in [*stale, *left]:
            print(f"{file.name} is stale: make gen", file=sys.stderr)
        return 1 if stale or left else 0
    for file in left:
        file.unlink()
    for file in stale:
        file.write_text(pictures[file])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
