"""`mmscope render VIEW`: a view of the app as a picture, or as text, without a browser."""

import sys
from pathlib import Path
from typing import Literal

from mmscope.cli.files import UNREADABLE
from mmscope.cli.terminal import named
from mmscope.figures import Engine, FigureError, Form, Order, on_paper
from mmscope.settings import Settings

STDOUT = "-"


def render(settings: Settings, order: Order, *, output: str, as_text: bool) -> int:
    """Draw it. Returns 0, or 2 where there is nothing to draw or nowhere to write."""
    form = "text" if as_text else _form(output)
    if form is None:
        return _refuse(f"{named(output)}: the name must end in one of {', '.join(_ENDINGS)}")
    try:
        engine = Engine(settings)
        if form == "text":
            made = engine.text(order).encode()
        else:
            picture = engine.picture(order)
            fonts = settings.frontend / "engine"
            made = picture.svg.encode() if form == "svg" else on_paper(picture, form, fonts)
    except FigureError as error:
        return _refuse(str(error))
    if output == STDOUT:
        sys.stdout.buffer.write(made)
        return 0
    try:
        Path(output).write_bytes(made)
    except OSError as error:
        return _refuse(f"{named(output)}: {error.strerror}")
    return 0


_ENDINGS: dict[str, Literal["svg", "text"] | Form] = {
    ".svg": "svg",
    ".txt": "text",
    ".png": "png",
    ".pdf": "pdf",
}


def _form(output: str) -> Literal["svg", "text"] | Form | None:
    return "svg" if output == STDOUT else _ENDINGS.get(Path(output).suffix.lower())


def _refuse(told: str) -> int:
    print(f"mmscope: {told}", file=sys.stderr)
    return UNREADABLE
