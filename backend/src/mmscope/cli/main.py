"""Arguments of the commands, and the way from errors to exit statuses."""

import argparse
import os
import sys
from collections.abc import Sequence

from mmscope.captures import StoreError
from mmscope.cli.check import AtLeast, check
from mmscope.cli.convert import convert
from mmscope.cli.evidence import evidence
from mmscope.cli.info import info
from mmscope.cli.parser import parser
from mmscope.cli.query import query
from mmscope.cli.serve import serve
from mmscope.core import CoreMissingError
from mmscope.evidence import PublishedError
from mmscope.settings import Settings, SettingsError, load

UNUSABLE, INTERRUPTED = 3, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. Returns its exit status."""
    arguments = parser().parse_args(argv)
    try:
        return _run(arguments, load())
    except (CoreMissingError, PublishedError, SettingsError, StoreError) as error:
        print(f"mmscope: {error}", file=sys.stderr)
        return UNUSABLE
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _run(arguments: argparse.Namespace, settings: Settings) -> int:
    match arguments.command:
        case "serve":
            return serve(settings, arguments.host, arguments.port)
        case "info":
            return info(settings, arguments.file, as_json=arguments.json)
        case "convert":
            return convert(settings, arguments.file, arguments.output, arguments.to)
        case "query":
            return query(settings, arguments.file, arguments.statement, arguments.form)
        case "evidence":
            return evidence(settings, write=arguments.write, check=arguments.check, as_json_=arguments.json)
        case _:
            least = AtLeast(*arguments.at_least)
            return check(settings, arguments.files, at_least=least, as_json=arguments.json)
