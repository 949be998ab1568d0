"""A kill in each scene; `make kill-test` does two hundred."""

import shutil

import pytest

from kills import SCENES, run
from mmscope.settings import Settings


@pytest.mark.slow
def test_nothing_breaks_when_the_server_is_killed(settings: Settings) -> None:
    shutil.rmtree(settings.bundled)
    said: list[str] = []
    found = run(settings, kills=len(SCENES), seed=5, events=2_000, say=said.append)
    assert (found["lost"], found["broken"], found["kills"]) == (0, 0, len(SCENES)), said
