"""The table as text, as JSON, as docs/evidence.md, and as data for the app."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from mmscope.evidence.claims import Claim, Document, Source
from mmscope.evidence.criteria import CRITERIA
from mmscope.evidence.results import Result
from mmscope.evidence.value import Value

_HEAD = """# Evidence

What the five documents published, beside what the captures in `datasets/captures` show. Derived from
`datasets/published` and those captures by `make gen`; do not edit. `make evidence` prints the same.

- *holds*: the kernel in the lab did what was published, by the criterion given.
- *direction holds*: two runs differ in the direction that was published; sizes are not compared.
- *not shown by emulation*: no capture of an emulated machine can show it. Nothing is claimed.
- *does not hold*, *no capture*: `make evidence` fails.

Numbers under *published* are those of the document named above the table. Numbers under *kernel lab* are
computed from the captures named beside them, never typed."""
_DIGITS = 4  # after the decimal point
_SHOWN = {"not shown": "not shown by emulation"}


def as_text(line: Result) -> str:
    """One line for a terminal."""
    where = f"{line.claim.source.id} {line.claim.table} {line.claim.label}"
    parts = [f"{where}: {_cells(line.claim)}", _lab(line), _SHOWN.get(line.verdict, line.verdict)]
    return " | ".join(part for part in parts if part)


def as_json(line: Result) -> dict[str, Any]:
    """One line as JSON."""
    claim = line.claim
    return {
        "document": claim.source.id,
        "table": claim.table,
        "row": claim.label,
        "published": claim.cells,
        "what": claim.what,
        "measure": claim.measure,
        "criterion": _criterion(claim),
        "captures": list(claim.captures),
        "measured": [{"value": m.value, "unit": m.unit, "of": m.of} for m in line.measured],
        "verdict": line.verdict,
        "reason": line.reason,
        "missing": list(line.missing),
    }


def summary(lines: Sequence[Result]) -> str:
    """The last line: how many claims there are, and of each verdict."""
    counts: Counter[str] = Counter(line.verdict for line in lines)
    keys = {
        "holds": "holds",
        "direction": "direction holds",
        "differ": "does not hold",
        "not_shown": "not shown",
        "no_capture": "no capture",
    }
    counted = " ".join(f"{key}={counts[verdict]}" for key, verdict in keys.items())
    return f"evidence claims={len(lines)} {counted}"


def page(documents: Iterable[Document], lines: Mapping[str, Sequence[Result]]) -> str:
    """docs/evidence.md. `lines`: by document."""
    out = [_HEAD]
    for document in documents:
        out += [f"## {document.title}", *(_citation(source) for source in document.sources)]
        for table, title in document.titles.items():
            own = [line for line in lines[document.id] if line.claim.table == table]
            rows = [
                [_published(line.claim), _lab(line), _SHOWN.get(line.verdict, line.verdict)] for line in own
            ]
            source = own[0].claim.source.id
            out += [f"### {title} ({source})", _table(["published", "kernel lab", "holds?"], rows)]
    every = [line for own in lines.values() for line in own]
    out.append(f"`{summary(every)}`")
    return "\n\n".join(out) + "\n"


def data(documents: Iterable[Document], lines: Mapping[str, Sequence[Result]]) -> str:
    """The same as JSON: for each table its lines, in words, and where a capture gives a number, that."""
    tables: dict[str, list[dict[str, Any]]] = {}
    for document in documents:
        for line in lines[document.id]:
            claim = line.claim
            given = [_value(m) for m in line.measured]
            numbers = [m.value if isinstance(m.value, int | float) else None for m in line.measured]
            entry = {
                "match": claim.match,
                "columns": list(claim.cells),
                "what": claim.what,
                "captures": list(claim.captures),
                "given": given,
                "numbers": numbers,
                "criterion": _criterion(claim),
                "verdict": line.verdict,
                "reason": line.reason or ", ".join(f"no capture {name}" for name in line.missing),
            }
            tables.setdefault(claim.table, []).append({k: v for k, v in entry.items() if v not in ("", [])})
    return json.dumps(tables, indent=1, ensure_ascii=False) + "\n"


def _citation(source: Source) -> str:
    what = f"commit {source.commit}" if source.commit else f"message {source.message}"
    link = f"[{source.title}]({source.url})"
    return f"{source.id}: {link}, {source.author}, {source.date}, {what}, {source.kernel}."


def _published(claim: Claim) -> str:
    return f"{claim.label}: {_cells(claim)}"


def _cells(claim: Claim) -> str:
    cells_of = {column: [_plain(cell) for cell in cells] for column, cells in claim.cells.items()}
    if len(cells_of) == 1:
        return ", ".join(next(iter(cells_of.values())))
    return "; ".join(f"{column} {', '.join(cells)}" for column, cells in cells_of.items() if any(cells))


def _lab(line: Result) -> str:
    claim = line.claim
    if claim.not_shown:
        return line.reason
    given = dict(zip(claim.captures, line.measured, strict=True)) if line.measured else {}
    values = [f"{_value(given[name]) if name in given else '?'} (kernel {name})" for name in claim.captures]
    wrong = [f"no capture {name}" for name in line.missing] + ([line.reason] if line.reason else [])
    return "; ".join([f"{claim.what}: {', then '.join(values)}", *wrong, f"holds if {_criterion(claim)}"])


def _criterion(claim: Claim) -> str:
    if not claim.criterion:
        return ""
    bound = claim.bound if isinstance(claim.bound, list) else [claim.bound]
    if claim.criterion == "equal" and claim.bound is not True:
        return f"{claim.bound}"
    return CRITERIA[claim.criterion].words.format(*bound)


def _value(measured: Value) -> str:
    text = f"{_plain(measured.value)} {measured.unit}".strip()
    if measured.expected is not None:
        text += f", expected in proportion {_plain(measured.expected)}"
    return f"{text} of {measured.of}" if measured.of else text


def _plain(value: Any) -> str:  # noqa: ANN401  # a cell, or what was measured
    if value is None:
        return ""
    if isinstance(value, list):
        return " : ".join(f"({_plain(v)})" if isinstance(v, list) else _plain(v) for v in value)
    return f"{round(value, _DIGITS)}" if isinstance(value, float) else str(value)


def _table(head: list[str], rows: list[list[str]]) -> str:
    escaped = [[cell.replace("|", "\\|") for cell in row] for row in (head, ["---"] * len(head), *rows)]
    return "\n".join(f"| {' | '.join(row)} |" for row in escaped)
