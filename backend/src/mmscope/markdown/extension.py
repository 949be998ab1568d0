"""The extension of Python-Markdown. Who runs it says where the site's files go, and how pages reach them."""

import logging
from pathlib import Path
from typing import Any

from markdown import Extension, Markdown
from markdown.preprocessors import Preprocessor

from mmscope.figures import copy_site, element, engine, written
from mmscope.markdown.blocks import Block, figure_html, replaced

_log = logging.getLogger(__name__)
ABOVE_FENCES = 27  # Python-Markdown's own, at 25, would take the blocks for code


class FigureExtension(Extension):
    """`folder`: where files go; `url`: how the page reaches it; `app`: where *Open full* leads."""

    def __init__(self, **options: Any) -> None:  # noqa: ANN401  (as Markdown gives them)
        self.config = {
            "folder": ["mmscope", "the folder into which the element, pictures and captures are written"],
            "url": ["mmscope", "the address of that folder, from the page"],
            "app": ["", "where Open full leads; without it there is no such link"],
        }
        super().__init__(**options)
        self.views: set[str] = set()

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802  (Markdown calls it so)
        """What Markdown calls."""
        md.preprocessors.register(_Figures(md, self), "mmscope", ABOVE_FENCES)

    def draw(self, block: Block) -> str:
        """The figure's HTML; its files are written. Raises FigureError."""
        folder = Path(self.getConfig("folder"))
        order = block.placed.order("light")
        picture = engine().picture(order)
        file = written(picture, order, "svg", folder / "figures")
        if block.placed.view not in self.views:
            self.views.add(block.placed.view)
            copy_site(self.views, folder / "figures", folder)
        alt = block.placed.alt or picture.title
        return element(block.placed, self.getConfig("url"), file.name, alt, self.getConfig("app") or None)


class _Figures(Preprocessor):
    def __init__(self, md: Markdown, extension: FigureExtension) -> None:
        super().__init__(md)
        self._extension = extension

    def run(self, lines: list[str]) -> list[str]:
        """The text with places in it for the figures."""

        def draw(block: Block) -> str:
            return self.md.htmlStash.store(figure_html(block, self._extension.draw(block)))

        def warn(line: int, reason: str) -> None:
            _log.warning("line %d: %s", line, reason)

        return replaced(lines, draw, warn)


def makeExtension(**options: Any) -> FigureExtension:  # noqa: ANN401, N802  (Markdown calls it so)
    """What Markdown calls where the extension is named by its module."""
    return FigureExtension(**options)
