# SPDX-License-Identifier: Apache-2.0
"""The kernel's own documents with figures in them, built by its own `make htmldocs`.

Usage: kernel_docs.py OUT. Needs Debian's linux-source package, make, perl and Chromium. They are built as they
are, then with the figures: warnings that only the second build has are ours, the others the kernel's own. Last
line: `kernel-docs documents=… figures=… shown=… warnings=… the_kernels_own=…`; fails unless each figure is drawn
in its page, without a warning of ours.
"""

import os
import re
import shutil
import subprocess
import sys
import tarfile
from collections import Counter
from pathlib import Path

ARCHIVE = Path("/usr/src/linux-source-6.12.tar.xz")
FOLDER = "admin-guide/mm"
CONF = "extensions = ["
ROOT = Path(__file__).resolve().parents[2]
WARNING = re.compile(r"\b(WARNING|ERROR|warning):")
LINE = re.compile(r"(\.rst):\d+:")
# Of each document the sentence that a figure follows, and the figure.
FIGURES = {
    "swap_numa.rst": (
        "swapA and swapB will be used in a round robin mode before any other swap device.\n",
        "swap-devices?a=model:six-devices&k=40",
        "The six devices above: a list for each node, its own devices first.",
    ),
    "numa_memory_policy.rst": (
        "\tinterleaved system default policy works in this mode.\n",
        "interleave?a=model:interleave-four-nodes&k=40",
        "Pages of one task, one node after the other.",
    ),
}


def main() -> int:
    """Build them."""
    out = Path(sys.argv[1]).absolute()
    tree = out / ARCHIVE.name.removesuffix(".tar.xz")
    if not ARCHIVE.is_file():
        sys.exit(f"{ARCHIVE} is missing: apt-get install linux-source-6.12")
    shutil.rmtree(tree, ignore_errors=True)
    out.mkdir(parents=True, exist_ok=True)
    with tarfile.open(ARCHIVE) as archive:
        archive.extractall(out, filter="tar")
    docs = tree / "Documentation"
    before = _built(tree)
    _put_in(docs)
    after = _built(tree)
    ours = sorted((after - before).elements())
    pages = [f"{FOLDER}/{name.replace('.rst', '.html')}" for name in FIGURES]
    figures = sum((docs / "output" / page).read_text().count("<mm-scope ") for page in pages)
    opener = ROOT / "frontend" / "e2e" / "sites" / "pages.mjs"
    shown = subprocess.run(["node", str(opener), str(docs / "output"), *pages], check=False).returncode == 0
    for line, times in sorted(before.items()):
        print(f"the kernel's own, {times}: {line}")
    for line in ours:
        print(f"ours: {line}")
    print(
        f"kernel-docs documents={len(pages)} figures={figures} shown={'yes' if shown else 'no'} "
        f"warnings={len(ours)} the_kernels_own={before.total()}"
    )
    return 0 if figures == len(FIGURES) and shown and not ours else 1


def _put_in(docs: Path) -> None:
    """The figures, and the extension that draws them."""
    conf = docs / "conf.py"
    content = conf.read_text()
    if CONF not in content:
        sys.exit(f"conf.py has no line {CONF!r} any more")
    conf.write_text(content.replace(CONF, f"{CONF}'mmscope.sphinx', ", 1))
    for name, (before, view, caption) in FIGURES.items():
        path = docs / FOLDER / name
        text = path.read_text()
        if before not in text:
            sys.exit(f"{name} does not say any more: {before!r}")
        at = before[: len(before) - len(before.lstrip())]  # as deep as that sentence
        lines = ["", f".. mmscope:: {view}", "   :height: 420", "", f"   {caption}"]
        figure = "".join(f"{at if line else ''}{line}\n" for line in lines)
        path.write_text(text.replace(before, before + figure, 1))


def _built(tree: Path) -> Counter[str]:
    """Build all of the folder anew. Returns what was warned of, without lines that a figure above moves."""
    shutil.rmtree(tree / "Documentation" / "output", ignore_errors=True)
    env = os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    command = ["make", "-C", str(tree), f"SPHINXDIRS={FOLDER}", "htmldocs"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr[-2000:])
    lines = (done.stdout + done.stderr).splitlines()
    return Counter(
        LINE.sub(r"\1:", line.strip().replace(f"{tree}/", "")) for line in lines if WARNING.search(line)
    )


if __name__ == "__main__":
    sys.exit(main())
