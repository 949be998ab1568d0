"""tools/gen/coverage.py: which values of the kernel's events occur in captures."""

import numpy as np
import pytest
from gen import coverage

from mmscope.core import CoreModule, Session

VALUE = ("swap_select", "end", "restart")
OTHER = ("swap_select", "end", "none")
REASON = coverage.Unseen("tried", "nothing did")


def test_every_value_is_in_a_capture_or_listed() -> None:
    captures = {VALUE: {"some": 3}}
    assert coverage.problems([VALUE, OTHER], captures, {OTHER: REASON}) == []
    assert "none is in no capture" in coverage.problems([VALUE, OTHER], captures, {})[0]
    assert "restart is in some" in coverage.problems([VALUE], captures, {VALUE: REASON})[0]
    assert "there is no value none" in coverage.problems([VALUE], captures, {OTHER: REASON})[0]


def test_a_reason_may_be_shared() -> None:
    text = '[tried."swap_select.end"]\n"none restart" = "nothing did"\n'
    assert coverage.load(text) == {VALUE: REASON, OTHER: REASON}
    with pytest.raises(ValueError, match="perhaps"):
        coverage.load('[perhaps."swap_select.end"]\nnone = ""\n')


def test_numbers_and_bits() -> None:
    given = np.array([0, 2, 2, 5], np.uint64)
    assert coverage.occurs({"none": 0, "two": 2, "four": 4}, given, bits=False) == {
        "none": 1,
        "two": 2,
        "four": 0,
    }
    values = {"mark_min": 0, "mark_low": 1, "mark_high": 2, "fair": 4}
    assert coverage.occurs(values, given, bits=True) == {
        "mark_min": 1,
        "mark_low": 1,
        "mark_high": 2,
        "fair": 1,
    }


def test_fields_of_the_kernel_s_events_only(core: CoreModule) -> None:
    given = {(field.kind, field.field.name): field for field in coverage.fields(core.tables)}
    assert given["swap_select", "visit_verdict"].enum == "verdict"
    assert given["zone_select", "flags"].bits
    assert given["kswapd_wake", "visit_flags"].enum == "zone_bit"
    assert not any(kind in {"swap_in_time", "kswapd_sleep", "rq_page"} for kind, _ in given)
    for field in given.values():
        assert field.enum in core.tables.enums


def test_lanes_that_are_not_in_use_count_for_nothing(model: Session) -> None:
    kind = model.tables.kinds["swap_select"]
    records = model.of_kind(model.records(), kind)[1]
    field = next(field for field in kind.fields if field.name == "visit_verdict")
    verdicts = coverage.lanes(records, field)
    assert len(verdicts) == records["visits"].clip(max=field.lanes).sum()
    assert set(verdicts.tolist()) <= set(model.tables.enums["verdict"].values())
