"""Run one target under atheris: __main__.py TARGET [arguments of libFuzzer]. tools/check/fuzz.py calls it."""

import shlex
import sys
from pathlib import Path

import atheris

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
with atheris.instrument_imports(include=["mmscope", "python_multipart"]):
    from fuzz.targets import TARGETS

if __name__ == "__main__":
    program = shlex.join([sys.executable, *sys.argv[:2]])  # for the shell by which libFuzzer merges
    atheris.Setup([program, *sys.argv[2:]], TARGETS[sys.argv[1]]())
    atheris.Fuzz()
