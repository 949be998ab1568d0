"""`mmscope machine` on what Debian's own kernels printed in guests under known settings.

`stock.tar.gz` has some of the texts that `lab.py pastes` leaves; `make test-machine` makes all of them anew.
"""

import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from stock_texts import Count, judge, judge_all
from test_machine import module


def texts() -> Iterator[tuple[str, str, str]]:
    """Kernel, name and text of each."""
    with tarfile.open(Path(__file__).with_name("stock.tar.gz")) as archive:
        for member in sorted(archive.getmembers(), key=lambda one: one.name):
            file = archive.extractfile(member)
            if file:
                kernel, _, name = member.name.partition("/")
                yield kernel, name.removesuffix(".txt"), file.read().decode()


def test_stock_kernels_marks_distances_and_reports() -> None:
    count = Count()
    judge_all(module(), texts(), count)
    assert count.wrong == []
    assert count.good(), count.line()
    assert len(count.kernels) == 3
    assert count.numbers["settings"] >= 9
    assert count.numbers["ooms"] >= 9


@pytest.mark.parametrize(
    ("printed", "instead"),
    [("        min      ", "        min      1"), ("        low      ", "        low      1")],
)
def test_a_mark_that_is_not_the_rules_is_noticed(printed: str, instead: str) -> None:
    kernel, name, text = next(one for one in texts() if "-oom-" not in one[1])
    count = Count()
    judge(module(), kernel, name, text.replace(printed, instead), count)
    assert not count.good()


def test_a_distance_that_is_missed_is_noticed() -> None:
    kernel, name, text = next(one for one in texts() if "eater kswapd pages=" in one[2])
    count = Count()
    judge(module(), kernel, name, text.replace("eater kswapd pages=", "eater kswapd pages=9"), count)
    assert any("kswapd after" in line for line in count.wrong)


def test_the_report_to_try_is_one_of_these() -> None:
    """`datasets/pasted` has it without the line of its setting."""
    sample = Path(__file__).parents[2] / "datasets/pasted/debian-7.3-oom.txt"
    found = {(kernel, name): text for kernel, name, text in texts()}
    assert found["7.3", "nodes-oom-00"].split("\n", 1)[1] == sample.read_text()
