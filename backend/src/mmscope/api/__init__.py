"""The web application. Nothing imports this but the command line."""

from mmscope.api.app import create_app
from mmscope.api.server.connections import bounded, let_wait
from mmscope.api.server.request_log import asked

__all__ = ["asked", "bounded", "create_app", "let_wait"]
