"""`make check-stock`: decisions of unpatched kernels, recomputed from texts that bpftrace wrote.

Each text of the folders is checked as `mmscope check` does. Exit status 1 when a decision differs, when more raced or are
not modelled than the core allows, when lines are missing, or when a kernel has no decision of what QUESTIONS says of it.
"""

import argparse
import gzip
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import stock_captures
from stock_lies import EXCUSED, LIES, forged

from mmscope.captures import CaptureError, read_decisions
from mmscope.captures.totals import count
from mmscope.core import CoreModule
from mmscope.settings import Settings, load

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "datasets" / "stock" / "decisions"
SCRIPTS = ROOT / "tracer" / "stock" / "scripts.json"
# Series whose every question has to be among the texts, and what of a series is not kept yet.
SERIES = ("6.12", "7.3")
NOT_KEPT = {"7.3": ("ra", "il")}
# How many decisions of those that a lie fits are altered: every so many; 0: the first alone.
EXTENTS = {0: "one", 10: "a tenth", 1: "all"}


def check(texts: list[Path]) -> dict[str, Any]:
    """What `mmscope check` finds in them."""
    command = [sys.executable, "-m", "mmscope", "check", "--json", *map(str, texts)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if not done.stdout:
        raise SystemExit(done.stderr)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def texts_of(folder: Path) -> list[dict[str, Any]]:
    """The manifests of a folder, each with the path of its text."""
    manifests = [(path, json.loads(path.read_text())) for path in sorted(folder.glob("*.json"))]
    return [{**manifest, "path": path.with_name(manifest["file"])} for path, manifest in manifests]


def questions_of(series: str, *, kept: bool) -> list[str]:
    """What a script asks of its kernels; of the texts that are kept, what was recorded already."""
    rows = json.loads(SCRIPTS.read_text())
    asked = [row["question"] for row in rows if series in row["series"]]
    return [question for question in asked if not (kept and question in NOT_KEPT.get(series, ()))]


def noticed(settings: Settings, core: CoreModule, text: str) -> str:
    """What the check makes of a text: `noticed`, `raced` or `open` where nothing else shows it, or `passed`."""
    try:
        capture = read_decisions(core, settings.trace, io.BytesIO(text.encode()), settings.limits)
    except CaptureError:
        return "noticed"
    counts, _ = count(capture.session)
    if counts["different"] or counts["over_limit"]:
        return "noticed"
    return "raced" if counts["raced"] else "open" if counts["not_modelled"] else "passed"


def tell(texts: list[dict[str, Any]]) -> list[str]:
    """Tell every lie in every text it fits; print the sums. Returns what passes and must not, or the other way round."""
    settings = load()
    core = CoreModule(settings.core)
    plain = {text["id"]: gzip.decompress(text["path"].read_bytes()).decode() for text in texts}
    made = stock_captures.texts(ROOT / "datasets" / "captures")
    plain |= made
    told, found, unnoticed = 0, dict.fromkeys(("noticed", "raced", "open", "passed"), 0), []
    bad = [f"{name}: not all the same" for name in made if noticed(settings, core, made[name]) != "passed"]
    fitted = set()
    for lie in LIES:
        for name, text in plain.items():
            for every in EXTENTS if name.endswith(f"-{lie.of}") else ():
                lying = "\n".join([*forged(text, lie, every), ""])
                if lying == text:
                    continue
                fitted.add(lie.says)
                told += 1
                what = noticed(settings, core, lying)
                found[what] += 1
                if what != "noticed" and lie.says not in EXCUSED:
                    unnoticed.append(f"{name}: {lie.says}, {EXTENTS[every]}: {what}")
    counted = " ".join(f"{key}={value}" for key, value in found.items())
    print(f"lies kinds={len(LIES)} fitted={len(fitted)} told={told} {counted} unnoticed={len(unnoticed)}")
    return bad + unnoticed


def main() -> int:
    """Entry point; returns the exit status."""
    parser = argparse.ArgumentParser(description="check decisions of unpatched kernels")
    parser.add_argument("folders", nargs="*", type=Path, metavar="FOLDER")
    folders = parser.parse_args().folders
    texts = [text for folder in folders or [SAMPLES] for text in texts_of(folder)]
    found = check([text["path"] for text in texts])
    failed = [f"{capture['capture']}: over_limit" for capture in found["captures"] if capture["over_limit"]]
    for text, capture in zip(texts, found["captures"], strict=True):
        numbers = ("decisions", "same", "raced", "different", "not_modelled", "left_out", "torn")
        counted = " ".join(f"{number}={capture[number]}" for number in numbers)
        print(f"{text['id']} release={text['kernel']['release']} {counted}")
    for series in SERIES:
        for question in questions_of(series, kept=not folders):
            of = [
                capture["decisions"]
                for text, capture in zip(texts, found["captures"], strict=True)
                if text["kernel"]["release"].startswith(f"{series}.") and text["id"].endswith(f"-{question}")
            ]
            if not sum(of):
                failed.append(f"no decision of {question} by {series}")
    failed += tell(texts)
    total = found["total"]
    kernels = len({text["kernel"]["release"] for text in texts})
    counted = " ".join(
        f"{key}={total[key]}" for key in ("decisions", "same", "raced", "not_modelled", "different")
    )
    for line in failed:
        print(f"check-stock: {line}", file=sys.stderr)
    print(f"check-stock kernels={kernels} {counted}")
    return 1 if failed or total["different"] or total["lost"] or found["unreadable"] else 0


if __name__ == "__main__":
    sys.exit(main())
