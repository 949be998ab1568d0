"""`mmscope convert FILE -o OUT --to FORM`: a capture of any supported format in a form others read."""

import sys
from pathlib import Path
from typing import Literal

from mmscope.captures.trace.page import PageReading
from mmscope.cli.contents import read_any, write_tables
from mmscope.cli.files import STDIN, UNREADABLE, UnreadableError
from mmscope.cli.perfetto import Perfetto
from mmscope.engine import EngineError
from mmscope.settings import Settings

FAILED = 1  # exit status: it cannot be written

Form = Literal["parquet", "perfetto"]


def convert(settings: Settings, name: str, output: str, form: Form) -> int:
    """Write `output`: a folder with a Parquet file of each kind, or a JSON file (- for standard output)."""
    try:
        events = (_parquet if form == "parquet" else _perfetto)(settings, name, output)
    except (UnreadableError, EngineError) as error:
        print(f"mmscope: {error}", file=sys.stderr)
        return UNREADABLE
    except OSError as error:
        print(f"mmscope: {output}: {error.strerror}", file=sys.stderr)
        return FAILED
    print(f"convert events={events} to={output}", file=sys.stderr)
    return 0


def _parquet(settings: Settings, name: str, output: str) -> int:
    folder = Path(output)
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise UnreadableError(f"{output}: the folder is not empty")
    return sum(write_tables(settings, name, folder).kinds.values())


def _perfetto(settings: Settings, name: str, output: str) -> int:
    if output == STDIN:
        return _write_perfetto(settings, name, Perfetto(sys.stdout))
    part = Path(f"{output}.part")
    try:
        with part.open("w", encoding="utf-8") as out:
            events = _write_perfetto(settings, name, Perfetto(out))
        part.replace(output)
    finally:
        part.unlink(missing_ok=True)
    return events


def _write_perfetto(settings: Settings, name: str, to: Perfetto) -> int:
    page = PageReading(settings)
    page.open()
    found = read_any(settings, name, to.batch, page.feed)
    if found.capture is not None:
        to.capture(found.capture)
    page.end(name, found.source.cut_off)
    to.spans(page.spans())
    to.finish()
    return sum(found.kinds.values())
