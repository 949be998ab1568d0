"""Figures: the same bytes here and in Node, on paper, and words for what cannot be drawn."""

import json
import subprocess
from dataclasses import asdict
from pathlib import Path

import pytest

from mmscope.cli.main import main
from mmscope.figures import Engine, FigureError, Order, on_paper
from mmscope.settings import load

SETTINGS = load()
PAIR = "swap-devices?a=model:four-nodes&b=capture:one-each-roundrobin&k=1800"
VIEWS = [
    Order(PAIR),
    Order("zones?a=model:zones-fair&b=capture:zones-fair&k=16000", theme="dark", why=True),
    Order("interleave?a=model:interleave-1&k=300", width=480, theme="print"),
    Order("swap-in?a=capture:swap-in-hybrid&k=300", fonts=False),
    Order("decisions?a=capture:two-nodes-node&a.rule=global&k=9", width=700),
]


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(SETTINGS)


@pytest.mark.parametrize("order", VIEWS, ids=lambda o: o.view.partition("?")[0])
def test_node_draws_the_same_bytes(engine: Engine, order: Order) -> None:
    told = json.dumps({**asdict(order), "form": "svg"})
    node = ["node", str(SETTINGS.root / "tools" / "figure.mjs"), told]
    there = subprocess.run(node, capture_output=True, check=True).stdout
    assert engine.picture(order).svg.encode() == there
    assert Engine(SETTINGS).picture(order).svg.encode() == there


def test_on_paper_it_is_the_same_each_time(engine: Engine) -> None:
    picture = engine.picture(Order(PAIR, theme="print"))
    fonts = SETTINGS.frontend / "engine"
    png, pdf = (on_paper(picture, form, fonts) for form in ("png", "pdf"))
    assert png.startswith(b"\x89PNG")
    assert int.from_bytes(png[16:20]) == 2 * picture.width
    assert int.from_bytes(png[20:24]) == pytest.approx(2 * picture.height, abs=1)
    assert pdf.startswith(b"%PDF")
    assert b"IBMPlexSans" in pdf  # text is text, in a face of the figure's own
    assert on_paper(picture, "pdf", fonts) == pdf
    assert on_paper(picture, "png", fonts) == png


def test_text_is_for_a_mail(engine: Engine) -> None:
    text = engine.text(Order(PAIR))
    assert "[model]" in text
    assert "recomputed, same" in text
    assert text.splitlines()[-1] == f"mmscope render '{PAIR}'"


@pytest.mark.parametrize(
    ("view", "words"),
    [
        ("swop?a=model:four-nodes", "There is no scene “swop”. Scenes are"),
        ("zones?a=capture:none-such", "no bundled capture “none-such”"),
        ("zones?a=capture:..", "no bundled capture"),
        ("zones?a=server:3f2a", "download it, and name it as file:NAME"),
        ("zones?a=file:/none/such.gz", "No such file"),
        ("zones?a=file:" + str(Path(__file__)), "is no capture of mmscope-trace"),
        ("swap-devices?a=model:four-nodes&k=x", "“k=x” is not a number"),
        ("swap-devices?a=capture:two-nodes-node&a.granularity=8", "tells of no allocation under interleave"),
        ("", "This link is not one"),
    ],
)
def test_what_cannot_be_drawn_is_said(
    view: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "figure.svg"
    file.write_text("as it was")
    assert main(["render", view, "-o", str(file)]) == 2
    told = capsys.readouterr().err
    assert words in told
    assert told.count("\n") == 1
    assert file.read_text() == "as it was"


def test_a_width_and_an_ending_have_bounds(engine: Engine, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(FigureError, match="320 to 4096 px wide, not 10"):
        engine.picture(Order(PAIR, width=10))
    assert main(["render", PAIR, "-o", "figure.gif"]) == 2
    assert "must end in" in capsys.readouterr().err


def test_a_capture_of_ones_own_is_drawn(tmp_path: Path) -> None:
    own = tmp_path / "mine.mmscope.gz"
    own.write_bytes((SETTINGS.bundled / "two-nodes-node.mmscope.gz").read_bytes())
    out = tmp_path / "figure.svg"
    assert main(["render", f"swap-devices?a=file:{own}&k=7", "-o", str(out)]) == 0
    assert "mine.mmscope.gz" in out.read_text()
