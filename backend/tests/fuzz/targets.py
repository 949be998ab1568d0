"""All targets by name. Each makes what it needs and gives the function that takes one input."""

from fuzz.app import APP
from fuzz.core import BOUNDARY
from fuzz.inputs import SMALL

TARGETS = SMALL | BOUNDARY | APP
