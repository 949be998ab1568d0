"""Comparisons: the numbers of sweeps, exact differences, p counted again, conditions, refusals."""

import csv
import gzip
import io
import itertools
import json
import re
import shutil
from collections.abc import Callable
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies

from mmscope.cli.main import main
from mmscope.cli.parser import COMPARE
from mmscope.compare import (
    Comparison,
    compare,
    failures,
    known_measures,
    limits,
    measure,
    parse_condition,
    sources,
)
from mmscope.core import CoreModule
from mmscope.settings import load
from mmscope.sweeps import QuestionError, ask, one, parse, run_params, scenario

SETTINGS = load()
TABLES = CoreModule(SETTINGS.core).tables
CAPTURES = ("two-nodes-node", "swap-in-poll", "interleave-8", "zones-fair")
SHORT = "stop_decisions=200"

Json = dict[str, Any]
Ask = Callable[..., Json]


@pytest.fixture(autouse=True)
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process for each source would compile the core anew each time."""
    monkeypatch.setattr("mmscope.cli.commands.compare.cores", lambda: 1)


@pytest.fixture
def compared(capsys: pytest.CaptureFixture[str]) -> Ask:
    """What compare prints as JSON, and its exit status."""

    def ask(*arguments: str) -> Json:
        status = main(["compare", *arguments, "--json"])
        found: Json = json.loads(capsys.readouterr().out)
        return {**found, "status": status}

    return ask


def comparison(a: list[str], b: list[str]) -> Comparison:
    sides = []
    for texts in (a, b):
        found = [measure(SETTINGS, source) for text in texts for source in sources(SETTINGS, text)]
        assert not any(isinstance(taken, str) for taken in found), found
        sides.append([taken for taken in found if not isinstance(taken, str)])
    return compare(SETTINGS, sides[0], sides[1], TABLES)


def by_name(rows: list[Json]) -> dict[tuple[str, str | None, int | None], Json]:
    return {(row["measure"], row["at"], row["part"]): row for row in rows}


@pytest.mark.parametrize(
    ("source", "question"),
    [
        ("model:two-nodes?rule=roundrobin&seed=3", "of=model:two-nodes&x=rule:roundrobin&seeds=3"),
        ("model:interleave-1?granularity=4", "of=model:interleave-1&x=granularity:4"),
        ("model:zones-fair", "of=model:zones-fair&x=zone_alloc_policy:fair"),
        ("model:swap-in-hybrid?swap_poll=poll&seed=2", "of=model:swap-in-hybrid&x=swap_poll:poll&seeds=2"),
        ("model:two-nodes?demand=1,4", "of=model:two-nodes&of.demand=1,4&x=rule:node"),
        ("two-nodes-node?rule=global&seed=2", "of=capture:two-nodes-node&x=rule:global&seeds=2"),
        ("capture:interleave-1?granularity=8", "of=capture:interleave-1&x=granularity:8"),
    ],
)
def test_the_numbers_are_those_of_a_sweep_to_the_last_digit(source: str, question: str) -> None:
    asked = parse(SETTINGS, question)
    scenario_params = run_params(SETTINGS, asked, scenario(SETTINGS, asked))
    swept = one(SETTINGS, asked, scenario_params[0])
    assert not isinstance(swept, str)
    taken = measure(SETTINGS, sources(SETTINGS, source)[0])
    assert not isinstance(taken, str), taken
    assert dict(taken.whole.measures) == {(name, part): text for name, part, text, _ in swept}
    for text in taken.whole.measures.values():
        assert re.fullmatch(r"-?\d+(\.\d{0,5}[1-9])?", text)


def test_csv_prints_the_texts_of_a_sweep(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sweep", "of=model:two-nodes&x=rule:node,global", "--csv", "--jobs", "1"]) == 0
    swept = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert main(["compare", "model:two-nodes?rule=node", "model:two-nodes?rule=global", "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    ours = {(r["measure"], r["part"]): (r["a"], r["b"]) for r in rows if not r["phase"] and not r["at"]}
    for value in ("node", "global"):
        theirs = {(r["measure"], r["part"]): r["value"] for r in swept if r["rule"] == value}
        assert {key: pair[value == "global"] for key, pair in ours.items()} == theirs


def test_two_rules_of_swap_devices(compared: Ask) -> None:
    found = compared("two-nodes-node", "two-nodes-global")
    home = by_name(found["rows"])["home", None, None]
    assert home["a"] == 100
    assert home["b"] < 60
    assert home["difference"] == pytest.approx(home["b"] - 100)
    assert (home["unit"], home["verdict"], home["p"], home["beyond_spread"]) == ("%", "worse", None, None)
    assert found["test"] is None
    assert found["policies"] == ["swap"]
    assert found["a"][0]["decisions"] == by_name(found["rows"])["decisions", None, None]["a"]
    assert 40e9 < found["a"][0]["ns"] < 50e9
    assert [phase["mark"] for phase in found["phases"]] == ["swapon", "a writer on each node"]
    assert by_name(found["phases"][1]["rows"])["home", None, None] == home, "all were given in that phase"
    assert found["phases"][0]["rows"] == []


def test_values_one_by_one(compared: Ask) -> None:
    found = compared("swap-in-interrupt", "swap-in-poll")
    rows, spreads = by_name(found["rows"]), by_name(found["spreads"])
    for at in ("p50", "p99"):
        assert spreads["latency", at, None]["a"] == rows[f"latency_{at}", None, None]["a"]
        assert spreads["latency", at, None]["b"] == rows[f"latency_{at}", None, None]["b"]
    for side in ("a", "b"):
        values = [spreads["latency", at, None][side] for at in TABLES.quantiles]
        assert values == sorted(values)
        assert len(set(values)) == len(values)
    assert spreads["latency", "p50", None]["verdict"] == "better"
    assert rows["polled", None, None]["percent"] is None, "from 0 there are no hundredths"


def test_percentiles_are_those_of_the_events() -> None:
    taken = measure(SETTINGS, sources(SETTINGS, "interleave-1")[0])
    assert not isinstance(taken, str)
    text = gzip.decompress((SETTINGS.bundled / "interleave-1.mmscope.gz").read_bytes()).decode()
    lines = [
        dict(p.split("=", 1) for p in line.split()[1:]) for line in text.split("\n") if "block_rq " in line
    ]
    sectors = sorted(int(line["sectors"]) for line in lines if line["rwbs"].startswith("R"))
    for at, percent in (("p50", 50), ("p90", 90), ("p99", 99), ("max", 100)):
        rank = -(-len(sectors) * percent // 100)
        assert taken.whole.spreads[f"sectors_{at}", 0] == str(sectors[rank - 1])


def test_phases_make_up_the_whole() -> None:
    taken = measure(SETTINGS, sources(SETTINGS, "switch-rule")[0])
    assert not isinstance(taken, str)
    assert len(taken.phases) > 2
    assert sum(phase.decisions for phase in taken.phases.values()) == taken.whole.decisions
    parts = [phase.measures.get(("decisions", 0), "0") for phase in taken.phases.values()]
    assert sum(map(int, parts)) == int(taken.whole.measures["decisions", 0])


values = strategies.lists(strategies.integers(-5, 9).map(lambda n: Fraction(n, 4)), min_size=1, max_size=5)


def p_value(a: list[Fraction], b: list[Fraction]) -> Fraction:
    """As the page's code makes it."""
    return Fraction(
        ask(SETTINGS, "chance", *(json.dumps([_text(value) for value in side]) for side in (a, b)))
    )


