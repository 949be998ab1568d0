"""Arguments of the commands, and the way from errors to exit statuses."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence

from mmscope.captures import StoreError
from mmscope.cli.commands.asif import asif
from mmscope.cli.commands.backup import make, put_back
from mmscope.cli.commands.check import AtLeast, check
from mmscope.cli.commands.compare import print_comparison
from mmscope.cli.commands.convert import convert
from mmscope.cli.commands.doctor import doctor
from mmscope.cli.commands.evidence import evidence
from mmscope.cli.commands.info import info
from mmscope.cli.commands.lesson import lesson
from mmscope.cli.commands.list import print_list
from mmscope.cli.commands.machine import machine
from mmscope.cli.commands.query import query
from mmscope.cli.commands.remove import remove
from mmscope.cli.commands.render import render
from mmscope.cli.commands.report import report
from mmscope.cli.commands.sweep import rank, sweep
from mmscope.cli.commands.uploads import Selection, uploads
from mmscope.cli.files import refuse
from mmscope.cli.parser import parser
from mmscope.cli.terminal import OutputError, end_output, let_print_all
from mmscope.core import CoreMissingError
from mmscope.evidence import PublishedError
from mmscope.figures import Order
from mmscope.settings import Settings, SettingsError, load
from mmscope.sweeps import folder

UNUSABLE, INTERRUPTED = 3, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. Returns its exit status."""
    let_print_all()
    try:
        try:
            return _run(argv)
        finally:
            sys.stdout.flush()
    except OutputError as error:
        end_output()
        return 0 if error.ended else refuse(str(error))


def _run(argv: Sequence[str] | None) -> int:
    arguments = parser().parse_args(argv)
    try:
        return _COMMANDS[arguments.command](load(), arguments)
    except (CoreMissingError, PublishedError, SettingsError, StoreError) as error:
        print(f"mmscope: {error}", file=sys.stderr)
        return UNUSABLE
    except KeyboardInterrupt:
        return INTERRUPTED


def _serve(settings: Settings, arguments: argparse.Namespace) -> int:
    """Loads the web framework, which takes as long as half of all that the other commands load."""
    from mmscope.cli.commands.serve import serve  # noqa: PLC0415

    return serve(settings, arguments.host, arguments.port)


def _selection(arguments: argparse.Namespace) -> Selection:
    return Selection(arguments.older_than, arguments.larger_than, arguments.of)


def _side(first: str | None, more: list[str]) -> list[str]:
    """Named by its place, and by its option."""
    return [*([] if first is None else [first]), *more]


_COMMANDS: dict[str, Callable[[Settings, argparse.Namespace], int]] = {
    "serve": _serve,
    "backup": lambda settings, a: make(settings, a.output, derived=a.with_derived, verify=a.verify),
    "restore": lambda _, a: put_back(a.file, a.output, skip_damaged=a.skip_damaged),
    "doctor": lambda settings, a: doctor(settings, mend=a.mend, deep=a.deep),
    "uploads": lambda settings, a: uploads(settings, _selection(a), by=a.by, as_json=a.json),
    "remove": lambda settings, a: remove(settings, a.ids, _selection(a), sure=a.yes),
    "report": lambda settings, a: report(settings, a.file, a.proc, count=a.count, as_json=a.json),
    "info": lambda settings, a: info(settings, a.file, count=a.count, as_json=a.json),
    "convert": lambda settings, a: convert(settings, a.file, a.output, a.to),
    "query": lambda settings, a: query(settings, a.file, a.statement, a.form),
    "machine": lambda settings, a: machine(
        settings, a.files, request=a.request, compare=a.compare, as_json=a.json
    ),
    "check": lambda settings, a: check(
        settings, a.files, at_least=AtLeast(*a.at_least), as_json=a.json, verbose=a.verbose
    ),
    "asif": lambda settings, a: asif(
        settings, a.file, a.question, assume=a.assume, seeds=a.seeds, as_json=a.json
    ),
    "sweep": lambda settings, a: (rank if a.all else sweep)(
        settings,
        a.question,
        jobs=a.jobs,
        form=a.form,
        output=a.output,
        cache=None if a.no_cache else folder(os.environ),
    ),
    "compare": lambda settings, a: print_comparison(
        settings, _side(a.first, a.a), _side(a.second, a.b), fail_if=a.fail_if, form=a.form
    ),
    "render": lambda settings, a: render(
        settings,
        Order(a.view, a.width, a.theme, why=a.why, fonts=not a.no_fonts, steps=a.steps),
        output=a.output,
        as_text=a.text,
    ),
    "list": lambda settings, a: print_list(settings, a.what, as_json=a.json),
    "lesson": lambda settings, a: lesson(settings, a.action, a.file),
    "evidence": lambda settings, a: evidence(settings, write=a.write, check=a.check, as_json_=a.json),
}
