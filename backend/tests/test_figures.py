"""Figures: the same bytes here and in Node, on paper, and words for what cannot be drawn."""

import html
import json
import re
import subprocess
from dataclasses import asdict
from pathlib import Path

import pytest

from mmscope.cli.main import main
from mmscope.figures import Engine, FigureError, Order, on_paper
from mmscope.settings import load

SETTINGS = load()
PAIR = "swap-devices?a=model:four-nodes&b=capture:one-each-roundrobin&k=1800"
# Two zones of 4096-byte pages, as a link has them.
MACHINE = (
    "machine?numbers=4096;0:2,9k6,,70s,9kj,c4a,,1ysxs,1ysxs,0,0,,,,,,,,,0.0.0.0"
    ";1:2,4i2o,,8ru,byh,f54,,2ggzk,2ggzk,0,0,,,,,,,,,0.0.0.0"
)
VIEWS = [
    Order(PAIR),
    Order("zones?a=model:zones-fair&b=capture:zones-fair&k=16000", theme="dark", why=True),
    Order("interleave?a=model:interleave-1&k=300", width=480, theme="print"),
    Order("swap-in?a=capture:swap-in-hybrid&k=300", fonts=False),
    Order("decisions?a=capture:two-nodes-node&a.rule=global&k=9", width=700),
    Order(MACHINE, why=True),
]


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(SETTINGS)


@pytest.mark.parametrize("order", VIEWS, ids=lambda o: o.view.partition("?")[0])
def test_node_draws_the_same_bytes(engine: Engine, order: Order) -> None:
    read = json.dumps({**asdict(order), "form": "svg"})
    node = ["node", str(SETTINGS.root / "tools" / "check" / "figure.mjs"), read]
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


def test_a_machine_is_drawn_from_the_numbers_of_a_link(engine: Engine) -> None:
    text = engine.text(Order(MACHINE))
    assert text.startswith("kswapd wakes after another 760 MiB.")
    assert "[kernel] pasted: 2 nodes, 2 zones with pages" in text
    assert re.search(r"node 1 Normal +210,048 +11,370 +15,497 +19,624", text)
    assert text.splitlines()[-1] == f"mmscope render '{MACHINE}'"
    with pytest.raises(FigureError, match="it has no steps"):
        engine.film(Order(MACHINE, steps=(0, 1)))