def _text(value: Fraction) -> str:
    return str(value.numerator) if value.denominator == 1 else str(float(value))


@given(values, values)
def test_p_is_counted_over_every_way_to_deal_them_out(a: list[Fraction], b: list[Fraction]) -> None:
    every = [*a, *b]

    def apart(of_a: tuple[int, ...]) -> Fraction:
        rest = [value for i, value in enumerate(every) if i not in of_a]
        return abs(sum(every[i] for i in of_a) / Fraction(len(a)) - sum(rest) / Fraction(len(b)))

    ways = list(itertools.combinations(range(len(every)), len(a)))
    seen = apart(tuple(range(len(a))))
    assert p_value(a, b) == Fraction(sum(apart(way) >= seen for way in ways), len(ways))
    assert p_value(a, b) == p_value(b, a) >= limits(SETTINGS, len(a), len(b)).least_p


def test_how_many_captures_can_say_something() -> None:
    one, three, four = (limits(SETTINGS, n, n) for n in (1, 3, 4))
    assert (one.least_p, three.least_p, four.least_p) == (Fraction(1), Fraction(1, 10), Fraction(1, 35))
    assert [known.can_say for known in (one, three, four)] == [False, False, True]
    assert four.least_a_side == 4
    assert f"from {four.least_a_side} a side on" in COMPARE
    low, high = [Fraction(n) for n in range(4)], [Fraction(n) for n in range(9, 13)]
    assert p_value(low, high) == four.least_p < four.level
    large = [Fraction(n) * 10**18 + n % 3 for n in range(20)]
    assert p_value(large, [value + 10**20 for value in large]) == Fraction(2, comb(40, 20)), (
        "exact, and no overflow"
    )


