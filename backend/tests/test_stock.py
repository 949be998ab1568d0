"""Texts with decisions of an unpatched kernel (docs/stock.md): `mmscope check` on them, whole and damaged."""

import json
from pathlib import Path

import pytest

from support import run

BEGIN = "mms_begin ts=1000 version=1 release=6.12.117+deb12-amd64"
# kswapd of node 0 sleeps, DMA32 and Normal are below high, and it is woken.
WOKEN = (
    "mms_kswapd ts={ts} cpu=1 pid=77 nid=0 zone=2 gfp=140cca order=0 highest=2 cpusets=0 tiering=0 asleep=1 "
    "failures=0 managed=9c40ffffffff,ffffffff00013880 free=12cffffffff,ffffffff00000258 "
    "unusable=ffffffff,ffffffff00000000 min=c8ffffffff,ffffffff00000190 low=faffffffff,ffffffff000001f4 "
    "high=12cffffffff,ffffffff00000258 boost=ffffffff,ffffffff00000000 reserve=ffffffff,ffffffff00000000 "
    "drift=ffffffff,ffffffff00000000 balanced=0 woke=1 asleep2=0 failures2=0 "
    "free2=12cffffffff,ffffffff00000258 boost2=ffffffff,ffffffff00000000 ns=14000 comm=writer 1"
)
END = "mms_end ts=900000 of=0 asked={asked} left_out=0 torn=0"


def lines(n: int = 3, **changed: str) -> list[str]:
    """So many calls, the first with these fields changed."""
    made = [WOKEN.format(ts=2000 + i) for i in range(n)]
    for name, value in changed.items():
        fields = [f"{name}={value}" if word.startswith(f"{name}=") else word for word in made[0].split(" ")]
        made[0] = " ".join(fields)
    return made


def check(tmp_path: Path, *text: str) -> tuple[int, dict[str, int], str]:
    """Exit status, the counts, and what is said of it."""
    (tmp_path / "k.txt").write_text("\n".join(["# kswapd.bt of mmscope", *text, ""]))
    done = run("check", "--json", str(tmp_path / "k.txt"))
    total = json.loads(done.stdout)["total"] if done.stdout else {}
    return done.returncode, total, done.stderr.decode()


def test_each_decision_of_a_text_is_recomputed(tmp_path: Path) -> None:
    text = [BEGIN, "Attaching 5 probes...", *lines(), "@seen: 3", END.format(asked=3)]
    status, total, said = check(tmp_path, *text)
    assert (status, said) == (0, "")
    assert (total["decisions"], total["same"], total["over_limit"]) == (3, 3, 0)
    printed = run("check", str(tmp_path / "k.txt")).stdout.decode().splitlines()
    assert "check decisions=3 same=3 different=0 incomplete=0 stateless_only=3 lost=0" in printed


@pytest.mark.parametrize(
    ("changed", "verdict"),
    [
        ({"woke": "0"}, "different"),
        ({"woke": "0", "balanced": "255"}, "raced"),
        ({"woke": "0", "balanced": "255", "asleep2": "1"}, "different"),
        ({"asleep": "0", "balanced": "255"}, "different"),
        ({"tiering": "2"}, "not_modelled"),
    ],
)
def test_a_decision_that_does_not_follow(tmp_path: Path, changed: dict[str, str], verdict: str) -> None:
    status, total, _ = check(tmp_path, BEGIN, *lines(3, **changed), END.format(asked=3))
    assert total[verdict] == 1
    assert (total["same"], total["decisions"]) == (2, 2 if verdict == "not_modelled" else 3)
    # One of three is more than may race, or be open.
    assert status == 1


def test_a_race_of_a_hundred_is_within_the_bounds(tmp_path: Path) -> None:
    text = lines(100, woke="0", balanced="255")
    status, total, _ = check(tmp_path, BEGIN, *text, END.format(asked=100))
    assert (status, total["raced"], total["same"], total["over_limit"]) == (0, 1, 99, 0)


def test_a_text_that_is_cut_off_or_lacks_lines_is_incomplete(tmp_path: Path) -> None:
    for text in (
        [BEGIN, *lines()],
        [BEGIN, *lines(), END.format(asked=4)],
        [BEGIN, *lines()[1:], END.format(asked=3)],
    ):
        status, total, _ = check(tmp_path, *text)
        assert (status, total["different"], total["over_limit"]) == (1, 0, 1)


def test_without_its_header_or_of_another_kernel_nothing_is_recomputed(tmp_path: Path) -> None:
    other = BEGIN.replace("6.12.117", "7.4.1")
    for text in ([*lines(), END.format(asked=3)], [other, *lines(), END.format(asked=3)]):
        status, total, _ = check(tmp_path, *text)
        assert (status, total["decisions"], total["not_modelled"]) == (1, 0, 3)


def test_two_kernels_in_one_text_are_none(tmp_path: Path) -> None:
    other = BEGIN.replace("6.12.117", "7.3.4").replace("ts=1000", "ts=1001")
    status, total, _ = check(tmp_path, BEGIN, other, *lines(), END.format(asked=3))
    assert (status, total["decisions"], total["not_modelled"]) == (1, 0, 3)


def test_a_line_without_its_second_reading_is_no_decision(tmp_path: Path) -> None:
    torn = [line.split(" asleep2=")[0] for line in lines(1)]
    status, total, _ = check(tmp_path, BEGIN, *torn, *lines()[1:], END.format(asked=3))
    assert (status, total["decisions"], total["over_limit"]) == (1, 2, 1)


ALL = "ffffffffffffffff"
# Pages of a mapping go to nodes 0 and 1 in turn. A fault on page 1001 comes after one on page 1000, whose
# window of 8 had 3 hits.
OTHERS = {
    2: "mms_il ts=2000 cpu=1 pid=77 mode=3 nodes=3 by_place=1 ilx=7 prev=1023 cnt=0 weight=W nid=1 "
    "prev_after=1023 cnt_after=0 nodes2=3 weight2=W ns=9000 comm=reader".replace("W", f"{ALL},{ALL}"),
    3: "mms_ra ts=2000 cpu=1 pid=77 type=0 off=9 by_vma=1 rotating=0 page_cluster=3 addr=3e9008 lo=384000 "
    "hi=7d0000 info=3e8203 info2=3e9200 page_cluster2=3 reads=8 others=0 ns=9000 comm=writer",
}


@pytest.mark.parametrize(
    ("of", "old", "new", "verdict"),
    [
        (2, "", "", "same"),
        (2, "ilx=7", "ilx=6", "different"),
        (2, "nid=1", "nid=0", "different"),
        (3, "", "", "same"),
        (3, "info2=3e9200", "info2=3e9100", "different"),
        (3, "3e9200 page_cluster2=3 reads=8 others=0", "3e9100 page_cluster2=3 reads=4 others=1", "raced"),
        (3, "by_vma=1", "by_vma=0", "not_modelled"),
    ],
)  # fmt: skip
def test_the_other_questions(tmp_path: Path, of: int, old: str, new: str, verdict: str) -> None:
    line = OTHERS[of].replace(old, new)
    status, total, _ = check(tmp_path, BEGIN, line, END.replace("of=0", f"of={of}").format(asked=1))
    assert total[verdict] == 1
    assert status == (0 if verdict == "same" else 1)


def test_a_trace_without_decisions_is_refused(tmp_path: Path) -> None:
    status, total, said = check(
        tmp_path, "Attaching 1 probe...", "kswapd_wake ts=1 cpu=0 pid=1 nid=0 order=0 comm=a"
    )
    assert status == 2
    assert total == {} or total["decisions"] == 0
    assert "mms_kswapd" in said
