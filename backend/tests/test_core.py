"""The binding: what it decodes is what the core holds."""

import json
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mmscope.core import (
    Bounds,
    CoreError,
    CoreMissingError,
    CoreModule,
    ParamValue,
    Session,
    Tables,
    changes,
    plain_state,
)
from mmscope.settings import Settings
from support import applied


def test_every_table_follows_the_def_files(core: CoreModule, usual: Settings) -> None:
    folder = usual.root / "wasm-core" / "include" / "mms"
    events = (folder / "events.def").read_text()
    for kind in core.tables.kinds.values():
        listed = events.split(f"MMS_FIELDS_{kind.name}(F)")[1].split("#define")[0]
        named = re.findall(r"F\((\w+),", listed)
        assert [name for name in kind.names if name in named] == named
    state = (folder / "state.def").read_text()
    for table in core.tables.state.values():
        listed = state.split(f"MMS_COLS_{table.name}(C)")[1].split("#define")[0]
        assert list(table.names) == re.findall(r"C\((\w+),", listed)


def test_dtypes_have_the_described_offsets(core: CoreModule) -> None:
    tables = core.tables
    for record in (*tables.kinds.values(), *tables.state.values(), *tables.structs.values()):
        assert record.dtype.itemsize == record.size
        for field in record.fields:
            assert record.dtype.fields is not None
            assert record.dtype.fields[field.name][1] == field.offset


def counted(tables: Tables, kind: str) -> dict[str, str | None]:
    return {field.name: field.count for field in tables.kinds[kind].fields if field.lanes > 1}


def test_vectors_know_the_field_that_counts_their_lanes(core: CoreModule) -> None:
    counts = counted(core.tables, "swap_select")
    assert {counts[name] for name in counts if name.startswith("list_")} == {"list_n"}
    assert {counts[name] for name in counts if name.startswith("visit_")} == {"visits"}
    assert counted(core.tables, "swap_list")["list_prio"] is None


def test_records_agree_with_the_lines_the_core_writes(model: Session, text: bytes) -> None:
    """An independent reading of the text: every number of every event of two kinds."""
    lines = [line for line in text.decode().splitlines() if line.startswith("swap_")]
    events = [e for e in model.events(0, model.event_count) if e["kind"].startswith("swap_")]
    assert len(lines) == len(events) > 400
    for line, event in zip(lines, events, strict=True):
        kind, *pairs = line.split(" ")
        written = dict(pair.split("=", 1) for pair in pairs)
        record = model.tables.kinds[kind]
        assert kind == event["kind"]
        assert set(written) == set(record.names)
        for field in record.fields:
            value = event[field.name]
            if field.type == "text":
                assert written[field.name] == value
            elif field.lanes > 1:
                words = [int(word, 16) for word in written[field.name].split(",")]
                raw = b"".join(word.to_bytes(8, "little") for word in words)
                lanes = np.frombuffer(raw, record.dtype[field.name].base)
                assert value == lanes[: len(value)].tolist()
                assert (lanes[len(value) :] == np.array(-1).astype(lanes.dtype)).all()
            elif field.enum is not None:
                assert int(written[field.name]) == model.tables.enums[field.enum][value]
            else:
                assert int(written[field.name]) == int(value)


def test_what_the_model_writes_the_reader_reads_back(core: CoreModule, model: Session, text: bytes) -> None:
    for size in (1, 7, 4096, len(text)):
        head = text[: 40 * size] if size == 1 else b""
        rest = text[len(head) :]
        pieces = [head[i : i + 1] for i in range(len(head))]
        pieces += [rest[i : i + size] for i in range(0, len(rest), size)] if size > 1 else [rest]
        again = Session(core)
        again.read(pieces)
        assert again.events(0, again.event_count) == model.events(0, model.event_count)


def test_seek_gives_the_state_that_events_lead_to(model: Session) -> None:
    last = model.seek(model.event_count)
    decisions = [e for e in model.events(0, model.event_count) if e["kind"] == "swap_select"]
    given: dict[int, int] = {}
    for event in decisions:
        if event["type"] >= 0:
            given[event["type"]] = given.get(event["type"], 0) + (event["ret"] << event["order"])
    assert last["swap"][0]["decisions"] == len(decisions)
    assert {i: dev["given"] for i, dev in enumerate(last["dev"]) if dev["given"]} == given
    assert model.seek(0)["swap"][0]["decisions"] == 0
    assert model.seek(model.event_count) == last
    json.dumps(last)
    with pytest.raises(CoreError, match="not"):
        model.seek(model.event_count + 1)


@given(st.tuples(st.floats(0, 1), st.floats(0, 1)))
def test_changes_make_one_state_of_another(model: Session, places: tuple[float, float]) -> None:
    before, after = (model.snapshot(int(place * model.event_count)) for place in places)
    known = changes(before, after, model.tables)
    assert applied(plain_state(before, model.tables), known) == plain_state(after, model.tables)
    assert bool(known) == (before != after)
    assert changes(after, after, model.tables) == {}


def test_the_checker_agrees_with_the_model(model: Session) -> None:
    totals = model.check()
    assert totals["decisions"] == totals["same"] == totals["replay_same"] == len(model.decisions())
    assert model.mode_totals()["node"]["same"] == totals["decisions"]
    assert {mode.policy for mode in model.tables.modes.values()} == set(model.tables.enums["policy"])
    names = model.tables.enums["check"]
    assert (model.verdicts()["check"][model.decisions()] == names["same"]).all()


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("nodes", 99, "nodes is 99, but must be 1 to 16"),
        ("nodes", True, "cannot be True: it is a whole number$"),
        ("nodes", 2**70, "64 bits"),
        ("rule", "fair", "cannot be 'fair': it is node, global or roundrobin$"),
        ("nonesuch", 1, "no parameter"),
        ("dev_name", ["x" * 99], "at most 15 bytes"),
        ("dev_node", list(range(17)), "at most 16 values"),
    ],
)
def test_parameters_are_refused_with_a_reason(core: CoreModule, name: str, value: int, words: str) -> None:
    with pytest.raises(CoreError, match=words):
        Session(core).set_param(name, value)


def test_memory_has_a_bound(core: CoreModule, text: bytes) -> None:
    session = Session(core, Bounds(memory=1_600_000))
    with pytest.raises(CoreError) as caught:
        session.read([text])
    assert caught.value.status == "no_memory"


def test_events_have_a_bound(core: CoreModule, text: bytes) -> None:
    with pytest.raises(CoreError) as caught:
        Session(core, Bounds(events=100)).read([text])
    assert caught.value.status == "too_many"


def test_time_has_a_bound_and_a_session_out_of_time_stays_ended(core: CoreModule) -> None:
    session = Session(core, Bounds(seconds=0.2))
    endless: dict[str, ParamValue] = {
        "stop_decisions": 1 << 24,
        "pattern": "random",
        "slots_cache": 0,
        "frees": 0,
        "dev_pages": [1 << 24, 1 << 24],
    }
    with pytest.raises(CoreError) as caught:
        session.run_model(endless)
    assert caught.value.status == "time"
    session.allow(10)
    with pytest.raises(CoreError) as caught:
        session.seek(0)
    assert caught.value.status == "time"


def test_a_file_that_is_no_core_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CoreMissingError, match="cannot be read"):
        CoreModule(tmp_path / "none.wasm")
    (tmp_path / "text.wasm").write_text("not wasm")
    with pytest.raises(CoreMissingError, match="not WebAssembly"):
        CoreModule(tmp_path / "text.wasm")
