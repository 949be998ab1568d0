"""The Sphinx directive, by the real Sphinx: each builder gets what it can write."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

PAIR = "swap-devices?a=model:four-nodes&b=capture:one-each-roundrobin&k=1800"
PAGE = f"""Notes
=====

.. mmscope:: {PAIR}
   :alt: Node keeps <the> pages.
   :height: 420
   :name: fig-pair

   One writer, two rules.

.. mmscope:: zones?a=model:zones-fair&k=16000
   :width: 480
   :why:
"""


def build(folder: Path, builder: str, page: str = PAGE) -> tuple[Path, str]:
    """Where it was built to, and what was warned of."""
    source = folder / "docs"
    source.mkdir(exist_ok=True)
    (source / "conf.py").write_text(
        'project = copyright = version = "Notes"\nextensions = ["mmscope.sphinx"]\nmmscope_app = "https://class.example/"\n'
    )
    (source / "index.rst").write_text(page)
    out = folder / builder
    command = [
        sys.executable,
        "-m",
        "sphinx",
        "-q",
        "-b",
        builder,
        "-d",
        str(folder / "trees"),
        str(source),
        str(out),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return out, done.stderr


def test_html_has_the_element_its_picture_and_what_it_needs(tmp_path: Path) -> None:
    out, warned = build(tmp_path, "html")
    assert warned == ""
    page = (out / "index.html").read_text()
    assert 'view="swap-devices?a=model:four-nodes&amp;b=capture:one-each-roundrobin&amp;k=1800"' in page
    assert 'height="420"' in page
    assert 'app="https://class.example/"' in page
    assert 'alt="Node keeps &lt;the&gt; pages."' in page
    assert 'id="fig-pair"' in page
    assert "One writer, two rules." in page
    static = out / "_static" / "mmscope"
    assert (static / "embed" / "mm-scope.js").is_file()
    pictures = list((static / "figures").glob("*.svg"))
    assert len(pictures) == 2
    assert all(f'figures/{picture.name}"' in page for picture in pictures)
    index = json.loads((static / "datasets" / "index.json").read_text())
    assert [row["id"] for row in index["captures"]] == ["one-each-roundrobin"]
    assert all((static / row["file"]).is_file() for row in index["captures"])


@pytest.mark.slow
def test_the_other_builders_get_pictures_or_words(tmp_path: Path) -> None:
    latex, warned = build(tmp_path, "latex")
    assert warned == ""
    assert (latex / "notes.tex").read_text().count("includegraphics[width=1.000") == 2
    assert len(list(latex.glob("mmscope-*.pdf"))) == 2
    epub, _ = build(tmp_path, "epub")
    assert len(list((epub / "_images").glob("mmscope-*.svg"))) == 2
    assert "<mm-scope" not in (epub / "index.xhtml").read_text()
    text, _ = build(tmp_path, "text")
    content = (text / "index.txt").read_text()
    assert f"mmscope render '{PAIR}'" in content
    assert "recomputed, same" in content


@pytest.mark.slow
@pytest.mark.parametrize(
    ("directive", "words"),
    [
        (".. mmscope:: zones?a=model:none-such", "There is no scenario “none-such”"),
        (".. mmscope:: swop?a=model:four-nodes", "There is no scene “swop”"),
        (".. mmscope:: zones?a=model:zones-fair\n   :width: 10", "320 to 4096 px wide"),
        (".. mmscope:: zones?a=model:zones-fair\n\n   - no paragraph", "begins with a paragraph"),
    ],
)
def test_what_cannot_be_drawn_is_a_warning_with_its_line(tmp_path: Path, directive: str, words: str) -> None:
    out, warned = build(tmp_path, "html", f"Notes\n=====\n\n{directive}\n")
    assert words in warned
    assert "index.rst:4:" in warned
    assert "<mm-scope" not in (out / "index.html").read_text()
