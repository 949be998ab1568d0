"""The reader of a machine's own texts, mmpaste.wasm: what was pasted in, what it says of the machine out."""

import json
from pathlib import Path
from typing import Any

from mmscope.core.errors import CoreError, CoreMissingError
from mmscope.core.module import CoreInstance, WasmModule

PASTE_ABI = 1
MOST = 32 << 20  # bytes of a text
SEPARATOR = b"\x1c\nmmscope/file\n"  # between texts of several files: nothing goes on behind it
_MEMORY = 900 << 20
_SECONDS = 30.0
_REQUEST = 256  # bytes


class PasteModule(WasmModule):
    """mmpaste.wasm, compiled."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        if self.instance(memory=1 << 28, seconds=10).call("mms_paste_abi_version") != PASTE_ABI:
            raise CoreMissingError(f"the core's ABI is not version {PASTE_ABI}")

    def read(self, text: bytes, request: str | None = None) -> dict[str, Any]:
        """What the text says; with a request, how far that is from kswapd: `distance`. Raises CoreError."""
        core = self.instance(_MEMORY, _SECONDS)
        address = core.call("mms_paste_begin", len(text))
        if not address:
            raise CoreError("too_large", f"the text is longer than {MOST >> 20} MiB")
        core.write(address, text)
        size = core.call("mms_paste_read")
        if not size:
            raise CoreError("no_memory", "the text says more than there is room for")
        answer = _answer(core, size)
        if request is not None:
            content = request.encode()
            # A part of it would be another request: what is too long is none.
            content = b"" if len(content) > _REQUEST else content
            core.write(core.call("mms_paste_request"), content)
            answer["distance"] = _answer(core, core.call("mms_paste_ask", len(content)))
        return answer


def _answer(core: CoreInstance, size: int) -> dict[str, Any]:
    text = core.read(core.call("mms_paste_answer"), size).decode("utf-8", "replace")
    answer: dict[str, Any] = json.loads(text)
    return answer
