"""`.. mmscope:: VIEW` for Sphinx: a figure to step through in HTML, a picture or words elsewhere.

In `conf.py`: `extensions = ["mmscope.sphinx"]`; `mmscope_app`, where *Open full* leads (left out: nowhere).
docs/embedding.md has the options. A view that cannot be drawn is a warning with file and line, which
`sphinx-build -W` makes an error.
"""

from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.util.osutil import relative_uri
from sphinx.writers.html5 import HTML5Translator

from mmscope import __version__
from mmscope.figures import copy_site, element
from mmscope.sphinx.directive import FigureDirective, MmscopeView
from mmscope.sphinx.pictures import FOLDER, is_site, place_pictures

_STATIC = "_static/mmscope"


def _visit_html(translator: HTML5Translator, node: MmscopeView) -> None:
    """The element, with a picture of the same view until it is there."""
    builder = translator.builder
    at = relative_uri(builder.get_target_uri(translator.docnames[0]), _STATIC)
    made = element(node["placed"], at, node["picture"], node["alt"], builder.config.mmscope_app)
    translator.body.append(f"{made}\n")


def _copy_files(app: Sphinx, failed: Exception | None) -> None:
    """The element's files, the pictures, and of the captures those that the views name."""
    if failed or not is_site(app):
        return
    views = {
        node["placed"].view
        for name in app.env.found_docs
        for node in app.env.get_doctree(name).findall(MmscopeView)
    }
    if views:
        copy_site(views, Path(app.doctreedir) / FOLDER, Path(app.outdir) / _STATIC)


def _nothing(*_: Any) -> None:  # noqa: ANN401
    """Nothing is to be written at its end."""


def setup(app: Sphinx) -> dict[str, Any]:
    """What Sphinx calls."""
    app.add_config_value("mmscope_app", None, "html", frozenset({str, type(None)}))
    app.add_node(MmscopeView, html=(_visit_html, _nothing), override=True)
    app.add_directive("mmscope", FigureDirective)
    app.connect("doctree-resolved", place_pictures)
    app.connect("build-finished", _copy_files)
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}
