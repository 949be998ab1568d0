"""`mmscope render VIEW`: a view of the app as a picture, or as text, without a browser."""

from pathlib import Path

from mmscope.cli.files import STDOUT, refuse, write
from mmscope.cli.terminal import named
from mmscope.figures import Engine, FigureError, Order
from mmscope.lib import Form, drawn
from mmscope.settings import Settings

_ENDINGS: dict[str, Form] = {
    ".svg": "svg",
    ".txt": "text",
    ".png": "png",
    ".pdf": "pdf",
    ".mp4": "mp4",
    ".webm": "webm",
}
_MOVING: tuple[Form, ...] = ("svg", "text", "mp4", "webm")
_STILL: tuple[Form, ...] = ("svg", "text", "png", "pdf")


def render(settings: Settings, order: Order, *, output: str, as_text: bool) -> int:
    """Draw it. Returns 0, or 2 where there is nothing to draw or nowhere to write."""
    try:
        form = "text" if as_text else _form(output, moving=order.steps is not None)
        made = drawn(Engine(settings), order, form, settings.frontend / "engine")
    except FigureError as error:
        return refuse(str(error))
    return write(made, output)


def _form(output: str, *, moving: bool) -> Form:
    """Which form the name asks for. Raises FigureError where it is none, or none that moves or rests so."""
    if output == STDOUT:
        return "svg"
    form = _ENDINGS.get(Path(output).suffix.lower())
    forms = _MOVING if moving else _STILL
    if form in forms:
        return form
    endings = ", ".join(ending for ending, one in _ENDINGS.items() if one in forms)
    if form is None:
        raise FigureError(f"{named(output)}: the name must end in one of {endings}")
    if moving:
        raise FigureError(f"{named(output)} shows one step: leave --steps out, or take one of {endings}")
    raise FigureError(f"{named(output)} shows several steps: say which, as --steps 10..20")
