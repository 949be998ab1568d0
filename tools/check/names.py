# SPDX-License-Identifier: Apache-2.0
"""A file's name is made of nouns that somebody has written down.

    names.py

Each word of the name of a source file is a name of docs/glossary.md, a name of others or a noun of programming;
CONTRIBUTING.md lists the last two, of which there are at most 80. Fails on any other word; on a listed name that no
file has or that stands there twice; and on a place of the glossary, or of a table in a README, where nothing is.
"""

import posixpath
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parents[2]
GLOSSARY, CONTRIBUTING = "docs/glossary.md", "CONTRIBUTING.md"
MOST = 80

ENDINGS = {".ts", ".tsx", ".mjs", ".js", ".css", ".py", ".c", ".h", ".def", ".sh"}
# What others wrote, what is made, and what a database remembers by its name.
ELSEWHERE = {"third_party", "gen", "dist", "corpora", "corpus", "patches", "shim", "migrations"}
# Endings and beginnings that say what kind of file it is.
KIND = re.compile(r"(\.(test|worker|thread|d|config))+$|^test_|_test$|^use-(?=.)")
IRREGULAR = {"axes": "axis", "criteria": "criterion", "indices": "index"}
# Of a name in the glossary: what a bracket explains, and words that make no name.
ASIDE = re.compile(r"\((?!in code: )[^)]*\)|\b(in code|as|if|of)\b")

Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lists:
    """Where a word may be from. A name of others counts as a whole, one of the glossary word by word."""

    glossary: frozenset[str]
    others: frozenset[Words]
    nouns: tuple[str, ...]


@dataclass(slots=True)
class Report:
    """What is wrong, and which listed names were met."""

    wrong: list[str] = field(default_factory=list)
    met: set[Words] = field(default_factory=set)


def singular(word: str) -> str:
    """One of them."""
    if word in IRREGULAR:
        return IRREGULAR[word]
    if re.search(r"[^aeious]ies$", word) and len(word) > 4:
        return f"{word[:-3]}y"
    if re.search(r"(ss|x|ch|sh)es$", word):
        return word[:-2]
    return word[:-1] if re.search(r"[^siu]s$", word) and len(word) > 3 else word


def words(name: str) -> Words:
    """Of a file's name without its folder, or of a name in a list: in small letters, one of each."""
    stem = KIND.sub("", PurePosixPath(name).stem if "." in name else name)
    found = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+(?:\d+[a-z]+)*", stem)
    return tuple(singular(word.lower()) for word in found)


def _below(text: str, heading: str) -> str:
    """What stands below a heading, up to the next of any level."""
    found = re.search(rf"^#+ {re.escape(heading)}\n(.*?)(?=^#+ |\Z)", text, re.MULTILINE | re.DOTALL)
    if found is None:
        raise SystemExit(f"{CONTRIBUTING}: there is no heading “{heading}”")
    return found[1]


def _rows(text: str) -> Iterator[list[str]]:
    for line in re.findall(r"^\| (.+) \|$", text, re.MULTILINE):
        cells = line.split(" | ")
        if cells[0] not in {"name", "whose"} and not cells[0].startswith("---"):
            yield cells


def lists(glossary: str, contributing: str) -> Lists:
    """The two documents, read."""
    return Lists(
        frozenset(word for row in _rows(glossary) for word in words(ASIDE.sub(" ", row[0]))),
        frozenset(
            words(name)
            for row in _rows(_below(contributing, "Names of others"))
            for name in re.split(r"[\s,]+", row[1].replace("`", ""))
        ),
        tuple(re.findall(r"\w+", _below(contributing, "Nouns of programming").strip().split("\n\n")[-1])),
    )


def _rest(name: Words, others: Iterable[Words], met: set[Words]) -> list[str]:
    """The words of a file's name that are not part of another's name."""
    rest, at = [], 0
    while at < len(name):
        found = max((o for o in others if o and name[at : at + len(o)] == o), key=len, default=None)
        if found is None:
            rest.append(name[at])
        else:
            met.add(found)
        at += len(found or "1")
    return rest


