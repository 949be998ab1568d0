# SPDX-License-Identifier: Apache-2.0
"""The kernel's own documents with figures in them, built by its own `make htmldocs`.

Usage: kernel_docs.py OUT. Needs Debian's linux-source package, make and perl. Last line:
`kernel-docs documents=… figures=… warnings=…`; fails unless each figure is in its page, without a warning of ours.
"""

import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

ARCHIVE = Path("/usr/src/linux-source-6.12.tar.xz")
FOLDER = "admin-guide/mm"
CONF = "extensions = ["
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
    conf = docs / "conf.py"
    conf.write_text(conf.read_text().replace(CONF, f"{CONF}'mmscope.sphinx', ", 1))
    for name, (before, view, caption) in FIGURES.items():
        path = docs / FOLDER / name
        text = path.read_text()
        if before not in text:
            sys.exit(f"{name} does not say any more: {before!r}")
        at = before[: len(before) - len(before.lstrip())]  # as deep as that sentence
        lines = ["", f".. mmscope:: {view}", "   :height: 420", "", f"   {caption}"]
        figure = "".join(f"{at if line else ''}{line}\n" for line in lines)
        path.write_text(text.replace(before, before + figure, 1))
    env = os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    command = ["make", "-C", str(tree), f"SPHINXDIRS={FOLDER}", "htmldocs"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr[-2000:])
    ours = [
        line for line in (done.stdout + done.stderr).splitlines() if "mmscope" in line and "WARNING" in line
    ]
    made = docs / "output" / FOLDER
    pages = [(made / name).with_suffix(".html") for name in FIGURES]
    figures = sum(page.read_text().count("<mm-scope ") for page in pages)
    print("\n".join(ours + [str(page) for page in pages]))
    print(f"kernel-docs documents={len(pages)} figures={figures} warnings={len(ours)}")
    return 0 if figures == len(FIGURES) and not ours else 1


if __name__ == "__main__":
    sys.exit(main())
