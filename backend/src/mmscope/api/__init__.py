"""The web application. Nothing imports this but the command line."""

from mmscope.api.app import create_app
from mmscope.api.connections import bounded, let_wait
from mmscope.api.watch import request_id

__all__ = ["bounded", "create_app", "let_wait", "request_id"]
