"""Views as pictures, without a browser: the front end's own drawing code, in an engine."""

from mmscope.figures.catalogue import Catalogue, Recording, Scenario, Scene, Tunable, catalogue
from mmscope.figures.element import CONTROLS, OPTIONS, Placement, element
from mmscope.figures.engine import (
    THEMES,
    WIDTH,
    WIDTHS,
    Engine,
    FigureError,
    Film,
    Order,
    Picture,
    Reading,
    Source,
    not_own,
)
from mmscope.figures.film import FilmForm, on_film
from mmscope.figures.paper import Form, on_paper
from mmscope.figures.site import FIGURES, copy_site, drawn, engine, written

__all__ = [
    "CONTROLS",
    "FIGURES",
    "OPTIONS",
    "THEMES",
    "WIDTH",
    "WIDTHS",
    "Catalogue",
    "Engine",
    "FigureError",
    "Film",
    "FilmForm",
    "Form",
    "Order",
    "Picture",
    "Placement",
    "Reading",
    "Recording",
    "Scenario",
    "Scene",
    "Source",
    "Tunable",
    "catalogue",
    "copy_site",
    "drawn",
    "element",
    "engine",
    "not_own",
    "on_film",
    "on_paper",
    "written",
]
