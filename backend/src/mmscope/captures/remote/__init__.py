"""Captures that stay on the server: windows, steps, rows and search for pages that hold none of it.

See README.md of the backend.
"""
