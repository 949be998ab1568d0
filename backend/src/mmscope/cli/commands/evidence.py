"""`mmscope evidence`: what was published beside what the bundled captures show."""

import json
import sys
from functools import partial
from pathlib import Path

from mmscope.captures import Capture, find_bundled
from mmscope.cli.files import UNREADABLE, UnreadableError
from mmscope.cli.processes import each
from mmscope.evidence import (
    Job,
    NothingMeasuredError,
    Result,
    Run,
    Value,
    as_json,
    as_text,
    data,
    jobs,
    load,
    measure,
    page,
    result_of,
    summary,
)
from mmscope.settings import Settings

FAILED = 1  # exit status
_FINE = {"holds", "direction holds", "not shown"}


def evidence(settings: Settings, *, write: list[Path], check: list[Path], as_json_: bool) -> int:
    """Print a line for each claim and their count; or `write` the page; or `check` that it is not stale.

    A file named .json gets the page as data. Returns 0 when every claim holds or cannot be shown by
    emulation; of pages, when none is stale.
    """
    documents = load(settings.published)
    bundled = find_bundled(settings.bundled)
    wanted: dict[str, list[Job]] = {}
    for job in jobs(claim for document in documents for claim in document.claims):
        if job.capture in bundled:
            wanted.setdefault(job.capture, []).append(job)
    work = [(str(bundled[name].path), partial(take, own)) for name, own in wanted.items()]
    found: dict[tuple[str, str, str], Value | str] = {}
    for _, result in each(settings, work):
        if isinstance(result, UnreadableError):
            print(f"mmscope: {result}", file=sys.stderr)
            return UNREADABLE
        found |= result
    lines = {d.id: [result_of(claim, bundled, found) for claim in d.claims] for d in documents}
    texts = {path: (data if path.suffix == ".json" else page)(documents, lines) for path in (*write, *check)}
    for path in write:
        path.write_text(texts[path], encoding="utf-8")
    if write or check:
        return max(_compare(path, texts[path]) for path in (*write, *check))
    every = [line for own in lines.values() for line in own]
    _print(every, as_json_=as_json_)
    return 0 if all(line.verdict in _FINE for line in every) else FAILED


def take(wanted: list[Job], capture: Capture) -> dict[tuple[str, str, str], Value | str]:
    """Take these measures of one capture."""
    run = Run(capture)
    found: dict[tuple[str, str, str], Value | str] = {}
    for job in wanted:
        try:
            found[job.key] = measure(run, job.measure, dict(job.arguments))
        except NothingMeasuredError as error:
            found[job.key] = f"{job.capture}: {error}"
    return found


def _compare(path: Path, text: str) -> int:
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return 0
    print(f"{path} is stale: run 'make gen' and commit the result", file=sys.stderr)
    return FAILED


def _print(lines: list[Result], *, as_json_: bool) -> None:
    if as_json_:
        print(json.dumps([as_json(line) for line in lines], indent=2, ensure_ascii=False))
        return
    for line in lines:
        print(as_text(line))
    print(summary(lines))
