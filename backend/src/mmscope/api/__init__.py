"""The web application. Nothing imports this but the command line."""

from mmscope.api.app import create_app
from mmscope.api.watch import request_id

__all__ = ["create_app", "request_id"]
