"""Figures in Markdown, by the real Python-Markdown and the real MkDocs."""

import html
import json
import logging
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown import markdown

from mmscope.figures import FigureError
from mmscope.markdown.blocks import Block, replaced

PAIR = "swap-devices?a=model:four-nodes&b=capture:one-each-roundrobin&k=1800"
FIGURE = f"""```mmscope
{PAIR}
height: 420
alt: Node keeps <the> pages.

One writer,
two *rules*.
```
"""
SHOWN = f"How it is written:\n\n````\n{FIGURE}````\n"


def built(text: str, folder: Path) -> str:
    options = {"mmscope": {"folder": str(folder), "url": "../mm", "app": "https://class.example/"}}
    return markdown(text, extensions=["fenced_code", "mmscope"], extension_configs=options)


def test_a_block_becomes_the_element_and_its_files(tmp_path: Path) -> None:
    page = built(f"# Notes\n\n{FIGURE}\nBelow.\n", tmp_path)
    assert f'view="{html.escape(PAIR)}"' in page
    assert 'height="420"' in page
    assert 'app="https://class.example/"' in page
    assert 'alt="Node keeps &lt;the&gt; pages."' in page
    assert "<figcaption>One writer, two *rules*.</figcaption>" in page
    assert '<script type="module" src="../mm/embed/mm-scope.js">' in page
    assert "<p>Below.</p>" in page
    [picture] = (tmp_path / "figures").iterdir()
    assert f'src="../mm/figures/{picture.name}"' in page
    index = json.loads((tmp_path / "datasets" / "index.json").read_text())
    assert [row["id"] for row in index["captures"]] == ["one-each-roundrobin"]
    assert (tmp_path / "embed" / "mm-scope.js").is_file()


def test_a_block_of_code_stays_one(tmp_path: Path) -> None:
    page = built(SHOWN, tmp_path)
    assert "<mm-scope" not in page
    assert "```mmscope" in page
    assert not list(tmp_path.iterdir())


WRONG = [
    ("", "the first line of the block is the view"),
    ("swop?a=model:four-nodes", "There is no scene “swop”"),
    ("zones?a=model:zones-fair\nwidth: 10", "320 to 4096 px wide"),
    ("zones?a=model:zones-fair\nwhy: not", "why: it takes no value"),
    ("zones?a=model:zones-fair\ncontrols: all", "controls: it is one of none, step, full"),
    ("zones?a=model:zones-fair\ncolour: red", "“colour: red” is no option"),
    ("zones?a=model:zones-fair\nnothing", "“nothing” is no option"),
]


def test_what_cannot_be_drawn_is_a_sentence_and_a_warning_with_its_line(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    for block, words in WRONG:
        caplog.clear()
        page = built(f"Notes\n\n```mmscope\n{block}\n```\n", tmp_path)
        assert "<mm-scope" not in page
        assert words in html.unescape(page)
        [given] = caplog.messages
        assert given.startswith("line 3: ")
        assert words in given


@given(
    st.lists(
        st.sampled_from(
            ["```mmscope", "```", "~~~ mmscope", "~~~", "````", "zones", "", "a: b", "    ```mmscope"]
        )
    )
)
def test_no_text_confuses_it(lines: list[str]) -> None:
    """What is in no figure is kept, in its order; every figure is drawn, or reported."""
    drawn: list[int] = []

    def draw(block: Block) -> str:
        drawn.append(block.line)
        raise FigureError("no")

    known: list[int] = []
    made = replaced(lines, draw, lambda line, _: known.append(line))
    assert set(drawn) <= set(known)
    assert all(lines[line - 1].strip(" `~") == "mmscope" for line in known)
    fences = [at for at, line in enumerate(lines) if line.startswith(("```", "~~~"))]
    before = fences[0] if fences else len(lines)
    assert made[:before] == lines[:before]  # what is indented is code
    if not {"```mmscope", "~~~ mmscope"} & set(lines):
        assert made == lines


def mkdocs(folder: Path, pages: dict[str, str], *options: str) -> subprocess.CompletedProcess[str]:
    for name, text in pages.items():
        (folder / "docs" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "docs" / name).write_text(text)
    (folder / "mkdocs.yml").write_text(
        "site_name: Notes\ntheme:\n  name: material\n  font: false\nplugins:\n  - mmscope:\n      app: https://class.example/\n"
        "markdown_extensions:\n  - pymdownx.superfences\n"
    )
    command = [sys.executable, "-m", "mkdocs", "build", "--clean", *options]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_mkdocs_with_material(tmp_path: Path) -> None:
    done = mkdocs(
        tmp_path, {"index.md": SHOWN, "swap/two.md": f"---\ntitle: Two\n---\n# Two\n\n{FIGURE}"}, "--strict"
    )
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "site" / "swap" / "two" / "index.html").read_text()
    assert "<figcaption>One writer, two *rules*.</figcaption>" in page
    assert 'src="../../assets/mmscope/embed/mm-scope.js"' in page
    static = tmp_path / "site" / "assets" / "mmscope"
    [picture] = (static / "figures").iterdir()
    assert f"../../assets/mmscope/figures/{picture.name}" in page
    assert (static / "datasets" / "captures" / "one-each-roundrobin.mmscope.gz").is_file()
    assert "<mm-scope" not in (tmp_path / "site" / "index.html").read_text()


def test_mkdocs_names_page_and_line_and_fails_when_strict(tmp_path: Path) -> None:
    wrong = "---\ntitle: Two\n---\n\n# Two\n\n```mmscope\nzones?a=model:none-such\n```\n"
    done = mkdocs(tmp_path, {"index.md": wrong}, "--strict")
    assert done.returncode != 0
    assert "index.md:7: There is no scenario “none-such”" in done.stderr
