"""What the page may ask the kernel for: the figures' code, the list of scenarios and captures, captures."""

import gzip
from functools import cache
from pathlib import Path
from secrets import token_hex

from mmscope.figures import Engine, FigureError, Source
from mmscope.settings import Settings

LARGEST = 64 << 20  # bytes of a capture as it is stored: it goes to the page in one message
KERNEL = token_hex(8)  # lets a page know whether it is this process that it knows
_FOLDER = "notebook"  # of the built front end


def widget(settings: Settings) -> str:
    """The part that every figure of a notebook has. Raises FigureError."""
    return _built(settings.frontend / _FOLDER / "widget.js").decode()


@cache
def figures(settings: Settings) -> bytes:
    """The rest, packed: once for a page. Raises FigureError."""
    return gzip.compress(_built(settings.frontend / _FOLDER / "notebook.js"), mtime=0)


def catalogue(settings: Settings) -> bytes:
    """Scenarios, captures, published tables. Raises FigureError."""
    return _built(settings.frontend / "datasets" / "index.json")


def capture(engine: Engine, source: Source) -> bytes:
    """The file of a capture as it is stored. Raises FigureError."""
    need_small(engine, source)
    return engine.path(source).read_bytes()


def need_small(engine: Engine, source: Source) -> None:
    """Raise FigureError where a file is not there, or too large to go to a page."""
    path = engine.path(source)
    try:
        size = path.stat().st_size
    except OSError as error:
        raise FigureError(f"{source.id}: {error.strerror}") from error
    if size > LARGEST:
        raise FigureError(
            f"{source.id} has {size / 1e6:.1f} MB; a notebook shows captures of up to {LARGEST / 1e6:.0f} "
            "MB: open it in the app (mmscope serve)"
        )


def _built(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError as error:
        raise FigureError(f"{path} is missing: build the front end first (make run)") from error
