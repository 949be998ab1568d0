"""All targets by name. Each makes what it needs and gives the function that takes one input."""

from fuzz.app import APP
from fuzz.boundary import BOUNDARY
from fuzz.small import SMALL

TARGETS = SMALL | BOUNDARY | APP
