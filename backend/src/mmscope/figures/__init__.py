"""Views as pictures, without a browser: the front end's own drawing code, in an engine."""

from mmscope.figures.engine import THEMES, WIDTH, WIDTHS, Engine, FigureError, Order, Picture
from mmscope.figures.paper import Form, on_paper

__all__ = ["THEMES", "WIDTH", "WIDTHS", "Engine", "FigureError", "Form", "Order", "Picture", "on_paper"]
