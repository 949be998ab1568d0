# SPDX-License-Identifier: Apache-2.0
"""Runs scenarios in wasmtime and prints `id sha256` of the events of each, for hosts.mjs."""

import hashlib
import json
import sys
from pathlib import Path

from mmscope.core import CoreModule, Session
from mmscope.core.session import Bounds

ROOT = Path(__file__).resolve().parents[2]


def main() -> None:
    """Runs the scenarios named on the command line."""
    module = CoreModule(ROOT / "wasm-core" / "dist" / "mmscope.wasm")
    for name in sys.argv[1:]:
        params = json.loads((ROOT / "datasets" / "scenarios" / f"{name}.json").read_text())["params"]
        params.pop("dev_name", None)
        session = Session(module, Bounds(seconds=600))
        session.run_model(params)
        print(name, hashlib.sha256(session.records().tobytes()).hexdigest(), flush=True)


main()
