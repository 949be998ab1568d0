"""A figure in a page of documentation: its options, whichever tool builds the page, and its HTML."""

import html
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from mmscope.figures.engine import THEMES, WIDTH, WIDTHS, Order, Theme

CONTROLS = ("none", "step", "full")


@dataclass(frozen=True, slots=True)
class Placement:
    """A view in a page. Those of OPTIONS that say nothing are as the element has them."""

    view: str
    alt: str = ""
    controls: str = "step"
    theme: Theme | Literal[""] = ""
    height: int = 0  # px kept free; 0: as the figure needs
    width: int = WIDTH  # px of its picture
    why: bool = False
    predict: str | None = None

    def order(self, theme: Theme) -> Order:
        """Its picture; `theme`: where it names none."""
        return Order(self.view, self.width, self.theme or theme, why=self.why)


def _text(text: str) -> str:
    if not text.strip():
        raise ValueError("it says nothing")
    return text.strip()


def _flag(text: str) -> bool:
    if text.strip():
        raise ValueError("it takes no value")
    return True


def _one_of(words: tuple[str, ...]) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text.strip() not in words:
            raise ValueError(f"it is one of {', '.join(words)}")
        return text.strip()

    return read


def _height(text: str) -> int:
    if not text.strip().isdecimal() or int(text) == 0:
        raise ValueError("it is a number of px")
    return int(text)


def _width(text: str) -> int:
    if not text.strip().isdecimal() or int(text) not in WIDTHS:
        raise ValueError(f"a figure is {WIDTHS.start} to {WIDTHS.stop - 1} px wide")
    return int(text)


# What an option's text means. Each raises ValueError.
OPTIONS: dict[str, Callable[[str], Any]] = {
    "alt": _text,
    "controls": _one_of(CONTROLS),
    "theme": _one_of(THEMES),
    "height": _height,
    "width": _width,
    "why": _flag,
    "predict": str.strip,
}


def element(placed: Placement, site: str, picture: str, alt: str, app: str | None) -> str:
    """The element with its picture until it is there. `site`: the folder of copy_site(), from this page."""
    pairs: dict[str, Any] = {"view": placed.view, "controls": placed.controls, "app": app}
    if placed.theme in {"light", "dark"}:
        pairs["theme"] = placed.theme
    if placed.height:
        pairs["height"] = placed.height
    if placed.predict is not None:
        pairs["predict"] = placed.predict
    attributes = " ".join(
        f'{name}="{html.escape(str(value))}"' for name, value in pairs.items() if value is not None
    )
    at = html.escape(site)
    image = f'<img src="{at}/figures/{picture}" alt="{html.escape(alt)}" loading="lazy">'
    script = f'<script type="module" src="{at}/embed/mm-scope.js"></script>'
    return f"{script}<mm-scope {attributes}>{image}</mm-scope>"
