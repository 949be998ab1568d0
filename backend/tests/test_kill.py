"""A few kills at random moments; `make kill-test` does fifty."""

import shutil

from kills import ENDS, run
from mmscope.settings import Settings


def test_nothing_breaks_when_the_server_is_killed(settings: Settings) -> None:
    shutil.rmtree(settings.bundled)
    found = run(settings, kills=3, seed=5, events=2_000)
    assert found["broken"] == 0
    assert sum(found[end] for end in ENDS) == 3
