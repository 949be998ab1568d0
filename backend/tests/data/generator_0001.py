"""Make a data folder as commit 779c22e left it, with that commit's package.

git worktree add OLD 779c22e && PYTHONPATH=OLD/backend/src python tests/data/generator_0001.py FOLDER
"""

import json
import shutil
import sys
import tempfile
from contextlib import closing
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

from mmscope.core import CoreModule, Session
from mmscope.settings import load

old: Any = import_module("mmscope.captures.library")  # of that commit
usual = load({})
core = CoreModule(usual.core)
session = Session(core)
params = json.loads((usual.scenarios / "two-nodes.json").read_text())["params"]
session.run_model({**params, "stop_decisions": 20})
content = b"".join(session.write())
with tempfile.TemporaryDirectory() as folder:
    settings = replace(usual, data=Path(folder) / "data")
    library = old.Library
    old.find_bundled = lambda _: {}
    with closing(library(settings, core)) as opened:
        incoming = old.Incoming(opened, lambda _: None)
        incoming.write(content)
        incoming.finish("mine.mmscope")
    rests = shutil.ignore_patterns("lock", "incoming", "*-wal", "*-shm")
    shutil.copytree(settings.data, Path(sys.argv[1]), ignore=rests)
