#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""templates.py: make C files from templates and the kernel's source, whose text is cut out at build time.

    templates.py TREE TEMPLATE OUTPUT [CONFIG=NUMA,CMA,…] [MUTATE=function:number:change]
    templates.py --list TREE TEMPLATE …        the changes that MUTATE can make, one per line

A template is C but for lines that begin with @:

    @cut FILE NAME …        these functions, macros, types and variables of the kernel's FILE, in the order
                            given. A tag is written struct:name or enum:name; an enumeration without one goes
                            by its first constant.
    @test FILE NAME …       the same, of functions that are under test: MUTATE changes those, and no others
    @fields FILE TAG NAME … the declarations of these members of a struct, to build a smaller one of

Each name has to be there exactly once, among what CONFIG leaves of the file: none or two of them is an error,
as is a file that cannot be taken apart. What is cut out is the text as it is, but for a mutation.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*|/\*.*?\*/)
      | (?P<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
      | (?P<word>[A-Za-z_]\w*)
      | (?P<number>\.?\d(?:[eEpP][+-]|[\w.])*)
      | (?P<sign>->|\+\+|--|<<=|>>=|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|\.\.\.|.)""",
    re.VERBOSE | re.DOTALL,
)
DIRECTIVE = re.compile(r"[ \t]*#(?:\\\n|/\*.*?\*/|[^\n])*", re.DOTALL)
DEFINERS = ("DEFINE_", "PLIST_HEAD", "LIST_HEAD")
ATTRIBUTES = ("__read_mostly", "__ro_after_init", "__initdata")


class TemplateError(Exception):
    """The source is not as the template needs it."""


@dataclass
class Token:
    kind: str  # word, number, string, sign, or directive
    text: str
    at: int


@dataclass
class Item:
    """A declaration, definition or macro at the top level of a file."""

    start: int
    end: int
    tokens: list[Token] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    function: bool = False


def tokens_of(text: str, where: str) -> list[Token]:
    """Words, numbers, strings, signs and whole preprocessor lines, without spaces and comments."""
    found = []
    at = 0
    fresh = True  # nothing but spaces since the line began
    while at < len(text):
        if fresh:
            line = DIRECTIVE.match(text, at)
            if line:
                found.append(Token("directive", line.group(), at))
                at = line.end()
                continue
        match = TOKEN.match(text, at)
        if not match:
            raise TemplateError(f"{where}: cannot be read at byte {at}")
        kind = match.lastgroup or ""
        if kind == "space":
            fresh = "\n" in match.group() or (fresh and match.group().startswith("/*"))
        else:
            found.append(Token(kind, match.group(), at))
            fresh = False
        at = match.end()
    return found


class Conditions:
    """The #if lines that are open.

    Of CONFIG_ options it is known whether they are set. Whatever else is asked for counts as true in both branches,
    so that what is defined in both of them is found twice.
    """

    def __init__(self, config: set[str]) -> None:
        self.config = config
        self.open: list[tuple[bool | None, bool]] = []  # answer of this branch, was one before it taken

    def known(self, line: str) -> bool | None:
        line = re.sub(r"/\*.*?\*/", "", line, flags=re.DOTALL).replace("\\\n", " ").strip()
        match = re.fullmatch(r"#\s*(ifdef|ifndef)\s+(\w+)", line)
        if match:
            if not match[2].startswith("CONFIG_"):
                return None
            return (match[2][7:] in self.config) == (match[1] == "ifdef")
        expression = re.sub(r"#\s*(?:el)?if", "", line, count=1)
        expression = re.sub(
            r"(?:defined|IS_ENABLED)\s*\(?\s*CONFIG_(\w+)\s*\)?",
            lambda m: f" {m[1] in self.config} ",
            expression,
        )
        if not re.fullmatch(r"(?:True|False|&&|\|\||!|[()\s])+", expression):
            return None
        python = expression.replace("&&", " and ").replace("||", " or ").replace("!", " not ")
        return bool(eval(python, {"__builtins__": {}}))  # nothing but True, False, and, or, not and brackets

    def line(self, text: str) -> None:
        word = (re.match(r"\s*#\s*(\w*)", text) or [""])[1]
        if word in ("if", "ifdef", "ifndef"):
            answer = self.known(text)
            self.open.append((answer, answer is True))
        elif word in ("elif", "else"):
            before, taken = self.open.pop()
            if word == "elif":
                answer = False if taken else self.known(text)
            else:
                answer = None if before is None else not taken
            self.open.append((answer, taken or answer is True))
        elif word == "endif":
            self.open.pop()

    def hold(self) -> bool:
        return all(answer is not False for answer, _ in self.open)


def names_of(tokens: list[Token]) -> tuple[list[str], bool]:
    """What a declaration declares, and whether it is a function with its body."""
    depth = 0
    before: list[Token] = []  # outside all brackets
    braces = equals = False
    call = ""  # word before the first parenthesis
    for i, token in enumerate(tokens):
        if token.text in ("{", "(", "["):
            if token.text == "{" and depth == 0 and not equals:
                braces = True
            if token.text == "(" and depth == 0 and not call and i and tokens[i - 1].kind == "word":
                call = tokens[i - 1].text
            depth += 1
        elif token.text in ("}", ")", "]"):
            depth -= 1
        elif depth == 0:
            if token.text == "=":
                equals = True
            before.append(token)
    words = [t.text for t in before if t.kind == "word"]
    first = words[0] if words else ""
    last = tokens[-1].text
    if last == "}" and braces and call:
        return [call], True
    names = []
    for i, word in enumerate(words):
        if word in ("struct", "enum", "union") and braces and i + 1 < len(words):
            if f"{word} {words[i + 1]}" in " ".join(t.text for t in tokens[: 2 * len(words)]):
                names.append(f"{word}:{words[i + 1]}")
            break
    if "enum" in words and braces:
        opening = next(i for i, t in enumerate(tokens) if t.text == "{")
        names.append(tokens[opening + 1].text)
    if call and not braces and not equals:
        inside = next(i for i, t in enumerate(tokens) if t.text == "(")
        if call.startswith(DEFINERS):
            names.append(tokens[inside + 1].text)
        return names, False  # else a prototype
    declared = []
    for token in before:
        if token.text == "=":
            break
        if token.kind == "word" and token.text not in ATTRIBUTES:
            declared.append(token.text)
    if (declared and first not in ("struct", "enum", "union")) or len(declared) > 2 or (declared and equals):
        names.append(declared[-1])
    return names, False


def items_of(text: str, config: set[str], where: str) -> list[Item]:
    """The file's top level, without what its configuration leaves out."""
    conditions = Conditions(config)
    items = []
    open_item: Item | None = None
    depth = 0
    for token in tokens_of(text, where):
        if token.kind == "directive":
            if open_item is None:
                conditions.line(token.text)
                match = re.match(r"\s*#\s*define\s+(\w+)", token.text)
                if match and conditions.hold():
                    items.append(Item(token.at, token.at + len(token.text), [token], [match[1]]))
                continue
            if depth or open_item.tokens[-1].text != ")":
                open_item.tokens.append(token)
                continue
            open_item = None  # module_init(…) and the like, without a semicolon
            conditions.line(token.text)
            continue
        if open_item is None:
            open_item = Item(token.at, token.at)
        open_item.tokens.append(token)
        if token.text in ("{", "(", "["):
            depth += 1
        elif token.text in ("}", ")", "]"):
            depth -= 1
        if depth < 0:
            raise TemplateError(f"{where}: brackets do not match at byte {token.at}")
        if depth or token.text not in (";", "}"):
            continue
        plain = [t for t in open_item.tokens if t.kind != "directive"]
        names, function = names_of(plain)
        if token.text == "}" and not function:
            continue  # struct, enum or initialiser: its semicolon follows
        open_item.end = token.at + 1
        open_item.names, open_item.function = names, function
        if conditions.hold():
            items.append(open_item)
        open_item = None
    if open_item is not None or conditions.open:
        raise TemplateError(f"{where}: ends within something")
    return items


# One token for another, at each place where it stands in a function under test.
CHANGES = {
    "<": ["<=", ">"], "<=": ["<"], ">": [">=", "<"], ">=": [">"], "==": ["!="], "!=": ["=="],
    "&&": ["||"], "||": ["&&"], "+": ["-"], "-": ["+"], "++": ["--"], "--": ["++"],
    "+=": ["-="], "-=": ["+="], "|=": ["&="], "&=": ["|="], "<<": [">>"], ">>": ["<<"], "<<=": [">>="],
    "&": ["|"], "|": ["&"], "/": ["*"], "%": ["/"], "!": [""], "~": [""],
    "0": ["1"], "1": ["2", "0"], "2": ["1", "3"], "4": ["2"],
    "true": ["false"], "false": ["true"], "continue": ["break"], "break": ["continue"],
    "min": ["max"], "max": ["min"], "min3": ["max3"], "max3": ["min3"],
}  # fmt: skip
# Behind these a sign belongs to what follows it.
UNARY_BEHIND = "( , = { ; : ? < > <= >= == != && || + - & | << >> ! ~ += -= return case".split()
# Statements that say something about a decision and take no part in it.
TALK = re.compile(r"(?:WARN|BUG|VM_|BUILD_|trace_|lockdep_|assert_|might_|count_vm|delayacct|psi_)\w*")


def changes_of(function: str, tokens: list[Token]) -> list[tuple[str, Token, str]]:
    """Every (name of the change, token, text instead) in a function's body."""
    found = []
    opening = next(i for i, t in enumerate(tokens) if t.text == "{")
    quiet = 0
    number = 0
    for i in range(opening + 1, len(tokens)):
        token, before, after = tokens[i], tokens[i - 1], tokens[i + 1] if i + 1 < len(tokens) else tokens[i]
        if quiet:
            quiet += {"(": 1, ")": -1}.get(token.text, 0)
            if quiet > 1:
                continue
            quiet = 0 if token.text == ")" else quiet
            continue
        if TALK.fullmatch(token.text) and after.text == "(":
            quiet = 1
            continue
        if token.kind == "directive":
            continue
        unary = before.text in UNARY_BEHIND
        if token.text in ("&", "+", "-") and unary:
            continue
        for instead in CHANGES.get(token.text, []):
            number += 1
            found.append((f"{function}:{number}:{token.text}>{instead}", token, instead))
    return found


class Tree:
    """The kernel's files, taken apart once each."""

    def __init__(self, root: Path, config: set[str]) -> None:
        self.root, self.config = root, config
        self.files: dict[str, tuple[str, list[Item]]] = {}

    def file(self, name: str) -> tuple[str, list[Item]]:
        if name not in self.files:
            path = self.root / name
            if not path.is_file():
                raise TemplateError(f"{name} is not in {self.root}")
            text = path.read_text()
            self.files[name] = text, items_of(text, self.config, name)
        return self.files[name]

    def item(self, file: str, name: str) -> tuple[str, Item]:
        text, items = self.file(file)
        found = [item for item in items if name in item.names]
        if len(found) != 1:
            raise TemplateError(f"{file}: {name} is there {len(found)} times, not once")
        return text, found[0]

    def member(self, file: str, tag: str, name: str) -> str:
        _, item = self.item(file, f"struct:{tag}")
        plain = [t for t in item.tokens if t.kind != "directive"]
        opening = next(i for i, t in enumerate(plain) if t.text == "{")
        found, depth, start = [], 0, opening + 1
        for i in range(opening + 1, len(plain)):
            depth += {"{": 1, "(": 1, "[": 1, "}": -1, ")": -1, "]": -1}.get(plain[i].text, 0)
            if depth == 0 and plain[i].text == ";":
                part = plain[start:i]
                outer = [t.text for t in part]
                for stop in ("[", ":"):
                    if stop in outer:
                        outer = outer[: outer.index(stop)]
                if outer and outer[-1] == name:
                    found.append(" ".join(t.text for t in part) + ";")
                start = i + 1
        if len(found) != 1:
            raise TemplateError(f"{file}: struct {tag} has {len(found)} members {name}, not one")
        return found[0]


def assemble(tree: Tree, template: Path, mutate: str | None, listing: list[str] | None) -> str:
    """The template with what it asks for in place; `listing` takes the names of all possible changes."""
    out = [f"/* Made from {template.name} and the kernel's source, GPL-2.0. Not for distribution. */\n"]
    made = False
    tested = []
    lines = iter(enumerate(template.read_text().splitlines(), 1))
    for number, line in lines:
        if not line.startswith("@"):
            out.append(line + "\n")
            continue
        while line.endswith("\\"):
            line = line[:-1] + next(lines)[1]
        verb, file, *names = line.split()
        if verb == "@fields":
            out += ["\t" + tree.member(file, names[0], name) + "\n" for name in names[1:]]
            continue
        if verb not in ("@cut", "@test"):
            raise TemplateError(f"{template.name}:{number}: {verb}?")
        for name in names:
            text, item = tree.item(file, name)
            part = text[item.start : item.end]
            if verb == "@test":
                if not item.function:
                    raise TemplateError(f"{file}: {name} is no function")
                tested.append(name)
                for change, token, instead in changes_of(name, item.tokens):
                    if listing is not None:
                        listing.append(change)
                    if change == mutate:
                        at = token.at - item.start
                        part = part[:at] + instead + part[at + len(token.text) :]
                        made = True
            out.append(f'#line {text.count(chr(10), 0, item.start) + 1} "{file}"\n{part}\n')
        out.append(f'#line {number + 1} "{template.name}"\n')
    if mutate and not made and mutate.split(":")[0] in tested:
        raise TemplateError(f"{template.name}: there is no {mutate}")
    return "".join(out)


def main(arguments: list[str]) -> int:
    """Run from the command line."""
    options = dict(a.split("=", 1) for a in arguments if re.match(r"(CONFIG|MUTATE)=", a))
    plain = [a for a in arguments if not re.match(r"(CONFIG|MUTATE|--list)", a)]
    tree = Tree(Path(plain[0]), set(options.get("CONFIG", "").split(",")))
    try:
        if "--list" in arguments:
            listing: list[str] = []
            for template in plain[1:]:
                assemble(tree, Path(template), None, listing)
            print("\n".join(listing))
        else:
            text = assemble(tree, Path(plain[1]), options.get("MUTATE") or None, None)
            Path(plain[2]).write_text(text)
    except TemplateError as error:
        print(f"templates.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
