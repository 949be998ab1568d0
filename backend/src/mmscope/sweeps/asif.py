"""A capture as if, with advice where it cannot be asked."""

from collections.abc import Mapping, Sequence

from mmscope.captures import kinds_of
from mmscope.core import CoreError, ParamValue, Session, Tables


def run_asif(session: Session, params: Mapping[str, ParamValue]) -> None:
    """A capture that was read, as if. Raises CoreError: where an event is missing, with what would do."""
    kinds = kinds_of(session)  # the core gives them up where it refuses
    try:
        session.run_asif(params)
    except CoreError as error:
        switches = [driven.switch for driven in session.tables.driven if driven.kind in kinds]
        advised = with_advice(error.sentence, params, switches, session.tables)
        raise CoreError(error.status, advised, error.line, error.byte) from None


def with_advice(why: str, params: Mapping[str, ParamValue], switches: Sequence[str], tables: Tables) -> str:
    """`switches`: those that the capture can be asked about."""
    driven = next((d for d in tables.driven if d.machine == params.get("machine")), None)
    if driven is None or driven.switch in switches:
        return why
    other = f"vary {' or '.join(switches)} of this one, or " if switches else ""
    return f"{why.rstrip('.')}. It takes the event {driven.kind}: {other}choose a capture that has it."
