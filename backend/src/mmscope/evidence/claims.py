"""The published tables of datasets/published, and the claims that say how captures answer them.

A table's rows are what was printed; the columns in `labels` tell its rows apart. A claim picks cells
(`match`: values of columns that pick rows; `columns`: of those rows, all but the labels by default) and
names the captures, the measure (measures/) and the criterion (criteria.py) that answer them; or it says
why emulation cannot show them (`not_shown`, also of a table for all cells that no claim picks). So every
cell is answered, or said not to be.
"""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Row = dict[str, Any]
Cell = Any  # a number, a text, a list of those, or None where nothing was printed


class PublishedError(ValueError):
    """A file of published tables cannot be used; the text names it and the reason."""


@dataclass(frozen=True, slots=True)
class Source:
    """A document: a commit, or a mail."""

    id: str
    title: str
    author: str
    date: str  # of the mail
    kernel: str
    message: str
    url: str
    commit: str = ""
    era: str = ""  # its rule in datasets/eras.json, for the app


@dataclass(frozen=True, slots=True)
class Claim:
    """Cells of one table, and how the lab answers them. `not_shown` is why it does not, or empty."""

    source: Source
    table: str
    label: str  # the rows, in words
    cells: dict[str, list[Cell]]  # by column, one for each row
    match: Row = field(default_factory=dict)  # values of columns that pick the rows
    what: str = ""
    captures: tuple[str, ...] = ()
    measure: str = ""
    arguments: dict[str, Any] = field(default_factory=dict)
    criterion: str = ""
    bound: Any = None
    not_shown: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """One file: what was published on one policy, with all claims."""

    id: str
    title: str
    sources: tuple[Source, ...]
    claims: tuple[Claim, ...]
    titles: dict[str, str]  # of the tables


def load(folder: Path) -> list[Document]:
    """All documents, in the order of their sources. Raises PublishedError."""
    found = []
    for path in sorted(folder.glob("*.json")):
        try:
            found.append(_document(json.loads(path.read_bytes())))
        except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
            raise PublishedError(f"{path.name}: {type(error).__name__}: {error}") from error
    return sorted(found, key=lambda document: document.sources[0].id)


def _document(raw: dict[str, Any]) -> Document:
    sources = {key: Source(id=key, **source) for key, source in raw["sources"].items()}
    claims = [claim for table in raw["tables"] for claim in _claims(table, sources[table["source"]])]
    titles = {table["id"]: table["title"] for table in raw["tables"]}
    return Document(raw["id"], raw["title"], tuple(sources.values()), tuple(claims), titles)


def _claims(table: dict[str, Any], source: Source) -> list[Claim]:
    """The claims of a table; then, row by row, the cells that are left: not shown."""
    columns, labels = table["columns"], table["labels"]
    if any(len(row) != len(columns) for row in table["rows"]):
        raise ValueError(f"{table['id']}: a row does not have {len(columns)} cells")
    rows = [dict(zip(columns, row, strict=True)) for row in table["rows"]]
    left = [[c for c in columns if c not in labels and row[c] is not None] for row in rows]
    found = []
    for claim in table.get("claims", []):
        match = claim["match"]
        chosen = [at for at, row in enumerate(rows) if all(row[c] == v for c, v in match.items())]
        picked = claim.get("columns", [column for column in columns if column not in labels])
        if not chosen or not set(picked) <= set(columns):
            raise ValueError(f"{table['id']}: a claim picks no cell: {match}")
        found.append(_claim(claim, source, table, [rows[at] for at in chosen], picked))
        for at in chosen:
            left[at] = [column for column in left[at] if column not in picked]
    for row, names in zip(rows, left, strict=True):
        if names and not table.get("not_shown"):
            raise ValueError(f"{table['id']}: no claim answers {names} of {[row[c] for c in labels]}")
        if names:
            own = {"match": {c: row[c] for c in labels}, "not_shown": table["not_shown"]}
            found.append(_claim(own, source, table, [row], names))
    return found


def _claim(
    raw: dict[str, Any], source: Source, table: dict[str, Any], rows: list[Row], picked: list[str]
) -> Claim:
    common = [c for c in table["labels"] if all(row[c] == rows[0][c] for row in rows)]
    ((criterion, bound),) = raw.get("holds", {"": None}).items()
    return Claim(
        source=source,
        table=table["id"],
        label=", ".join(str(rows[0][column]) for column in common),
        cells={column: [row[column] for row in rows] for column in picked},
        match=raw["match"],
        what=raw.get("what", ""),
        captures=tuple(raw.get("captures", ())),
        measure=raw.get("measure", ""),
        arguments=raw.get("arguments", {}),
        criterion=criterion,
        bound=bound,
        not_shown=raw.get("not_shown", ""),
    )
