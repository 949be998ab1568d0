# SPDX-License-Identifier: Apache-2.0
"""docs/notebook.ipynb, run from its first cell to its last, with what comes of it.

`python tools/gen/notebook_page.py [--check]`, with the front end built. What is kept is what a reader without a
kernel sees: of a figure the picture.
"""

import argparse
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

FILE = Path(__file__).resolve().parents[2] / "docs" / "notebook.ipynb"
WIDGET = "application/vnd.jupyter.widget-view+json"
STALE = 1  # exit status
SECONDS = 300  # of one cell


def run(text: str) -> str:
    """The notebook after it has run. Raises CellExecutionError."""
    notebook = nbformat.reads(text, as_version=4)  # type: ignore[no-untyped-call]
    client = NotebookClient(notebook, timeout=SECONDS, kernel_name="python3", store_widget_state=False)
    client.execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        for output in cell.get("outputs", []):
            output.get("data", {}).pop(WIDGET, None)
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    return f"{nbformat.writes(notebook).rstrip()}\n"  # type: ignore[no-untyped-call]


def main() -> int:
    """Write it, or say that it is stale."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--check", action="store_true")
    before = FILE.read_text(encoding="utf-8")
    after = run(before)
    if not arguments.parse_args().check:
        FILE.write_text(after, encoding="utf-8")
    elif before != after:
        remedy = "run 'python tools/gen/notebook_page.py' and commit the result"
        print(f"{FILE.name} is stale: {remedy}", file=sys.stderr)
        return STALE
    return 0


if __name__ == "__main__":
    sys.exit(main())
