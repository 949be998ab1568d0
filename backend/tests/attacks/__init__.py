"""Attacks on a real server: `make attack`. See __main__.py."""
