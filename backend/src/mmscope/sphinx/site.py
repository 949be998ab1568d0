"""Figures in HTML: the element, and what it needs beside it in the site's static files."""

from pathlib import Path

from sphinx.application import Sphinx
from sphinx.util.osutil import relative_uri
from sphinx.writers.html5 import HTML5Translator

from mmscope.figures import copy_site, element
from mmscope.sphinx.directive import MmscopeView
from mmscope.sphinx.pictures import FOLDER, is_site

STATIC = "_static/mmscope"


def visit_html(translator: HTML5Translator, node: MmscopeView) -> None:
    """The element, with a picture of the same view until it is there."""
    builder = translator.builder
    at = relative_uri(builder.get_target_uri(translator.docnames[0]), STATIC)
    made = element(node["placed"], at, node["picture"], node["alt"], builder.config.mmscope_app)
    translator.body.append(f"{made}\n")


def copy_files(app: Sphinx, failed: Exception | None) -> None:
    """The element's files, the pictures, and of the captures those that the views name."""
    if failed or not is_site(app):
        return
    views = {
        node["placed"].view
        for name in app.env.found_docs
        for node in app.env.get_doctree(name).findall(MmscopeView)
    }
    if views:
        copy_site(views, Path(app.doctreedir) / FOLDER, Path(app.outdir) / STATIC)
