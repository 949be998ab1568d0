"""Figures in a notebook: `mmscope.View("four-nodes")` in Jupyter, stepped from the page and from Python."""

try:
    from mmscope.notebook.view import View, ViewError
except ImportError as error:
    if not (error.name or "").startswith(("anywidget", "ipywidgets", "traitlets")):
        raise
    message = "mmscope.View needs packages that are not installed: pip install 'mmscope[notebook]'"
    raise ImportError(message) from error

__all__ = ["View", "ViewError"]
