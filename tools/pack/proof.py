# SPDX-License-Identifier: Apache-2.0
"""That a release is what it says: made twice, in two folders, it is the same bytes.

`python -m pack.proof`, in the backend's environment. Last line: `test-release files=… same=… …`.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from email.message import Message
from email.parser import HeaderParser
from importlib.metadata import distribution
from pathlib import Path
from zipfile import ZipFile

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from pack import MADE, ROOT, version
from pack.locks import NOT_FOR_USERS, OWN
from pack.release import SUMS, digest
from pack.sbom import absent

# Where, when and by whom a release is made must not be in it.
PLACES = (
    {"folder": "a", "TZ": "UTC", "LC_ALL": "C.UTF-8", "umask": 0o022},
    {"folder": "another/place that is deeper", "TZ": "Pacific/Chatham", "LC_ALL": "C", "umask": 0o077},
)
NOTICE = re.compile(r"^ {2}(?:npm|build|wasm|PyPI) +(\S+) +(\S+) ", re.MULTILINE)
NOTICES = "THIRD-PARTY-NOTICES.txt"
Package = tuple[str, str]


def sources() -> list[str]:
    """Files of the project as they are now, what is not committed too."""
    printed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return [name for name in printed.split("\0") if name and (ROOT / name).is_file()]


def copied_to(root: Path) -> None:
    """The sources, and the packages of the front end."""
    for name in sources():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, root / name)
    modules = ROOT / "frontend" / "node_modules"
    shutil.copytree(modules, root / "frontend" / "node_modules", symlinks=True, copy_function=os.link)


def made_in(root: Path, place: dict[str, str | int]) -> Path:
    """The release as it is made there, front end and all."""
    env = os.environ | {key: str(place[key]) for key in ("TZ", "LC_ALL")}
    env |= {"PYTHONPATH": str(root / "tools"), "HOME": str(root), "PYTHONHASHSEED": str(place["umask"])}

    def run(*command: str, cwd: Path) -> None:
        done = subprocess.run(
            command,
            cwd=cwd,
            env=env,
            umask=int(place["umask"]),
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            sys.exit(f"{' '.join(command)}: {(done.stdout + done.stderr)[-2000:]}")

    run("npm", "run", "-s", "build", cwd=root / "frontend")
    run(sys.executable, "-m", "pack.release", "-o", str(root / "made"), cwd=root)
    return root / "made"


def different(one: Path, other: Path) -> list[str]:
    """Files that are not the same bytes in both."""
    names = {
        path.relative_to(top).as_posix() for top in (one, other) for path in top.rglob("*") if path.is_file()
    }
    return sorted(name for name in names if not _same(one / name, other / name))


def _same(one: Path, other: Path) -> bool:
    return one.is_file() and other.is_file() and one.read_bytes() == other.read_bytes()


def wrong_sums(folder: Path) -> list[str]:
    """Files whose sum is missing or another one; names of the list that are no files."""
    lines = (folder / SUMS).read_text(encoding="ascii").splitlines()
    sums = dict(reversed(line.split("  ", 1)) for line in lines)
    there = {path.name for path in folder.iterdir() if path.is_file()} - {SUMS}
    return sorted(n for n in there | sums.keys() if n not in there or sums.get(n) != digest(folder / n))


def shipped(folder: Path) -> set[Package]:
    """Packages that the notices in it name, and what the wheel asks for, with all that these ask for."""
    found = set()
    for text in _notices(folder):
        rows = NOTICE.findall(text)
        assert rows, "notices without a row"
        found |= set(rows)
    return found | set(_needed(_metadata(folder)))


def _notices(folder: Path) -> Iterator[str]:
    """Of the wheel, of the npm package, and of the folder for web servers."""
    with ZipFile(_wheel(folder)) as packed:
        yield packed.read(f"mmscope-{version()}.dist-info/licenses/{NOTICES}").decode()
    with tarfile.open(folder / f"mm-scope-{version()}.tgz") as tar:
        file = tar.extractfile(f"package/{NOTICES}")
        assert file
        yield file.read().decode()
    yield (folder / "static" / NOTICES.lower()).read_text(encoding="utf-8")


def _wheel(folder: Path) -> Path:
    return folder / f"mmscope-{version()}-py3-none-any.whl"


def _metadata(folder: Path) -> Message:
    with ZipFile(_wheel(folder)) as packed:
        return HeaderParser().parsestr(packed.read(f"mmscope-{version()}.dist-info/METADATA").decode())


def _needed(metadata: Message) -> Iterator[Package]:
    """As they are installed here, which is as the lock files have them."""
    requirements = metadata.get_all("Requires-Dist") or []
    users = set(metadata.get_all("Provides-Extra") or []) - NOT_FOR_USERS
    queue = [(Requirement(line), users) for line in requirements]
    seen = set()
    while queue:
        asked, extras = queue.pop()
        name = canonicalize_name(asked.name)
        holds = not asked.marker or any(asked.marker.evaluate({"extra": e}) for e in {"", *extras})
        if not holds or (name, *asked.extras) in seen or name == OWN:
            continue
        seen.add((name, *asked.extras))
        package = distribution(name)
        yield name, package.version
        queue += [(Requirement(line), asked.extras) for line in package.requires or []]


def versions(folder: Path) -> set[str]:
    """That each package says it has."""
    with tarfile.open(folder / f"mm-scope-{version()}.tgz") as tar:
        file = tar.extractfile("package/package.json")
        assert file
        npm = json.loads(file.read())["version"]
    bill = json.loads(_bill(folder).read_text(encoding="utf-8"))
    return {str(_metadata(folder)["Version"]), npm, bill["metadata"]["component"]["version"], version()}


def _bill(folder: Path) -> Path:
    return folder / f"mmscope-{version()}.cdx.json"


def problems(folder: Path) -> list[str]:
    """What is wrong with a release."""
    bill = _bill(folder).read_text(encoding="utf-8")
    found = [f"sum of {name}" for name in wrong_sums(folder)]
    if refused := JsonStrictValidator(SchemaVersion.V1_6).validate_str(bill):
        found.append(f"bill: {refused}")
    found += [f"not in the bill: {row}" for row in absent(json.loads(bill), shipped(folder))]
    files = [row for row in json.loads(bill)["components"] if row["type"] == "file"]
    digests = {row["name"]: row["hashes"][0]["content"] for row in files}
    found += [f"bill of {name}" for name, said in digests.items() if said != digest(folder / name)]
    if len(digests) != len([p for p in folder.iterdir() if p.is_file()]) - 2:
        found.append("the bill does not name each file of the release")
    if len(versions(folder)) != 1:
        found.append(f"versions {versions(folder)}")
    return found


def main() -> int:
    """Make it twice and look at it."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("-o", "--output", type=Path, default=MADE, help="where the release is left")
    to = arguments.parse_args().output.absolute()
    with tempfile.TemporaryDirectory(prefix="mmscope-release-", dir=ROOT / "build") as name:
        roots = [Path(name) / str(place["folder"]) for place in PLACES]
        for root in roots:  # before either is built: what is edited meanwhile is in neither
            copied_to(root)
        one, other = (made_in(root, place) for root, place in zip(roots, PLACES, strict=True))
        wrong = [f"not the same bytes: {file}" for file in different(one, other)] + problems(one)
        files = sum(path.is_file() for path in one.rglob("*"))
        components = len(json.loads(_bill(one).read_text(encoding="utf-8"))["components"])
        named = len(shipped(one))
        if not wrong:
            shutil.rmtree(to, ignore_errors=True)
            shutil.copytree(one, to)
    print("\n".join(wrong), file=sys.stderr)
    same = files - sum("same bytes" in line for line in wrong)
    print(
        f"test-release version={version()} places={len(PLACES)} files={files} same={same} "
        f"components={components} shipped={named} problems={len(wrong)}"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
