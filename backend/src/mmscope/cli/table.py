"""Tables of measures in text."""

from collections.abc import Sequence

from mmscope.core.tables import Measure


def heading(measure: Measure, part: int | None, at: str = "") -> str:
    """What readers call a measure; then its name, unit, which is better. `at`: of the values behind it."""
    words = measure.words.replace(f"each {measure.part}", f"{measure.part} {part}")
    remarks = [measure.name, measure.unit]
    remarks += [f"{measure.better} is better"] if measure.better != "neither" else []
    return " ".join(filter(None, (words, at, f"({', '.join(filter(None, remarks))})")))


def aligned(rows: Sequence[Sequence[str]], left: int = 0) -> list[str]:
    """Rows of as many cells each, as lines; the first `left` columns begin, and the others end, alike."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return [
        "  ".join(
            cell.ljust(width) if i < left else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
