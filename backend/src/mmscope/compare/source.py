"""The sources of a comparison, by name: a bundled capture, a file, a model, a capture as if."""

import difflib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from mmscope.captures import find_bundled
from mmscope.core import ParamValue
from mmscope.settings import Settings
from mmscope.sweeps import QuestionError, ask, scenario_named


@dataclass(frozen=True, slots=True)
class Source:
    """One of them. `text`: its name, shortest; `path`: of a capture.

    `params`: what the core is told, of a model everything, of a capture as if machine, switch and seed; of a
    capture as it is, none.
    """

    text: str
    path: Path | None
    params: Mapping[str, ParamValue]


def sources(settings: Settings, text: str) -> list[Source]:
    """What a text names: one, or with `seeds=1..4` one for each. Raises QuestionError."""
    name, query = _split(text)
    given = _pairs(query, text)
    if "seeds" in given and "seed" in given:
        raise QuestionError(f"“{text}” has both seed and seeds: say one of them")
    many = ask(settings, "seeds", given.pop("seeds")) if "seeds" in given else None
    drawn = [{**given, "seed": str(seed)} for seed in many] if many else [given]
    return [_source(settings, name, pairs) for pairs in drawn]


def _split(text: str) -> tuple[str, str]:
    """The name, and what follows its question mark; a file may have one in its name."""
    if Path(text).is_file():
        return text, ""
    name, _, query = text.partition("?")
    return name, query


def _pairs(query: str, text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for pair in filter(None, query.split("&")):
        key, equals, value = pair.partition("=")
        if not equals or not value:
            raise QuestionError(f"“{pair}” in “{text}” sets nothing: say TUNABLE=VALUE, as rule=global")
        if key in found:
            raise QuestionError(f"“{text}” sets {key} twice: set it once")
        found[key] = value
    return found


def _source(settings: Settings, name: str, given: Mapping[str, str]) -> Source:
    text = "?".join(filter(None, (name, "&".join(f"{key}={value}" for key, value in given.items()))))
    kind, colon, rest = name.partition(":")
    if colon and kind == "model":
        tunables = ask(settings, "tunables", json.dumps(given))
        return Source(text, None, {**_scenario(settings, rest), **tunables})
    path = capture_path(settings, name)
    try:
        return Source(text, path, ask(settings, "captured", json.dumps(given)))
    except QuestionError as error:
        raise QuestionError(f"“{text}”: {error}") from error


def _scenario(settings: Settings, name: str) -> dict[str, ParamValue]:
    known = [path.stem for path in sorted(settings.scenarios.glob("*.json"))]
    if name not in known:
        raise QuestionError(f"there is no scenario “{name}”: {_near(name, known)}")
    return scenario_named(settings, name)


def capture_path(settings: Settings, name: str) -> Path:
    """Of a bundled capture, or of a file. Raises QuestionError."""
    bundled = find_bundled(settings.bundled)
    capture = name.removeprefix("capture:")
    if capture in bundled:
        return bundled[capture].path
    if capture != name:
        raise QuestionError(f"there is no bundled capture “{capture}”: {_near(capture, list(bundled))}")
    if name == "-":
        raise QuestionError("a comparison reads files, not standard input: save “-” to one")
    if not Path(name).exists():
        raise QuestionError(
            f"“{name}” is neither a bundled capture nor a file: {_near(name, list(bundled))}, "
            "or give a file's path, or model:SCENARIO"
        )
    return Path(name)


def _near(name: str, known: list[str]) -> str:
    """What to say instead: names like it, else all there are."""
    near = difflib.get_close_matches(name, known, n=3)
    return f"did you mean {' or '.join(near)}" if near else f"there is {', '.join(known)}"
