"""The core's files, compiled once; and one sandboxed instance of one of them.

An instance has a bound on its memory (the store's limits) and on its time: a thread moves the
engine's epoch ten times a second, and a call that is still running after its deadline traps.
"""

import hashlib
import math
import threading
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import cast

import numpy as np
import wasmtime

from mmscope.core.errors import CoreError, CoreMissingError
from mmscope.core.tables import parse

ABI_VERSION = 1
TICK = 0.1  # seconds between two moves of the epoch
_MAX_WASM_STACK = 256 * 1024
_PAGE = 1 << 16  # bytes by which a memory grows
_FILLED = 4 << 20  # bytes of an image at a time


@cache
def _compiled(content: bytes) -> tuple[wasmtime.Engine, wasmtime.Module]:
    """Once in a process, with a thread that moves the epoch: it takes longer than many a capture."""
    config = wasmtime.Config()
    config.epoch_interruption = True
    config.max_wasm_stack = _MAX_WASM_STACK
    engine = wasmtime.Engine(config)
    module = wasmtime.Module(engine, content)

    def tick() -> None:
        pause = threading.Event()
        while not pause.wait(TICK):
            engine.increment_epoch()

    threading.Thread(target=tick, name="core epoch", daemon=True).start()
    return engine, module


class WasmModule:
    """A file of WebAssembly, compiled. Safe to share between threads; each instance belongs to one."""

    def __init__(self, path: Path) -> None:
        try:
            content = path.read_bytes()
        except OSError as error:
            raise CoreMissingError(f"the core {path.name} cannot be read: {error.strerror}") from error
        self.sha256 = hashlib.sha256(content).hexdigest()
        try:
            self._engine, self._module = _compiled(content)
        except wasmtime.WasmtimeError as error:
            raise CoreMissingError(f"the core {path.name} is not WebAssembly") from error
        if self._module.imports:
            raise CoreMissingError(f"the core {path.name} imports functions, but must not")

    def instance(self, memory: int, seconds: float) -> "CoreInstance":
        """A fresh sandbox of at most `memory` bytes and `seconds` of running time in all its calls."""
        return CoreInstance(self._engine, self._module, memory, seconds)

    def description(self, prefix: str, abi: int) -> bytes:
        """What the module says of itself, as JSON text. Raises CoreMissingError where `abi` is another."""
        core = self.instance(memory=1 << 28, seconds=10)
        if core.call(f"{prefix}_abi_version") != abi:
            raise CoreMissingError(f"the core's ABI is not version {abi}")
        return core.read(core.call(f"{prefix}_describe"), core.call(f"{prefix}_describe_len"))


class CoreModule(WasmModule):
    """mmscope.wasm, compiled."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.tables = parse(self.description("mms", ABI_VERSION))


class CoreInstance:
    """The exported functions and the memory of one instance."""

    def __init__(self, engine: wasmtime.Engine, module: wasmtime.Module, memory: int, seconds: float) -> None:
        self._store = wasmtime.Store(engine)
        self._store.set_limits(memory_size=memory, instances=1, memories=1, tables=1)
        self._seconds = seconds
        self._ended = False
        self._store.set_epoch_deadline(1 << 40)
        self._exports = wasmtime.Instance(self._store, module, []).exports(self._store)
        memory_export = self._exports["memory"]
        assert isinstance(memory_export, wasmtime.Memory)
        self._memory = memory_export
        self._functions: dict[str, wasmtime.Func] = {}
        self.call("_initialize")

    def allow(self, seconds: float) -> None:
        """Set the running time that is left, unless the instance has ended: by a trap, or out of time."""
        if not self._ended:
            self._seconds = seconds

    def call(self, name: str, *args: int) -> int:
        """Call an exported function. Raises CoreError `time` or `trap`; 0 from one that gives nothing."""
        function = self._functions.get(name)
        if function is None:
            export = self._exports.get(name)
            if not isinstance(export, wasmtime.Func):
                raise CoreMissingError(f"the core does not export {name}")
            function = self._functions[name] = export
        if self._seconds <= 0:
            self._ended = True
            raise CoreError("time", "the time limit for one capture was reached")
        self._store.set_epoch_deadline(math.ceil(self._seconds / TICK) + 1)
        began = time.monotonic()
        try:
            result = function(self._store, *args)
        except (wasmtime.Trap, wasmtime.WasmtimeError) as error:
            self._ended, self._seconds = True, 0  # what a trap leaves behind is not used again
            if isinstance(error, wasmtime.Trap) and error.trap_code == wasmtime.TrapCode.INTERRUPT:
                raise CoreError("time", "the time limit for one capture was reached") from error
            raise CoreError("trap", f"the core stopped in {name}: {_reason(error)}") from error
        finally:
            self._seconds -= time.monotonic() - began
        return cast("int", result) if result is not None else 0

    def read(self, address: int, size: int) -> bytes:
        """A copy of `size` bytes at `address`."""
        return self.view(address, size).tobytes()

    def view(self, address: int, size: int) -> "np.ndarray[tuple[int], np.dtype[np.uint8]]":
        """The bytes themselves: valid until the next call that may grow the memory."""
        address &= 0xFFFFFFFF
        if address + size > self._memory.data_len(self._store):
            raise CoreError("trap", "the core gave an address outside its memory")
        if not size:
            return np.empty(0, np.uint8)
        buffer = memoryview(self._memory.get_buffer_ptr(self._store, size, address))
        return np.frombuffer(buffer, dtype=np.uint8)

    def write(self, address: int, content: bytes | memoryview) -> None:
        """Copy bytes into the memory."""
        self.view(address, len(content))[:] = np.frombuffer(content, dtype=np.uint8)

    def restore(self, fill: Callable[[memoryview], int], size: int) -> int:
        """Overwrite the memory with an image of `size` bytes. Returns how many came."""
        more = size - self.memory_size
        if more > 0:
            try:
                self._memory.grow(self._store, -(-more // _PAGE))
            except wasmtime.WasmtimeError as error:
                raise CoreError("no_memory", "the core has no memory for the image") from error
        at = 0
        while at < size and (came := fill(self.view(at, min(_FILLED, size - at)).data)):
            at += came
        return at

    @property
    def memory_size(self) -> int:
        """Bytes of linear memory in use."""
        return self._memory.data_len(self._store)


def _reason(error: Exception) -> str:
    lines = [line for line in str(error).splitlines() if line.strip()]
    return lines[-1].strip() if lines else type(error).__name__