@pytest.mark.parametrize(
    ("view", "words"),
    [
        ("machine?numbers=4096;x", "has no numbers of a machine"),
        ("machine", "has no numbers of a machine"),
        ("machine?numbers=4096;s0,1", "of no zone that has pages"),
        ("swop?a=model:four-nodes", "There is no scene “swop”. Scenes are"),
        ("zones?a=capture:none-such", "no bundled capture “none-such”"),
        ("zones?a=capture:..", "no bundled capture"),
        ("zones?a=server:3f2a", "download it, and name it as file:NAME"),
        ("zones?a=file:/none/such.gz", "No such file"),
        ("zones?a=file:" + str(Path(__file__)), "is no capture of mmscope-trace"),
        ("swap-devices?a=model:four-nodes&k=x", "“k=x” is not a number"),
        ("swap-devices?a=capture:two-nodes-node&a.granularity=8", "has no allocation under interleave"),
        ("", "There is no view to draw"),
    ],
)
def test_what_cannot_be_drawn_is_said(
    view: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "figure.svg"
    file.write_text("as it was")
    assert main(["render", view, "-o", str(file)]) == 2
    printed = capsys.readouterr().err
    assert words in printed
    assert printed.count("\n") == 1
    assert file.read_text() == "as it was"


STEPS = Order("swap-devices?a=model:two-nodes&k=3", width=480, steps=(2, 5))


def test_steps_move_and_are_the_same_bytes_in_node(engine: Engine) -> None:
    read = json.dumps({**asdict(STEPS), "form": "svg"})
    node = ["node", str(SETTINGS.root / "tools" / "check" / "figure.mjs"), read]
    svg = engine.picture(STEPS).svg
    assert svg.encode() == subprocess.run(node, capture_output=True, check=True).stdout
    assert svg.count("@keyframes ") > 0
    assert "prefers-reduced-motion" in svg
    assert f"mmscope render '{STEPS.view}' --steps 2..5" in html.unescape(svg)


def test_steps_as_text_are_one_after_another(tmp_path: Path) -> None:
    file = tmp_path / "steps.txt"
    assert main(["render", STEPS.view, "--steps", "2..5", "-o", str(file)]) == 0
    blocks = file.read_text().split("=" * 72)
    assert [found[0] for block in blocks if (found := re.findall(r"decision \d ", block))] == [
        "decision 2 ",
        "decision 3 ",
        "decision 4 ",
        "decision 5 ",
    ]


@pytest.mark.parametrize(
    ("steps", "file", "words"),
    [
        ("5..2", "figure.svg", "Steps 5..2 go backwards. 2..5?"),
        ("0..60", "figure.svg", "at most 60 are drawn. 0..59?"),
        ("999990..999999", "figure.svg", "There is no step 999,999. The last is"),
        ("2..5", "figure.png", "shows one step: leave --steps out, or take one of .svg, .txt, .mp4, .webm"),
        ("2..5", "figure.pdf", "shows one step"),
        ("2..5", "figure.gif", "must end in one of .svg, .txt, .mp4, .webm"),
        (None, "figure.mp4", "shows several steps: say which, as --steps 10..20"),
    ],
)
def test_steps_that_cannot_be_drawn_are_said(
    steps: str | None, file: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = [] if steps is None else ["--steps", steps]
    assert main(["render", STEPS.view, *given, "-o", str(tmp_path / file)]) == 2
    said = capsys.readouterr().err
    assert words in said
    assert said.count("\n") == 1
    assert not (tmp_path / file).exists()


@pytest.mark.parametrize("steps", ["", "5", "2..", "..5", "2-5", "-1..5", "2..5..9", "a..b", "1..9999999999"])
def test_steps_are_two_numbers(steps: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["render", STEPS.view, f"--steps={steps}"])
    assert ended.value.code == 2
    assert "is not two numbers of decisions: 10..20" in capsys.readouterr().err


def test_without_ffmpeg_a_film_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["render", STEPS.view, "--steps", "2..5", "-o", str(tmp_path / "film.mp4")]) == 2
    assert "apt install ffmpeg" in capsys.readouterr().err


# Stands for ffmpeg: keeps what it was given and writes what it was told to. SAYS: it fails, with these words.
ENCODER = """#!/bin/sh
[ -z "$SAYS" ] || { echo "$SAYS" >&2; exit 1; }
for out; do :; done
echo "$@" > "$GIVEN/words"
cp ./*.png "$GIVEN"
echo film > "$out"
"""


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # of its thread
def test_a_drawing_that_takes_too_long_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    late = Engine(SETTINGS)  # whose work is broken off
    monkeypatch.setattr("mmscope.engine.SECONDS", 0.001)
    with pytest.raises(FigureError, match=r"takes more than 0\.001 seconds"):
        late.text(Order("swap-devices?a=model:four-nodes&k=5000"))


@pytest.fixture
def encoder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What it was given."""
    program = tmp_path / "bin" / "ffmpeg"
    given = tmp_path / "given"
    for folder in (program.parent, given):
        folder.mkdir()
    program.write_text(ENCODER)
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:/usr/bin:/bin")
    monkeypatch.setenv("GIVEN", str(given))
    return given


@pytest.mark.parametrize(("ending", "codec"), [("mp4", "libx264"), ("webm", "libvpx-vp9")])
def test_a_film_has_a_picture_for_each_step_and_rests_on_the_last(
    ending: str, codec: str, encoder: Path, tmp_path: Path
) -> None:
    film = tmp_path / f"film.{ending}"
    assert main(["render", STEPS.view, "--width=480", "--steps", "2..5", "-o", str(film)]) == 0
    assert film.read_text() == "film\n"
    pngs = [path.read_bytes() for path in sorted(encoder.glob("*.png"))]
    assert len(pngs) == 6
    assert len(set(pngs)) == 4
    assert pngs[3] == pngs[4] == pngs[5]
    assert len({png[16:24] for png in pngs}) == 1  # of one size
    assert f"-c:v {codec} " in (encoder / "words").read_text()


def test_what_ffmpeg_says_is_said(
    encoder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SAYS", "Unknown encoder 'libx264'")
    assert main(["render", STEPS.view, "--steps", "2..5", "-o", str(tmp_path / "film.mp4")]) == 2
    assert "ffmpeg makes no .mp4: Unknown encoder 'libx264'" in capsys.readouterr().err
    assert not any(encoder.iterdir())


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