def check(files: Iterable[str], known: Lists) -> Report:
    """Every name of a file, and every name of the lists."""
    report = Report()
    nouns = {words(noun) for noun in known.nouns}
    for file in files:
        path = PurePosixPath(file)
        if path.suffix not in ENDINGS or (ELSEWHERE & set(path.parts[:-1]) and path.parts[0] != "tools"):
            continue
        for word in _rest(words(path.name), known.others, report.met):
            if (word,) in nouns:
                report.met.add((word,))
            elif word not in known.glossary:
                report.wrong.append(f"{file}: “{word}” is in no list")
    if len(known.nouns) > MOST:
        report.wrong.append(f"{CONTRIBUTING}: {len(known.nouns)} nouns of programming, at most {MOST}")
    for name in sorted((nouns | known.others) - report.met):
        report.wrong.append(f"{CONTRIBUTING}: no file's name has “{' '.join(name)}”: take it off the list")
    for (word,) in sorted(noun for noun in nouns if noun[0] in known.glossary or noun in known.others):
        report.wrong.append(f"{CONTRIBUTING}: “{word}” is listed twice: take it off the nouns")
    return report


def places(glossary: str, files: Iterable[str]) -> list[str]:
    """Places of the glossary where nothing is."""
    there = _with_folders(files)
    missing, base = [], ""
    for line in glossary.split("\n"):
        if line.startswith("## "):
            found = re.search(r"\(`([^`]+)`\)", line)
            base = f"{found[1]}/" if found else ""
        for row in _rows(line):
            for place in re.findall(r"`([\w./*-]+)`", row[-1]):
                near = {place, base + place, f"wasm-core/include/mms/{place}"}
                if not any(fnmatchcase(file, pattern) for pattern in near for file in there):
                    missing.append(f"{GLOSSARY}: {row[0]}: there is no {base}{place}")
    return missing


def readme_places(readme: str, text: str, files: Iterable[str]) -> list[str]:
    """Files and folders of a README's tables where nothing is.

    A path in the first column counts from the README's folder, or from the one that the table's head names, or
    from the project's root.
    """
    there = _with_folders(files)
    missing, base, before = [], "", ""
    for line in text.split("\n"):
        cell = line.split("|")[1] if line.startswith("|") else ""
        if cell and not before.startswith("|"):
            found = re.search(r"`([\w./-]+/)`", cell)
            base, cell = (found[1] if found else ""), ""
        before = line
        for place in re.findall(r"`([\w.*/-]+(?:/|\.[a-z]\w*))`", cell):
            near = {
                posixpath.normpath(PurePosixPath(readme).parent / base / place),
                posixpath.normpath(place),
            }
            if not any(fnmatchcase(file, pattern) for pattern in near for file in there):
                missing.append(f"{readme}: there is no {base}{place}")
    return missing


def _with_folders(files: Iterable[str]) -> set[str]:
    there = set(files)
    return there | {str(folder) for file in there for folder in PurePosixPath(file).parents}


def files_of(root: Path) -> list[str]:
    """All that git keeps, and what is new and would be kept."""
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(listing, cwd=root, capture_output=True, text=True, check=True)
    return [file for file in listed.stdout.split("\0") if file]


def main() -> int:
    """Says what is wrong and what to do."""
    files = files_of(ROOT)
    glossary, contributing = ((ROOT / file).read_text(encoding="utf-8") for file in (GLOSSARY, CONTRIBUTING))
    wrong = [*check(files, lists(glossary, contributing)).wrong, *places(glossary, files)]
    for readme in (file for file in files if PurePosixPath(file).name == "README.md"):
        wrong += readme_places(readme, (ROOT / readme).read_text(encoding="utf-8"), files)
    for line in wrong:
        print(line, file=sys.stderr)
    if wrong:
        print(
            f"Name a file by a noun: one of {GLOSSARY}, or of those in {CONTRIBUTING}. A new noun of the field gets a "
            "row in the glossary.",
            file=sys.stderr,
        )
        return 1
    print(f"names files={len(files)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
