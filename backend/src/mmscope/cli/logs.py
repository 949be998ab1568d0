"""What the server logs: lines for people, or JSON objects with the id of the request they belong to."""

import json
import logging
from datetime import UTC, datetime

from mmscope.api import request_id


class JsonLines(logging.Formatter):
    """One JSON object in a line: time, level, logger, message, request, error."""

    def format(self, record: logging.LogRecord) -> str:
        """A line."""
        told = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if (request := request_id.get()) is not None:
            told["request"] = request
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return json.dumps(told | getattr(record, "fields", {}))


def begin(*, as_json: bool) -> None:
    """Set up the log of this process."""
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    logging.getLogger("alembic").setLevel(logging.WARNING)
    if as_json:
        for handler in logging.getLogger().handlers:
            handler.setFormatter(JsonLines())
