"""The API against its own description: schemathesis makes requests, good and bad."""

from typing import TYPE_CHECKING, Any

import pytest
import schemathesis
from hypothesis import given, settings
from schemathesis import Case, GenerationMode
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import positive_data_acceptance

from mmscope.api import create_app
from mmscope.api.routes.oembed import FORM, PATH
from mmscope.captures import Library

if TYPE_CHECKING:
    from schemathesis.checks import CheckFunction

# Bytes of an upload are bytes.
schemathesis.serializer.alias("application/offset+octet-stream", "application/octet-stream")


SEARCH = '[{"kinds": ["swap_select"], "meets": [{"field": "cpu", "op": "=", "value": "1", "number": 1}]}]'


@pytest.mark.slow
@pytest.mark.parametrize("mode", list(GenerationMode))
def test_answers_are_as_described(library: Library, mode: GenerationMode) -> None:
    """Every operation, on a capture that is there, with values that fit and values that do not."""
    library.catch_up()
    schema = schemathesis.openapi.from_asgi("/api/openapi.json", create_app(library))
    operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    if mode is GenerationMode.NEGATIVE:  # of no parameter at all there is no wrong value
        operations = [op for op in operations if op.body or any(op.iter_parameters())]
    called = set()
    for operation in operations:

        @settings(max_examples=30)
        @given(operation.as_strategy(generation_mode=mode))
        def call(case: Case[Any]) -> None:
            if isinstance(case.path_parameters.get("capture_id"), str) and mode is GenerationMode.POSITIVE:
                case.path_parameters["capture_id"] = "first"
            if case.path == PATH and len(str((case.query or {}).get("format", "json"))) <= FORM:
                case.query = {
                    **(case.query or {}),
                    "format": "json",
                }  # another is refused as oEmbed asks, with 501
            if case.path.endswith("/found") and mode is GenerationMode.POSITIVE:
                # It is JSON, which the description of a parameter cannot say.
                case.query = {**(case.query or {}), "where": SEARCH}
            # What fits the description of an upload, bytes, need not be a capture.
            excluded: list[CheckFunction] = [positive_data_acceptance] if case.method == "POST" else []
            case.call_and_validate(excluded_checks=excluded)
            called.add(case.operation.label)

        call()
    assert called == {operation.label for operation in operations}
    assert len(called) > 5
