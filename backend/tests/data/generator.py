"""Make a data folder of the present form: `python tests/data/generator.py FOLDER`, from backend/.

An upload of mmscope-trace that is ready, one of another tool, one whose file changed on the disk, a
resumable upload under way and one that was refused. README.md says what the folders here are for.
"""

import json
import shutil
import sys
import tempfile
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from mmscope.captures import Arrival, CaptureError, Library, Uploads
from mmscope.core import CoreModule, Session, TraceModule
from mmscope.settings import Settings, load

FOREIGN = "# tracer: nop\n#\n" + "".join(
    f"         kswapd0-60      [000] ..... {100 + i}.000001: mm_vmscan_kswapd_sleep: nid={i % 2}\n"
    for i in range(20)
)


def text(core: CoreModule, settings: Settings, seed: int) -> bytes:
    """A short capture."""
    params = json.loads((settings.scenarios / "two-nodes.json").read_text())["params"]
    session = Session(core)
    session.run_model({**params, "seed": seed, "stop_decisions": 20})
    return b"".join(session.write())


def take_in(library: Library, content: bytes, name: str) -> str:
    """Upload a file; its id."""
    incoming = Arrival(library, lambda _: None)
    try:
        incoming.write(content)
        return incoming.finish(name)[0].id
    finally:
        incoming.abandon()


def make(settings: Settings) -> None:
    """Fill the settings' data folder."""
    core, trace = CoreModule(settings.core), TraceModule(settings.trace)
    with closing(Library(settings, core, trace)) as library:
        take_in(library, text(core, settings, 1), "mine.mmscope")
        take_in(library, FOREIGN.encode(), "trace.txt")
        changed = take_in(library, text(core, settings, 2), "changed.mmscope")
        library.store.source(changed).write_bytes(b"changed on the disk\n")
        library.catalogue.put(replace(library.get(changed), state="pending", derived_by=None))
        library.catch_up()
        uploads = Uploads(library)
        for name, content, length in (
            ("half.mmscope", b"mmscope-capture 1\n", 1000),
            ("bad.txt", b"nonsense", 8),
        ):
            upload = uploads.create(name, length, None)
            with uploads.appending(upload.token, 0, None) as to:
                to.write(content)
                to.commit()
            if length == len(content):
                upload.settle(error=CaptureError("format", "line 1: nothing in it is known", 1))


def main() -> None:
    """Make it in a folder that is not there yet."""
    to = Path(sys.argv[1])
    usual = load({})
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "root"
        (root / "wasm-core").mkdir(parents=True)
        (root / "wasm-core" / "dist").symlink_to(usual.core.parent)
        (root / "datasets").mkdir()
        (root / "datasets" / "scenarios").symlink_to(usual.scenarios)
        make(replace(usual, root=root, data=Path(folder) / "data"))
        rests = shutil.ignore_patterns("lock", "reserve", "incoming", "*-wal", "*-shm")
        shutil.copytree(Path(folder) / "data", to, ignore=rests)


if __name__ == "__main__":
    main()
