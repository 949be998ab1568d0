"""datasets/compare/examples.json: sides of values, and what `mmscope compare` says of them.

Drawn with a fixed seed and written once; the command line's test and the page's read the same.
"""

import json
import random
from fractions import Fraction
from pathlib import Path

from mmscope.compare.permutation import p_value
from mmscope.compare.table import Row, decimal
from mmscope.core.tables import Measure

OUT = Path(__file__).resolve().parents[2] / "datasets" / "compare" / "examples.json"
WORDS = {True: "yes", False: "no", None: "cannot say"}
SIZES = [
    (1, 1),
    (1, 4),
    (2, 2),
    (3, 3),
    (4, 4),
    (4, 4),
    (4, 4),
    (2, 9),
    (5, 7),
    (12, 12),
]
DIGITS = (0, 1, 6)


def main() -> None:
    """Write them."""
    draw = random.Random(16)
    rows = []
    for number in range(60):
        n, m = SIZES[number % len(SIZES)]
        better = ("more", "less", "neither")[number % 3]
        digits, shift = DIGITS[number % len(DIGITS)], draw.choice([0, 0, 3, 40, 10**6])
        sides = [
            [decimal(Fraction(draw.randrange(0, 50 * 10**digits), 10**digits) + by) for _ in range(size)]
            for size, by in ((n, draw.choice([0, 0, 900])), (m, shift))
        ]
        if number % 7 == 0:
            sides[0] = ["0"] * n
        a, b = ([Fraction(text) for text in side] for side in sides)
        measure = Measure("x", 0, "swap", "", better, "all", "swap_select", "")
        p = p_value(a, b) if min(n, m) > 1 else None
        row = Row(measure, "", None, tuple(a), tuple(b), p)
        rows.append(
            {
                "better": better,
                "a": sides[0],
                "b": sides[1],
                "means": [decimal(row.mean_a), decimal(row.mean_b)],
                "difference": decimal(row.difference),
                "percent": None if row.percent is None else decimal(row.percent),
                "verdict": row.verdict,
                "p": None if p is None else decimal(p),
                "beyond": WORDS[row.beyond],
            }
        )
    OUT.write_text("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n")


if __name__ == "__main__":
    main()
