"""What can be drawn, by name: scenes, scenarios, captures, and the tunables of models."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mmscope.core import CoreModule
from mmscope.figures.engine import Engine
from mmscope.settings import Settings

ANY_SCENE = "decisions"  # the list of decisions, which shows whatever there is


@dataclass(frozen=True, slots=True)
class Scene:
    """A scene. `machine`: of its models; None where it is for no policy. `view` opens it."""

    id: str
    title: str
    machine: str | None
    documents: Sequence[str]
    view: str


@dataclass(frozen=True, slots=True)
class Scenario:
    """A model with its tunables. `captures`: of the same machine. `view` draws it in its scene."""

    id: str
    title: str
    summary: str
    scene: str
    documents: Sequence[str]
    captures: Sequence[str]
    view: str


@dataclass(frozen=True, slots=True)
class Recording:
    """A capture of the project. `bytes` of its packed file; `here`: in this copy, not only in the project."""

    id: str
    title: str
    scene: str
    documents: Sequence[str]
    bytes: int
    here: bool
    view: str


@dataclass(frozen=True, slots=True)
class Tunable:
    """A tunable of a model. `values`: the names it takes; None for a number from `least` to `most` or a text.

    `machine`: the one that it was made for; seed, nodes and cpus_per_node of swap mean the same in each; None
    where it is of no machine alone. `count`: how many values it takes at most, with commas between them.
    """

    name: str
    machine: str | None
    values: Sequence[str] | None
    least: int
    most: int
    default: str
    unit: str
    count: int
    doc: str


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All there is, each kind in the order of the app."""

    scenes: Sequence[Scene]
    scenarios: Sequence[Scenario]
    captures: Sequence[Recording]
    tunables: Sequence[Tunable]


def catalogue(settings: Settings) -> Catalogue:
    """What this copy of mmscope can draw. Raises FigureError where the built front end is not there."""
    drawer = Engine(settings)
    scenes, datasets = drawer.scenes(), drawer.datasets
    of_machine = {scene["machine"]: scene["id"] for scene in scenes if scene["machine"]}
    scenarios = [_scenario(row, of_machine) for row in datasets["scenarios"]]
    captures = [
        _recording(row, scenes, here=here)
        for key, here in (("captures", True), ("leftOut", False))
        for row in datasets.get(key, [])
    ]
    tunables = _tunables(CoreModule(settings.core))
    return Catalogue([_scene(row, scenarios) for row in scenes], scenarios, captures, tunables)


def _scene(row: Mapping[str, Any], scenarios: Sequence[Scenario]) -> Scene:
    shown = next((one for one in scenarios if one.scene == row["id"]), scenarios[0])
    return Scene(**row, view=f"{row['id']}?a=model:{shown.id}")


def _scenario(row: Mapping[str, Any], of_machine: Mapping[str, str]) -> Scenario:
    scene = of_machine[row["params"].get("machine", "swap")]
    return Scenario(
        **{name: row[name] for name in ("id", "title", "summary", "documents")},
        scene=scene,
        captures=list(row.get("captures", {})),
        view=f"{scene}?a=model:{row['id']}",
    )


def _recording(row: Mapping[str, Any], scenes: Sequence[Mapping[str, Any]], *, here: bool) -> Recording:
    documents = row.get("seeds", [])
    scene = next((one["id"] for one in scenes if set(one["documents"]) & set(documents)), ANY_SCENE)
    return Recording(
        row["id"], row["title"], scene, documents, row["bytes"], here, f"{scene}?a=capture:{row['id']}"
    )


def _tunables(module: CoreModule) -> list[Tunable]:
    tables = module.tables
    rows = {row["name"]: row for row in tables.raw["params"]}
    found = []
    for param in tables.params.values():
        row = rows.get(param.name, {"machine": "swap", "unit": ""})  # texts: names of swap devices
        names = list(tables.enums.get(param.enum or "", {})) or None
        default = names[param.default] if names else str(param.default)
        found.append(
            Tunable(
                param.name,
                row.get("machine"),
                names,
                param.min,
                param.max,
                "" if param.bytes else default,
                row["unit"],
                param.count,
                param.doc,
            )
        )
    return found
