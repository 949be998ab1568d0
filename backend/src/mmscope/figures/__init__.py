"""Views as pictures, without a browser: the front end's own drawing code, in an engine."""

from mmscope.figures.engine import THEMES, WIDTH, WIDTHS, Engine, FigureError, Order, Picture
from mmscope.figures.paper import Form, on_paper
from mmscope.figures.placed import OPTIONS, Placed, element
from mmscope.figures.site import FIGURES, copy_site, drawn, engine, written

__all__ = [
    "FIGURES",
    "OPTIONS",
    "THEMES",
    "WIDTH",
    "WIDTHS",
    "Engine",
    "FigureError",
    "Form",
    "Order",
    "Picture",
    "Placed",
    "copy_site",
    "drawn",
    "element",
    "engine",
    "on_paper",
    "written",
]
