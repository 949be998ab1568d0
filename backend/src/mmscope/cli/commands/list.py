"""`mmscope list`: what can be drawn, by name."""

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict

from mmscope.cli.files import refuse
from mmscope.cli.table import aligned
from mmscope.cli.terminal import printable
from mmscope.figures import Catalogue, FigureError, Tunable, catalogue
from mmscope.settings import Settings

WHAT = ("scenes", "scenarios", "captures", "tunables")  # the fields of Catalogue
Lines = Iterator[str]


def print_list(settings: Settings, what: Sequence[str], *, as_json: bool) -> int:
    """Print these kinds, or all. Returns 0, or 2 where the built front end is not there."""
    try:
        found = catalogue(settings)
    except FigureError as error:
        return refuse(str(error))
    kinds = [kind for kind in WHAT if kind in what or not what]
    if as_json:
        print(json.dumps({kind: [asdict(row) for row in getattr(found, kind)] for kind in kinds}, indent=2))
        return 0
    for i, kind in enumerate(kinds):
        if len(kinds) > 1:
            print(f"\n{kind}\n" if i else f"{kind}\n")
        sys.stdout.writelines(f"{printable(line)}\n" for line in _LINES[kind](found))
    return 0


def _scenes(found: Catalogue) -> Lines:
    yield from aligned([(row.id, row.title, row.view) for row in found.scenes], left=3)


def _scenarios(found: Catalogue) -> Lines:
    yield from aligned([(row.view, row.title) for row in found.scenarios], left=2)


def _captures(found: Catalogue) -> Lines:
    rows = [
        (row.view, row.title if row.here else f"{row.title} (not in this copy)") for row in found.captures
    ]
    yield from aligned(rows, left=2)


def _tunables(found: Catalogue) -> Lines:
    rows = [(row.machine or "any", row.name, _values(row), row.default, row.doc) for row in found.tunables]
    yield from aligned([("machine", "tunable", "values", "default", ""), *rows], left=5)


def _values(row: Tunable) -> str:
    """As one may give them."""
    if row.values:
        text = ", ".join(row.values)
    elif row.most == row.least:
        text = "text"
    else:
        text = f"{row.least} to {row.most}{f' {row.unit}' if row.unit else ''}"
    return f"{text}; up to {row.count}" if row.count > 1 else text


_LINES: dict[str, Callable[[Catalogue], Lines]] = {
    "scenes": _scenes,
    "scenarios": _scenarios,
    "captures": _captures,
    "tunables": _tunables,
}
