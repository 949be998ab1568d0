# SPDX-License-Identifier: Apache-2.0
"""Which values that a kernel's event can hold occur in a capture: derives docs/coverage.md.

    coverage.py [--check] [FOLDER…]

The events are those of a tracepoint, the values those of the enumerations of their fields, all from the
core's self-description. A value that is in no capture is in datasets/coverage.toml with a reason. Fails
when one is neither there nor in a capture, when one is both, and when that table names what does not
exist; with --check also when the page is stale. Folders beside the bundled captures count too: so one
sees what new captures bring, and the page is only printed.
"""

import argparse
import re
import sys
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import numpy.typing as npt

from mmscope.captures import Capture, find_bundled
from mmscope.cli.files import UnreadableError
from mmscope.cli.processes import each
from mmscope.core import CoreModule, Field, Records, Tables
from mmscope.settings import load as load_settings

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "coverage.md"
UNSEEN = ROOT / "datasets" / "coverage.toml"
BITS = re.compile(r"\b(\w+) in enums\.def")
HOWS = {
    "tried": "it could be, and was tried",
    "lacks": "the lab cannot bring it about",
    "never": "the kernel does not record it",
}
HEAD = """\
# What the captures show

Derived from the bundled captures and `datasets/coverage.toml` by `make gen`; do not edit.

Every value that a field of a kernel's event can hold, and in how many of the {captures} bundled captures it
occurs. `make gen-check` fails when a value is in no capture and not listed with a reason, and when
one that is listed does occur.
"""

Value = tuple[str, str, str]  # kind, field and name
Counts = dict[Value, int]  # how often


@dataclass(frozen=True)
class CodedField:
    """A field that holds one of an enumeration's values, or several of them as bits."""

    kind: str
    field: Field
    enum: str
    bits: bool


@dataclass(frozen=True)
class Unseen:
    """Why a value is in no capture. `how` is a key of HOWS."""

    how: str
    why: str


def fields(tables: Tables) -> list[CodedField]:
    """The fields of tracepoints' events that hold an enumeration's values."""
    found = []
    for item in tables.raw["event"]["kinds"]:
        if "tracepoint" not in item["from"] or item["from"].startswith(("tracer", "model", "wasm-core")):
            continue
        kind = tables.kinds[item["name"]]
        own = {field["name"] for field in item["fields"]}
        for field in kind.fields:
            bits = BITS.search(field.doc)
            enum = field.enum or (bits and bits[1])
            if field.name in own and enum:
                found.append(CodedField(kind.name, field, enum, bits is not None))
    return found


def occurs(values: Mapping[str, int], recorded: npt.NDArray[np.uint64], *, bits: bool) -> dict[str, int]:
    """How often each value is among the numbers recorded.

    Of bits, a value of 0 is counted where none of those is set whose names begin as its own: wmark_min
    where neither wmark_low nor wmark_high is.
    """
    numbers, times = np.unique(recorded, return_counts=True)
    found = {}
    for name, value in values.items():
        if not bits:
            hit = numbers == value
        elif value:
            hit = (numbers & value) != 0
        else:
            family = name.partition("_")[0] + "_"
            mask = sum(other for word, other in values.items() if word.startswith(family))
            hit = (numbers & mask) == 0
        found[name] = int(times[hit].sum())
    return found


def lanes(records: Records, field: Field) -> npt.NDArray[np.uint64]:
    """What the field holds in these records, lanes that are in use only."""
    values = records[field.name]
    if field.lanes > 1:
        unused = np.iinfo(values.dtype).max
        values = values[values != unused]
    return values.astype(np.uint64)


def count(capture: Capture) -> Counts:
    """How often each value occurs in one capture."""
    session = capture.session
    records = session.records()
    found: Counts = {}
    for listed in fields(session.tables):
        part = session.of_kind(records, session.tables.kinds[listed.kind])[1]
        numbers = lanes(part, listed.field)
        for name, times in occurs(session.tables.enums[listed.enum], numbers, bits=listed.bits).items():
            found[listed.kind, listed.field.name, name] = times
    return found


