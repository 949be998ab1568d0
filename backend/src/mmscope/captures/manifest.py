"""The manifest of a capture: JSON from outside, made safe to hand on."""

import json
from typing import Any, NoReturn

from mmscope.captures.errors import CaptureError

DEPTH = 32  # objects and arrays within one another
_LINE = 2  # of the capture, where the manifest stands


def parse_manifest(text: str, line: int = _LINE) -> dict[str, Any]:
    """The manifest as an object that can be written as JSON again.

    Raises CaptureError `manifest`: no JSON object, nested too deeply, or with values JSON or Unicode
    do not have.
    """
    if not text:
        return {}
    try:
        value = json.loads(text, parse_constant=_constant)
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except RecursionError:
        _refuse(line, "it is nested too deeply")
    except UnicodeEncodeError:
        _refuse(line, "it contains text that is not Unicode")
    except json.JSONDecodeError as error:
        _refuse(line, f"it is not JSON: {error.msg.lower()} at character {error.pos}")
    except ValueError:
        _refuse(line, "it contains a number that JSON does not allow, or one with too many digits")
    if not isinstance(value, dict):
        _refuse(line, "it is not a JSON object")
    if _depth(value) > DEPTH:
        _refuse(line, f"it is nested more than {DEPTH} levels deep")
    return value


def _constant(_name: str) -> NoReturn:
    raise ValueError


def _refuse(line: int, reason: str) -> NoReturn:
    raise CaptureError("manifest", f"line {line}: the manifest cannot be used: {reason}", line)


def _depth(value: object) -> int:
    level, at = 0, [value]
    while at:
        level += 1
        at = [
            inner
            for item in at
            if isinstance(item, (dict, list))
            for inner in (item.values() if isinstance(item, dict) else item)
        ]
    return level - 1
