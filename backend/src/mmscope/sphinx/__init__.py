"""`.. mmscope:: VIEW` for Sphinx: a figure to step through in HTML, a picture or words elsewhere.

In `conf.py`: `extensions = ["mmscope.sphinx"]`; `mmscope_app`, where *Open full* leads (left out: nowhere).
docs/embedding.md has the options. A view that cannot be drawn is a warning with file and line, which
`sphinx-build -W` makes an error.
"""

from typing import Any

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from mmscope import __version__
from mmscope.sphinx.directive import FigureDirective, MmscopeView
from mmscope.sphinx.pictures import place_pictures
from mmscope.sphinx.site import copy_files, visit_html


def _nothing(*_: Any) -> None:  # noqa: ANN401
    """Nothing is to be written at its end."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """What Sphinx calls."""
    app.add_config_value("mmscope_app", None, "html", frozenset({str, type(None)}))
    app.add_node(MmscopeView, html=(visit_html, _nothing), override=True)
    app.add_directive("mmscope", FigureDirective)
    app.connect("doctree-resolved", place_pictures)
    app.connect("build-finished", copy_files)
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}
