"""What a sweep can ask of a capture: one switch, and what is assumed beside it; each varies or is set.

frontend/src/pages/compare/asif.ts says the same.
"""

from collections.abc import Mapping, Sequence

from mmscope.captures import kinds_of
from mmscope.core import CoreError, Driven, ParamValue, Session, Tables


def driven_by(name: str, tables: Tables) -> Driven | None:
    """By its switch, or by what is assumed beside that."""
    return next((d for d in tables.driven if name in (d.switch, *_assumed(d))), None)


def is_assumed(name: str, tables: Tables) -> bool:
    """Whether a capture as if assumes it."""
    return any(name in _assumed(driven) for driven in tables.driven)


def untold(varied: Sequence[str], given: Sequence[str], tables: Tables) -> str | None:
    """Why not; None where it can be asked. `varied`: x and y, as they are written; `given`: behind `of.`."""
    names = [*varied, *given]
    switches = [driven.switch for driven in tables.driven]
    for name in names:
        if driven_by(name, tables) is None:
            return f"a capture can be asked about {', '.join(switches)}, not about {name}"
    for name in given:
        if name in varied:
            return f"{name} is set, and varies: leave “of.{name}” out"
    asked = [name for name in names if name in switches]
    if len(asked) > 1:
        return f"a capture is asked about one switch: leave {asked[0]} or {asked[1]} out"
    driven = driven_by([*asked, *names][0], tables)
    if driven is None:
        return f"a capture can be asked about {', '.join(switches)}"
    own, known = driven.switch, _assumed(driven)
    for name in names:
        if name not in (own, *known):
            return f"{name} is nothing that is assumed under {own}: say {' or '.join(known)}"
    return None if asked else f"{names[0]} is assumed under {own}: say of.{own}={_usual(own, tables)}"


def run_asif(session: Session, params: Mapping[str, ParamValue]) -> None:
    """A capture that was read, as if. Raises CoreError: where an event is missing, with what would do."""
    kinds = kinds_of(session)  # the core gives them up where it refuses
    try:
        session.run_asif(params)
    except CoreError as error:
        told = [driven.switch for driven in session.tables.driven if driven.kind in kinds]
        advised = with_advice(error.sentence, params, told, session.tables)
        raise CoreError(error.status, advised, error.line, error.byte) from None


def with_advice(why: str, params: Mapping[str, ParamValue], told: Sequence[str], tables: Tables) -> str:
    """`told`: the switches that the capture can be asked about."""
    driven = next((d for d in tables.driven if d.machine == params.get("machine")), None)
    if driven is None or driven.switch in told:
        return why
    other = f"vary {' or '.join(told)} of this one, or " if told else ""
    return f"{why.rstrip('.')}. It takes the event {driven.kind}: {other}choose a capture that has it."


def _assumed(driven: Driven) -> list[str]:
    return [assumed.param for assumed in driven.assumed]


def _usual(name: str, tables: Tables) -> str:
    """As one writes it: the word of an enum, else the number."""
    param = tables.params[name]
    words = tables.enum_names(param.enum) if param.enum else {}
    return words.get(param.default, str(param.default))
