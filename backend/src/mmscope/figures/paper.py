"""A figure as PNG or PDF, through Typst: text stays text in a PDF, and the bytes are the same everywhere."""

import tempfile
from pathlib import Path
from typing import Literal

from mmscope.figures.engine import FigureError, Picture

Form = Literal["png", "pdf"]
POINT = 0.75  # of a px: 96 of these in an inch, 72 points
PPI = 72 / POINT


def on_paper(picture: Picture, form: Form, fonts: Path, *, scale: float = 2) -> bytes:
    """As a file. `fonts`: the folder with the faces; `scale`: pixels of a PNG for each px of the figure.

    Raises FigureError where Typst is not installed.
    """
    try:
        import typst  # noqa: PLC0415  (81 MB that no other command needs)
    except ImportError as error:
        raise FigureError("PDF and PNG need Typst: pip install 'mmscope[render]'") from error
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "figure.svg").write_text(picture.svg)
        (folder / "figure.typ").write_text(
            "#set page(width: auto, height: auto, margin: 0pt)\n"
            "#set document(title: sys.inputs.title, date: none)\n"
            f'#image("/figure.svg", width: {picture.width * POINT}pt, alt: sys.inputs.title)\n'
        )
        made = typst.compile(
            folder / "figure.typ",
            root=folder,
            font_paths=[fonts],
            ignore_system_fonts=True,
            format=form,
            ppi=PPI * scale,
            sys_inputs={"title": picture.title},
        )
    if not isinstance(made, bytes):
        raise FigureError("the figure came out as more than one page")
    return made
