"""Fuzz targets: what the server reads from outside, and what Python takes from the modules. See README.md."""
