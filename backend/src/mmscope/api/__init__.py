"""The web application. Nothing imports this but the command line."""

from mmscope.api.app import create_app

__all__ = ["create_app"]