def test_several_a_side(compared: Ask) -> None:
    of = f"model:two-nodes?{SHORT}&rule="
    found = compared(f"{of}node&seeds=1..4", f"{of}global&seeds=1..4")
    assert len(found["a"]) == len(found["b"]) == 4
    home = by_name(found["rows"])["home", None, None]
    assert home["p"] == pytest.approx(1 / 35)
    assert home["beyond_spread"] is True
    assert home["a"] == pytest.approx(sum(home["each_a"]) / 4)
    assert found["test"]["can_say"] is True
    few = compared(f"{of}node&seeds=1..3", f"{of}global&seeds=1..3")
    assert few["test"]["can_say"] is False
    assert few["test"]["least_a_side"] == 4
    assert by_name(few["rows"])["home", None, None]["beyond_spread"] is None


def test_what_is_alike_is_not_beyond_the_spread(compared: Ask) -> None:
    of = f"model:two-nodes?{SHORT}&seeds="
    found = compared("--a", f"{of}1,2", f"{of}3,4", "--b", f"{of}5..8")
    tried = [row for row in found["rows"] if row["difference"]]
    assert tried, "seeds differ a little"
    assert any(row["beyond_spread"] is False for row in tried)


@pytest.mark.parametrize("name", CAPTURES)
def test_nothing_differs_from_itself(name: str, compared: Ask) -> None:
    found = compared(name, name)
    phases = [row for phase in found["phases"] for row in (*phase["rows"], *phase["spreads"])]
    every = [*found["rows"], *found["spreads"], *phases]
    assert every
    assert {(row["difference"], row["percent"], row["verdict"]) for row in every} == {(0, 0, "same")}


sources_of_models = strategies.builds(
    "model:{}&seed={}".format,
    strategies.sampled_from(
        [
            f"two-nodes?{SHORT}",
            f"two-nodes?{SHORT}&rule=roundrobin",
            f"four-nodes?{SHORT}",
            "interleave-8?stop_decisions=500",
            "swap-in-poll?faults=50&warm_faults=200",
        ]
    ),
    strategies.integers(1, 50),
)


