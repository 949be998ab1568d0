"""The extension of Python-Markdown. Who runs it says where the site's files go, and how pages reach them."""

import logging
from pathlib import Path
from typing import Any

from markdown import Extension, Markdown
from markdown.preprocessors import Preprocessor

from mmscope.figures import FIGURES, copy_site, drawn
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
        """The figure's HTML; its picture is written. Raises FigureError."""
        app = self.getConfig("app") or None
        figure = drawn(block.placed, self._folder / FIGURES, self.getConfig("url"), app)
        self.views.add(block.placed.view)
        return figure_html(block, figure)

    def copy(self) -> None:
        """What the figures so far need, once for a document."""
        copy_site(self.views, self._folder / FIGURES, self._folder)

    @property
    def _folder(self) -> Path:
        return Path(self.getConfig("folder"))


class _Figures(Preprocessor):
    def __init__(self, md: Markdown, extension: FigureExtension) -> None:
        super().__init__(md)
        self._extension = extension

    def run(self, lines: list[str]) -> list[str]:
        """The text with places in it for the figures."""
        known = len(self._extension.views)

        def draw(block: Block) -> str:
            return self.md.htmlStash.store(self._extension.draw(block))

        def warn(line: int, reason: str) -> None:
            _log.warning("line %d: %s", line, reason)

        made = replaced(lines, draw, warn)
        if len(self._extension.views) > known:
            self._extension.copy()
        return made


def makeExtension(**options: Any) -> FigureExtension:  # noqa: ANN401, N802  (Markdown calls it so)
    """What Markdown calls where the extension is named by its module."""
    return FigureExtension(**options)
