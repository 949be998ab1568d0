"""What fuzzing kept: every input of the corpus holds what its target says, without atheris."""

from pathlib import Path

import pytest

from fuzz.targets import TARGETS

CORPUS = Path(__file__).parent / "fuzz" / "corpus"


@pytest.mark.parametrize("name", TARGETS)
def test_each_input_that_was_kept_holds(name: str) -> None:
    one = TARGETS[name]()
    one(b"")
    for path in sorted(path for path in (CORPUS / name).rglob("*") if path.is_file()):
        try:
            one(path.read_bytes())
        except BaseException as error:
            error.add_note(f"input: {path}")
            raise