@settings(max_examples=15)
@given(sources_of_models, strategies.sampled_from(["", "%"]))
def test_no_condition_of_a_difference_holds_of_itself(source: str, percent: str) -> None:
    found = comparison([source], [source])
    assert found.rows
    for row in (*found.rows, *found.spreads):
        name = row.name
        for sign, holds in (
            ("!=", False),
            ("<", False),
            (">", False),
            ("==", True),
            ("<=", True),
            (">=", True),
        ):
            condition = parse_condition(f"{name} {sign} 0{percent}", known_measures(TABLES))
            assert bool(failures([condition], found, TABLES)) is holds


@pytest.mark.parametrize(
    ("condition", "status"),
    [
        ("home < -5%", 1),
        ("home < -58", 0),
        ("home < -57.42", 1),
        ("home<-57%", 1),
        ("decisions >= 176", 1),
        ("decisions > 176", 0),
        ("device_share != 0", 1),
        ("device_share.1 > 0", 0),
        ("tries_max == 0", 1),
    ],
)
def test_a_condition_that_holds_fails(
    condition: str, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", "two-nodes-node", "two-nodes-global", "--fail-if", condition]) == status
    said = capsys.readouterr()
    assert (f"“{condition}” holds" in said.err) is bool(status)
    if status:
        assert f"mmscope: {re.split('[ <]', condition)[0]}" in said.err
    assert "stays at home (home, %, more is better)" in said.out


def test_each_condition_that_holds_is_named(compared: Ask) -> None:
    conditions = ("latency_p50 < -1%", "latency_p50 > 1%", "polled > 1000%")
    asked = [word for condition in conditions for word in ("--fail-if", condition)]
    found = compared("swap-in-interrupt", "swap-in-poll", *asked)
    assert found["status"] == 1
    assert [text.split(":")[0] for text in found["failed"]] == ["latency_p50", "polled"]
    assert "(from 0)" in found["failed"][1]


def test_an_incomplete_capture_is_said_to_be(
    tmp_path: Path, compared: Ask, capsys: pytest.CaptureFixture[str]
) -> None:
    text = gzip.decompress((SETTINGS.bundled / "two-nodes-node.mmscope.gz").read_bytes())
    lines = text.splitlines(keepends=True)
    marked = tmp_path / "lost.mmscope"
    marked.write_bytes(b"".join([*lines[:500], b"lost ts=13000000000 n=7\n", *lines[500:]]))
    cut = tmp_path / "cut.mmscope"
    cut.write_bytes(b"".join(lines[:900]))
    found = compared(str(marked), str(cut))
    assert found["a"][0]["incomplete"].startswith("7 of its events")
    assert "cut off behind line 900" in found["b"][0]["incomplete"]
    assert main(["compare", "two-nodes-node", str(cut)]) == 0
    said = capsys.readouterr()
    assert f"B ({cut}) is incomplete: it is cut off" in said.err
    assert said.out.count("INCOMPLETE") == 1


REFUSED = [
    (["two-nodes-node", "swap-in-poll"], ["not of one policy", "swap-in-poll is about swap_in"]),
    (["two-nodes-nod", "two-nodes-node"], ["“two-nodes-nod” is neither", "did you mean two-nodes-node"]),
    (["capture:qqq", "two-nodes-node"], ["no bundled capture “qqq”", "two-nodes-node"]),
    (["model:two-node", "two-nodes-node"], ["no scenario “two-node”", "did you mean two-nodes"]),
    (["model:two-nodes?rul=node", "two-nodes-node"], ["no tunable “rul”"]),
    (["model:two-nodes?rule", "two-nodes-node"], ["“rule” in", "say TUNABLE=VALUE"]),
    (["model:two-nodes?rule=best", "two-nodes-node"], ["model:two-nodes?rule=best", "'best'"]),
    (["model:two-nodes?seed=1&seeds=2,3", "two-nodes-node"], ["both seed and seeds"]),
    (["two-nodes-node?demand=4", "two-nodes-node"], ["rule, zone_alloc_policy", "not about demand"]),
    (["two-nodes-node?seed=4", "two-nodes-node"], ["0 switches", "rule=…"]),
    (["interleave-1?rule=global", "two-nodes-node"], ["interleave-1?rule=global: ", "no walk along a"]),
    (["two-nodes-node"], ["side B has no capture"]),
    (["-", "two-nodes-node"], ["not standard input"]),
    (["two-nodes-node", "two-nodes-node", "--a", "capture:two-nodes-node"], ["stands twice on side A"]),
    (["model:two-nodes?seeds=1..40", "two-nodes-node"], ["41 captures", "at most 40"]),
    (["FOREIGN", "two-nodes-node"], ["foreign.txt", "line 1"]),
    (["FOLDER", "two-nodes-node"], ["folder"]),
    (["two-nodes-node", "two-nodes-node", "--fail-if", "home_share < -5%"], ["“home_share”", "share, home"]),
    (["two-nodes-node", "two-nodes-node", "--fail-if", "home is 5"], ["“home is 5” is no condition", "<="]),
    (["two-nodes-node", "two-nodes-node", "--fail-if", "home < 5 %%"], ["is no condition"]),
    (["two-nodes-node", "two-nodes-node", "--fail-if", "home.1 < 5"], ["home is one number"]),
    (["two-nodes-node", "two-nodes-node", "--fail-if", "device_share.7 < 5"], ["device 7", "device_share.0"]),
    (["two-nodes-node", "two-nodes-node", "--fail-if", "latency_p50 < 5"], ["is of swap_in", "home"]),
    (["swap-in-poll", "swap-in-poll", "--fail-if", "cpu > 1%"], ["has no cpu", "0 events swap_in_time"]),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "said"), REFUSED, ids=lambda v: " ".join(v)[:50])
