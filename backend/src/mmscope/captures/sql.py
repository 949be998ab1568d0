"""SQL over the tables of one capture, by DuckDB in a sandbox of its own.

A statement sees the capture's kinds as tables and nothing else: no file, no network, no extension, no setting
can be reached, and nothing can be written. Memory, threads and time are bounded.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.dataset as ds

from mmscope.captures.columns import parquet_name
from mmscope.captures.errors import CaptureError, NotFoundError

_READS = {"SELECT", "EXPLAIN"}  # kinds of statements


@dataclass(frozen=True, slots=True)
class QueryBounds:
    """What one statement may take."""

    memory: int = 1 << 30  # bytes
    threads: int = 2
    seconds: float = 300.0


class Tables:
    """The tables of the Parquet files in one folder, by kind."""

    def __init__(self, folder: Path, bounds: QueryBounds | None = None) -> None:
        self._bounds = bounds or QueryBounds()
        suffix = parquet_name("")
        self.names = sorted(path.name.removesuffix(suffix) for path in folder.glob(f"*{suffix}"))
        if not self.names:
            raise NotFoundError("there is no table: the folder must contain .parquet files")
        self._connection = duckdb.connect(
            ":memory:",
            config={
                "memory_limit": f"{self._bounds.memory}B",
                "threads": self._bounds.threads,
                "temp_directory": "",
                "autoinstall_known_extensions": False,
                "autoload_known_extensions": False,
                "python_enable_replacements": False,
            },
        )
        for name in self.names:
            self._connection.register(name, ds.dataset(folder / parquet_name(name), format="parquet"))
        self._connection.execute("SET enable_external_access=false; SET lock_configuration=true")

    def close(self) -> None:
        """Let go of them."""
        self._connection.close()

    def query(self, statement: str, rows: int = 1 << 16) -> "Answer":
        """Run one statement that reads. Raises CaptureError `query` with DuckDB's own words."""
        with self._bounded():
            parsed = self._connection.extract_statements(statement)
            if len(parsed) != 1 or parsed[0].type.name not in _READS:
                raise CaptureError("query", "give one statement that only reads: SELECT …, or EXPLAIN …")
            reader = self._connection.execute(parsed[0]).to_arrow_reader(rows)
        return Answer(reader.schema, self._batches(reader))

    def _batches(self, reader: pa.RecordBatchReader) -> Iterator[pa.RecordBatch]:
        with self._bounded():
            yield from reader

    @contextmanager
    def _bounded(self) -> Iterator[None]:
        """Call off what takes too long."""
        timer = threading.Timer(self._bounds.seconds, self._connection.interrupt)
        timer.daemon = True
        timer.start()
        try:
            yield
        except duckdb.InterruptException as error:
            told = f"the statement took longer than {self._bounds.seconds:.0f} seconds"
            raise CaptureError("query", told) from error
        except (duckdb.Error, pa.ArrowException, OSError) as error:
            raise CaptureError("query", str(error).strip()) from error
        finally:
            timer.cancel()


@dataclass(frozen=True, slots=True)
class Answer:
    """The rows of a statement. They are computed as they are asked for, which can raise CaptureError."""

    schema: pa.Schema
    batches: Iterator[pa.RecordBatch]
