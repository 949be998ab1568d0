"""The plugin of MkDocs: figures on each page, and what they need in the site's assets."""

import logging
from pathlib import Path
from tempfile import TemporaryDirectory

from mkdocs.config import base
from mkdocs.config import config_options as of
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

from mmscope.figures import copy_site, drawn
from mmscope.markdown.blocks import Block, figure_html, replaced

STATIC = "assets/mmscope"
# MkDocs counts what its own loggers warn of: with --strict the build fails.
_log = logging.getLogger("mkdocs.plugins.mmscope")


class Options(base.Config):  # type: ignore[no-untyped-call]  # MkDocs has it without types
    """`app`: where *Open full* leads; without it there is no such link."""

    app = of.Optional(of.Type(str))


class FigurePlugin(BasePlugin[Options]):  # type: ignore[no-untyped-call]
    """In mkdocs.yml: `plugins: [mmscope]`."""

    def on_pre_build(self, *, config: MkDocsConfig) -> None:  # noqa: ARG002  (as MkDocs calls it)
        """Begin anew: `mkdocs serve` builds again and again."""
        self._views: set[str] = set()
        self._made = TemporaryDirectory(prefix="mmscope-")

    def on_page_markdown(self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG002
        """The text with the figures' HTML."""

        def draw(block: Block) -> str:
            site = get_relative_url(STATIC, page.url)
            figure = drawn(block.placed, Path(self._made.name), site, self.config.app)
            self._views.add(block.placed.view)
            return figure_html(block, figure)

        def warn(line: int, reason: str) -> None:
            _log.warning("%s:%d: %s", page.file.src_uri, line + above, reason)

        # Metadata above the text are gone from it.
        above = max(0, page.file.content_string.count("\n") - markdown.count("\n"))
        return "\n".join(replaced(markdown.split("\n"), draw, warn))

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """What the figures need."""
        if self._views:
            copy_site(self._views, Path(self._made.name), Path(config.site_dir) / STATIC)
        self._made.cleanup()
