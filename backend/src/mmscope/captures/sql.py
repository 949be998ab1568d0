"""SQL over the tables of one capture, by DuckDB in a sandbox of its own.

A statement sees the capture's kinds as tables and nothing else: no file, no network, no extension, no setting
can be reached, and nothing can be written. It runs in a process of its own (sql_worker.py), so that memory,
threads and time are bounded whatever it does.
"""

import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa

from mmscope.captures.columns import parquet_name
from mmscope.captures.errors import CaptureError, NotFoundError

_WORKER = Path(__file__).with_name("sql_worker.py")
_REFUSED = 1  # exit status of a child that says what is wrong


@dataclass(frozen=True, slots=True)
class QueryBounds:
    """What one statement may take."""

    memory: int = 1 << 30  # bytes
    threads: int = 2
    seconds: float = 300.0  # of waiting for it: what the reader of the answer takes does not count


class Tables:
    """The tables of the Parquet files in one folder, by kind. One statement is answered at a time."""

    def __init__(self, folder: Path, bounds: QueryBounds | None = None) -> None:
        self._bounds = bounds or QueryBounds()
        suffix = parquet_name("")
        self._files = {
            path.name.removesuffix(suffix): str(path.absolute()) for path in folder.glob(f"*{suffix}")
        }
        self.names = sorted(self._files)
        if not self.names:
            raise NotFoundError("there is no table: the folder must contain .parquet files")
        self._child: _Child | None = None

    def close(self) -> None:
        """Let go of them; rows that were not read are gone."""
        if self._child is not None:
            self._child.close()

    def query(self, statement: str, rows: int = 1 << 16) -> "Answer":
        """Run one statement that reads. Raises CaptureError `query` with DuckDB's own words."""
        self.close()
        bounds = self._bounds
        self._child = _Child(
            {
                "tables": self._files,
                "statement": statement,
                "memory": bounds.memory,
                "threads": bounds.threads,
                "seconds": bounds.seconds,
                "rows": rows,
            },
            bounds,
        )
        try:
            return self._child.answer()
        except BaseException:
            self.close()
            raise


@dataclass(frozen=True, slots=True)
class Answer:
    """The rows of a statement. They are computed as they are asked for, which can raise CaptureError."""

    schema: pa.Schema
    batches: Iterator[pa.RecordBatch]


class _Child:
    """The process that answers one statement."""

    def __init__(self, request: dict[str, object], bounds: QueryBounds) -> None:
        self._bounds = bounds
        self._left = bounds.seconds
        self._late = False
        command = [sys.executable, "-P", str(_WORKER)]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe)  # noqa: S603
        assert self._process.stdin is not None
        try:
            with self._process.stdin as to:
                to.write(json.dumps(request).encode())
        except BrokenPipeError:  # it ended; answer() says why
            pass

    def answer(self) -> Answer:
        """What it answers."""
        with self._waiting():
            reader = pa.ipc.open_stream(self._process.stdout)
        return Answer(reader.schema, self._batches(reader))

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()

    def _batches(self, reader: pa.RecordBatchReader) -> Iterator[pa.RecordBatch]:
        while True:
            with self._waiting():
                batch = next(reader, None)
                if batch is None and self._process.wait():
                    raise EOFError  # it broke off
            if batch is None:
                return
            yield batch

    @contextmanager
    def _waiting(self) -> Iterator[None]:
        """Wait for the process as long as it may take; say why it broke off."""
        began = time.monotonic()
        timer = threading.Timer(self._left, self._kill)
        timer.daemon = True
        timer.start()
        try:
            yield
        except (pa.ArrowException, OSError, EOFError) as error:
            timer.cancel()
            raise CaptureError("query", self._why()) from error
        finally:
            timer.cancel()
            self._left -= time.monotonic() - began

    def _kill(self) -> None:
        self._late = True
        self._process.kill()

    def _why(self) -> str:
        """Why it broke off."""
        self._process.kill()
        status = self._process.wait()
        assert self._process.stderr is not None
        message = self._process.stderr.read().decode("utf-8", "replace").strip()
        if self._late:
            return f"the statement took longer than {self._bounds.seconds:g} seconds"
        if status == _REFUSED and message:
            return message
        most = f"{self._bounds.memory >> 20} MiB of memory"
        return f"the statement ended DuckDB; it may take {most}, and {self._bounds.seconds:g} seconds"