def load(text: str) -> dict[Value, Unseen]:
    """The declared table. A key names one value, or several that share a reason."""
    found = {}
    for how, places in tomllib.loads(text).items():
        if how not in HOWS:
            raise ValueError(f"{how!r} is none of {', '.join(HOWS)}")
        for place, names in places.items():
            kind, _, field = place.partition(".")
            for words, why in names.items():
                for name in words.split():
                    found[kind, field, name] = Unseen(how, why)
    return found


def problems(
    known: Iterable[Value],
    seen: Mapping[Value, Mapping[str, int]],
    unseen: Mapping[Value, Unseen],
) -> list[str]:
    """What is wrong with the declared table."""
    known = list(known)
    out = []
    for value in known:
        name = f"{value[0]}.{value[1]}: {value[2]}"
        captures = seen.get(value, {})
        if not captures and value not in unseen:
            out.append(f"{name} is in no capture, and {UNSEEN.name} does not say why")
        if captures and value in unseen:
            out.append(f"{name} is in {min(captures)}, and {UNSEEN.name} says it is in none")
    strangers = sorted(set(unseen) - set(known))
    return out + [f"{UNSEEN.name}: there is no value {v[2]} of {v[0]}.{v[1]}" for v in strangers]


def page(
    tables: Tables,
    captures: int,
    seen: Mapping[Value, Mapping[str, int]],
    unseen: Mapping[Value, Unseen],
) -> str:
    """docs/coverage.md."""
    docs = {(e, v["name"]): v["doc"] for e, values in tables.raw["enums"].items() for v in values}
    out = [HEAD.format(captures=captures)]
    for coded in fields(tables):
        out.append(f"\n## `{coded.kind}`: `{coded.field.name}`\n")
        out.append("| value | meaning | captures | times | most often in |")
        out.append("| --- | --- | --- | --- | --- |")
        for name in tables.enums[coded.enum]:
            value = (coded.kind, coded.field.name, name)
            there = seen.get(value, {})
            if there:
                most = max(there, key=lambda capture: (there[capture], capture))
                cells = [str(len(there)), f"{sum(there.values()):,}", f"`{most}`"]
            else:
                why = unseen.get(value)
                cells = ["none", "", f"{HOWS[why.how]}: {why.why}" if why else "not listed"]
            doc = docs[coded.enum, name].replace("|", "\\|")
            out.append(f"| `{name}` | {doc} | {' | '.join(cells)} |")
    return "\n".join(out) + "\n"


def main() -> int:
    """Entry point; returns the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing, fail when the page is stale")
    parser.add_argument("folders", nargs="*", type=Path, help="captures that count beside the bundled ones")
    given = parser.parse_args()
    settings = load_settings()
    tables = CoreModule(settings.core).tables
    paths = {name: bundled.path for name, bundled in find_bundled(settings.bundled).items()}
    for folder in given.folders:
        paths |= {name: bundled.path for name, bundled in find_bundled(folder).items()}
    seen: dict[Value, dict[str, int]] = {}
    found = each(settings, [(str(path), partial(count)) for path in paths.values()])
    for name, (_, counts) in zip(paths, found, strict=True):
        if isinstance(counts, UnreadableError):
            print(counts, file=sys.stderr)
            return 1
        for value, times in counts.items():
            if times:
                seen.setdefault(value, {})[name] = times
    unseen = load(UNSEEN.read_text(encoding="utf-8"))
    known = [(t.kind, t.field.name, name) for t in fields(tables) for name in tables.enums[t.enum]]
    wrong = problems(known, seen, unseen)
    text = page(tables, len(paths), seen, unseen)
    if given.folders:
        print(text, end="")
    elif not given.check:
        PAGE.write_text(text, encoding="utf-8")
    elif not PAGE.is_file() or PAGE.read_text(encoding="utf-8") != text:
        wrong.append("docs/coverage.md is stale: run 'make gen' and commit the result")
    for problem in wrong:
        print(problem, file=sys.stderr)
    print(f"seen values={len(known)} in_captures={len(seen)} listed={len(unseen)}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
