"""From the model through a capture's text to Parquet: value for value the same."""

from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from conftest import ModelRun
from mmscope.captures import VERDICTS, derive
from mmscope.captures.columns import parquet_name
from mmscope.captures.reader import read_capture
from mmscope.core import CoreModule, Session
from mmscope.settings import Limits


class Pieces:
    """A file out of pieces."""

    def __init__(self, session: Session) -> None:
        self._pieces = session.write()

    def read(self, _size: int, /) -> bytes:
        return next(self._pieces, b"")


def expected(session: Session, kind: str) -> list[dict[str, Any]]:
    """Events as plain values, with enumerations and times as numbers again."""
    fields = session.tables.kinds[kind].fields
    out = []
    for event in session.events(0, session.event_count):
        if event.pop("kind") != kind:
            continue
        for field in fields:
            if field.enum is not None and field.lanes == 1:
                event[field.name] = session.tables.enums[field.enum][event[field.name]]
            elif field.unit == "ns":
                event[field.name] = int(event[field.name])
        out.append(event)
    return out


@pytest.mark.parametrize(
    "scenario", ["two-nodes", "four-nodes", "large-folios", "swapoff-midway", "switch-rule"]
)
def test_parquet_holds_what_the_core_holds(
    core: CoreModule, run_model: ModelRun, scenario: str, tmp_path: Path
) -> None:
    model = run_model(scenario)
    capture = read_capture(core, Pieces(model), Limits())
    check = derive(capture, tmp_path)
    total = 0
    for kind, count in capture.kinds.items():
        table = pq.read_table(tmp_path / parquet_name(kind))
        assert table.to_pylist() == expected(model, kind)
        assert table.num_rows == count
        assert table.schema.metadata[b"kind"] == kind.encode()
        total += count
    assert total == model.event_count
    verdicts = pq.read_table(tmp_path / parquet_name(VERDICTS))
    assert set(verdicts["index"].to_pylist()) >= set(model.decisions().tolist())
    assert check["totals"]["decisions"] == check["totals"]["same"] == len(model.decisions())
    assert check["first"] == []