def test_bad_input_is_refused_in_one_sentence(
    arguments: list[str], said: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "foreign.txt").write_text("hello\n")
    (tmp_path / "folder").mkdir()
    places = {"FOREIGN": str(tmp_path / "foreign.txt"), "FOLDER": str(tmp_path / "folder")}
    assert main(["compare", *(places.get(word, word) for word in arguments)]) == 2
    printed = capsys.readouterr()
    assert not printed.out
    assert printed.err.startswith("mmscope: ")
    assert printed.err.count("\n") == 1
    for words in said:
        assert words in printed.err


def test_a_file_with_a_question_mark_in_its_name(tmp_path: Path, compared: Ask) -> None:
    path = tmp_path / "what?rule=global"
    shutil.copy(SETTINGS.bundled / "two-nodes-node.mmscope.gz", path)
    found = compared(str(path), "two-nodes-node")
    assert found["a"][0]["source"] == str(path)
    assert {row["difference"] for row in found["rows"]} == {0}


def test_the_text_says_what_cannot_be_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "two-nodes-node", "two-nodes-global"]) == 0
    said = capsys.readouterr().out
    assert "a difference may be chance" in said
    assert "The test needs 4 a side" in said
    assert "The stretches differ" in said
    of = f"model:two-nodes?{SHORT}&rule="
    assert main(["compare", f"{of}node&seeds=1..2", f"{of}global&seeds=1..2"]) == 0
    assert "never 0.05 or less, so it cannot say" in capsys.readouterr().out
    assert main(["compare", f"{of}node&seeds=1..4", f"{of}global&seeds=1..4"]) == 0
    assert "0.0286  " in capsys.readouterr().out


def test_processes_do_not_matter(compared: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = (f"model:two-nodes?{SHORT}&seeds=1..2", f"model:two-nodes?{SHORT}&rule=global")
    alone = compared(*asked)
    monkeypatch.setattr("mmscope.cli.commands.compare.cores", lambda: 3)
    assert compared(*asked) == alone


def test_a_question_error_names_its_value() -> None:
    with pytest.raises(QuestionError, match="x=y"):
        sources(SETTINGS, "model:two-nodes?x=y&x=z&x")
