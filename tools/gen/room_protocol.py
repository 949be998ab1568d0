# SPDX-License-Identifier: Apache-2.0
"""Derive the browser's types of a room's messages from mmscope.rooms.protocol. With --check: fail when stale."""

import sys
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NotRequired, get_args, get_origin, get_type_hints, is_typeddict

from mmscope.rooms import protocol

OUT = Path(__file__).resolve().parents[2] / "frontend" / "src" / "rooms" / "gen" / "protocol.ts"
CONSTANTS = ("VERSION", "MEMBER", "VIEW", "LESSON", "NAME", "TITLE", "LABEL", "CHOICES")
UNIONS = ("First", "FromMember", "FromLeader", "ToMember", "ToLeader")
SIMPLE = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null"}


def main() -> int:
    """Write it, or compare."""
    text = typescript()
    if "--check" not in sys.argv:
        OUT.parent.mkdir(parents=True, exist_ok=True)
        OUT.write_text(text, encoding="utf-8")
    elif not OUT.is_file() or OUT.read_text(encoding="utf-8") != text:
        print(f"{OUT.name} does not match mmscope.rooms.protocol. Run: make gen", file=sys.stderr)
        return 1
    return 0


def typescript() -> str:
    """The file, in the order of the protocol's."""
    parts = [
        "/** Derived from mmscope.rooms.protocol by `make gen`; do not edit. What is said over a room's WebSocket. */"
    ]
    parts += [f"export const {name} = {getattr(protocol, name)};" for name in CONSTANTS]
    parts.append(f"export type Stage = {shape(protocol.Stage)};")
    parts += [interface(kind) for kind in vars(protocol).values() if is_typeddict(kind)]
    for name in UNIONS:
        kinds = " | ".join(kind.__name__ for kind in get_args(getattr(protocol, name)))
        parts.append(f"export type {name} = {kinds};")
    return "\n\n".join(parts) + "\n"


def interface(kind: Any) -> str:  # a TypedDict is no type
    """One message, or a part of some."""
    lines = [f"/** {' '.join((kind.__doc__ or '').split())} */", f"export interface {kind.__name__} {{"]
    for name, hint in get_type_hints(kind, include_extras=True).items():
        optional = get_origin(hint) is NotRequired
        lines.append(f"  {name}{'?' if optional else ''}: {shape(hint)};")
    return "\n".join([*lines, "}"])


def shape(hint: Any) -> str:
    """A type in TypeScript."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Literal:
        return " | ".join(f"'{value}'" for value in args)
    if origin in {Annotated, NotRequired}:
        return shape(args[0])
    if origin is list:
        return f"readonly {shape(args[0])}[]"
    if origin is UnionType:
        return " | ".join(map(shape, args))
    return hint.__name__ if is_typeddict(hint) else SIMPLE[hint]


if __name__ == "__main__":
    sys.exit(main())
