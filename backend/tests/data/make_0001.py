"""Make a data folder as commit 779c22e left it, with that commit's package.

git worktree add OLD 779c22e && PYTHONPATH=OLD/backend/src python tests/data/make_0001.py FOLDER
"""

import json
import shutil
import sys
import tempfile
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import mmscope.captures.library as old
from mmscope.core import CoreModule, Session
from mmscope.settings import load

usual = load({})
core = CoreModule(usual.core)
session = Session(core)
params = json.loads((usual.scenarios / "two-nodes.json").read_text())["params"]
session.run_model({**params, "stop_decisions": 20})
content = b"".join(session.write())
with tempfile.TemporaryDirectory() as folder:
    settings = replace(usual, data=Path(folder) / "data")
    library: Any = old.Library
    setattr(old, "find_bundled", lambda _: {})  # noqa: B010
    with closing(library(settings, core)) as opened:
        incoming = getattr(old, "Incoming")(opened, lambda _: None)  # noqa: B009  # it was there then
        incoming.write(content)
        incoming.finish("mine.mmscope")
    rests = shutil.ignore_patterns("lock", "incoming", "*-wal", "*-shm")
    shutil.copytree(settings.data, Path(sys.argv[1]), ignore=rests)
