"""Work on capture files, several at a time: one process for each processor."""

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import TypeVar

from mmscope.captures import Capture
from mmscope.cli.files import STDIN, UnreadableError, read
from mmscope.core import CoreError, CoreModule
from mmscope.settings import Settings

T = TypeVar("T")


def each(
    settings: Settings, work: Sequence[tuple[str, Callable[[Capture], T]]], *, texts: bool = False
) -> Iterator[tuple[str, T | UnreadableError]]:
    """What each function finds in the capture it is paired with, in order, or why that cannot be read.

    The functions and what they return must be such as can be pickled. Standard input, and a capture that
    is alone, are read in this process, with a progress bar.
    """
    names = [name for name, _ in work]
    workers = min(len(work), os.cpu_count() or 1)
    if workers < 2 or STDIN in names:  # noqa: PLR2004  # two are several
        yield from ((name, _one(settings, name, function, texts=texts)) for name, function in work)
        return
    with ProcessPoolExecutor(workers, get_context("spawn"), ignore_interrupts) as pool:
        found = [pool.submit(_one, settings, name, function, texts=texts) for name, function in work]
        yield from ((name, future.result()) for name, future in zip(names, found, strict=True))


def as_done(work: Sequence[Callable[[], T]], jobs: int) -> Iterator[tuple[int, T]]:
    """What each function gives, with its place, as they finish; so many at a time.

    The functions and what they return must be such as can be pickled.
    """
    if min(jobs, len(work)) < 2:  # noqa: PLR2004  # two are several
        yield from ((at, function()) for at, function in enumerate(work))
        return
    with ProcessPoolExecutor(min(jobs, len(work)), get_context("spawn"), ignore_interrupts) as pool:
        asked = {pool.submit(function): at for at, function in enumerate(work)}
        try:
            for done in as_completed(asked):
                yield asked[done], done.result()
        except GeneratorExit:
            pool.shutdown(cancel_futures=True)
            raise


def cores() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def ignore_interrupts() -> None:
    """Ctrl-C ends the parent, and the parent its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _one(
    settings: Settings, name: str, function: Callable[[Capture], T], *, texts: bool
) -> T | UnreadableError:
    try:
        core = CoreModule(settings.core)
        return function(read(core, name, settings.limits, settings.trace if texts else None))
    except CoreError as error:
        return UnreadableError(f"{name}: {error}")
    except UnreadableError as error:
        return error
