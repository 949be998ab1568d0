"""Arguments of the commands, and the way from errors to exit statuses."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mmscope import __version__
from mmscope.captures import StoreError
from mmscope.cli.check import AtLeast, check
from mmscope.cli.evidence import evidence
from mmscope.cli.info import info
from mmscope.cli.serve import serve
from mmscope.core import CoreMissingError
from mmscope.evidence import PublishedError
from mmscope.settings import Settings, SettingsError, load

UNUSABLE, INTERRUPTED = 3, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. Returns its exit status."""
    arguments = _parser().parse_args(argv)
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
        case "evidence":
            return evidence(settings, write=arguments.write, check=arguments.check, as_json_=arguments.json)
        case _:
            least = AtLeast(*arguments.at_least)
            return check(settings, arguments.files, at_least=least, as_json=arguments.json)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="mmscope",
        description="Watch Linux memory-management policy decide.",
        epilog="Exit status: 0 well, 1 check found differences, 2 unreadable file, 3 unusable set-up.",
    )
    parser.add_argument("--version", action="version", version=f"mmscope {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    server = commands.add_parser("serve", help="serve the app (PORT, MMSCOPE_DATA, MMSCOPE_HOSTS)")
    server.add_argument("--host", help="address to listen on (default: MMSCOPE_HOST, or 127.0.0.1)")
    server.add_argument("--port", type=int, help="port to listen on (default: PORT, or 8000)")
    inform = commands.add_parser("info", help="say what a capture holds")
    inform.add_argument("file", metavar="FILE", help="a capture, plain or in gzip; - for standard input")
    checker = commands.add_parser("check", help="recompute every decision of captures")
    checker.add_argument("files", metavar="FILE", nargs="+", help="captures; - for standard input")
    checker.add_argument(
        "--at-least",
        metavar=("ALL", "POLICY", "MODE"),
        nargs=3,
        type=int,
        default=AtLeast(),
        help="decisions there must be: of all, of each policy, of each mode (1 0 0)",
    )
    proof = commands.add_parser("evidence", help="what was published beside what the bundled captures show")
    page = proof.add_mutually_exclusive_group()
    files: dict[str, Any] = {"metavar": "FILE", "type": Path, "nargs": "+", "default": []}
    page.add_argument("--write", **files, help="write the page instead; as data where FILE ends in .json")
    page.add_argument("--check", **files, help="fail when a page is stale instead")
    for command in (inform, checker, proof):
        command.add_argument("--json", action="store_true", help="print JSON")
    return parser
