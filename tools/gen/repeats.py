"""The end of `make lab-pairs`: how far captures of one experiment are apart, to datasets/repeats.json.

Reads the bundled captures and those in build/repeats. Of an experiment that has none there, what is in the
file stays, if it was measured from the capture that is bundled.
"""

import json
import sys
import tomllib
from functools import partial
from pathlib import Path
from typing import Any

from mmscope.asif import Outcome, Policy, policies, recorded, repeated
from mmscope.captures import Capture
from mmscope.cli.files import UnreadableError
from mmscope.cli.processes import each
from mmscope.core import CoreModule
from mmscope.settings import load

ROOT = Path(__file__).resolve().parents[2]
BUNDLED = ROOT / "datasets" / "captures"
REPEATS = ROOT / "build" / "repeats"
RESULT = ROOT / "datasets" / "repeats.json"


def digest(capture: Path) -> str:
    """Of a capture's text, as its manifest has it."""
    return str(
        json.loads(capture.with_name(capture.name.removesuffix(".mmscope.gz") + ".json").read_text())[
            "sha256"
        ]
    )


def outcome_of(policy: Policy, capture: Capture) -> Outcome:
    """What it gave."""
    return recorded(capture.session, policy)


def text(found: dict[str, Any]) -> str:
    """JSON with a line for each measure."""
    parts = []
    for name, entry in sorted(found.items()):
        rows = ",\n  ".join(json.dumps(row) for row in entry["measures"])
        parts.append(f'"{name}": {{"sha256": {json.dumps(entry["sha256"])}, "measures": [\n  {rows}]}}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def main() -> int:
    """Measure, write, and print a line for each experiment."""
    settings = load()
    tables = CoreModule(settings.core).tables
    before = json.loads(RESULT.read_text()) if RESULT.exists() else {}
    found: dict[str, Any] = {}
    for pair in tomllib.loads((ROOT / "tracer" / "lab" / "pairs.toml").read_text())["pair"]:
        for policy in policies(tables):
            if pair["switch"] not in (policy.driven.switch, tables.params[policy.driven.switch].doc):
                continue
            for name in pair["experiments"]:
                paths = [BUNDLED / f"{name}.mmscope.gz", *sorted(REPEATS.glob(f"*/{name}.mmscope.gz"))]
                kept = before.get(name)
                if kept and kept["sha256"][0] == digest(paths[0]) and len(kept["sha256"]) >= len(paths):
                    found[name] = kept
                if len(paths) == 1 or name in found:
                    continue
                runs: list[Outcome] = []
                for _, run in each(settings, [(str(path), partial(outcome_of, policy)) for path in paths]):
                    if isinstance(run, UnreadableError):
                        raise run
                    runs.append(run)
                rows = [row.as_row() for row in repeated(runs)]
                if rows:
                    found[name] = {"sha256": [digest(path) for path in paths], "measures": rows}
    for name, entry in sorted(found.items()):
        print(f"repeats {name}: captures={len(entry['sha256'])} measures={len(entry['measures'])}")
    RESULT.write_text(text(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
