# SPDX-License-Identifier: Apache-2.0
"""The app as a folder for any web server, below any path: it can be installed and works without the network.

`python -m pack.static [-o FOLDER]`
"""

import argparse
import hashlib
import json
import re
import shutil
import tempfile
from pathlib import Path

import typst

from mmscope.api.server.headers import POLICY
from pack import MADE, ROOT
from pack.site import CAPTURES, copy, copy_site

FRONTEND = ROOT / "frontend"
NEVER = {"engine", "notebook"}  # parts of the front end for Python alone
NAME = "mmscope"
PAPER, INK = (
    "#fbfaf6",
    "#15181b",
)  # the app's own (frontend/src/ui/style/tokens.css), of which a manifest knows nothing
ICONS = {"icon-192.png": (192, 0.62), "icon-512.png": (512, 0.62), "icon-maskable-512.png": (512, 0.44)}
TOUCH = {"apple-touch-icon.png": (180, 0.6)}
HEAD = f"""\
<meta name="mmscope-static" content="true" />
    <meta http-equiv="content-security-policy" content="{POLICY}" />
    <meta name="theme-color" content="{PAPER}" media="(prefers-color-scheme: light)" />
    <meta name="theme-color" content="{INK}" media="(prefers-color-scheme: dark)" />
    <link rel="manifest" href="./manifest.webmanifest" />
    <link rel="apple-touch-icon" href="./apple-touch-icon.png" />
    <script defer src="./client.js"></script>
    """
BEFORE = '<link rel="icon"'  # of the page's head


def make(to: Path) -> None:
    """Write the folder anew."""
    if to.exists():
        shutil.rmtree(to)
    parts = {path.name for path in (FRONTEND / "dist").iterdir()} - NEVER
    copy_site(to, limit=1 << 62, parts=parts)
    for name in ("LICENSE",):
        copy(ROOT / name, to / name)
    page = (to / "index.html").read_text(encoding="utf-8")
    assert page.count(BEFORE) == 1
    (to / "index.html").write_text(page.replace(BEFORE, HEAD + BEFORE), encoding="utf-8")
    for name, (size, share) in {**ICONS, **TOUCH}.items():
        (to / name).write_bytes(_icon(size, share))
    (to / "manifest.webmanifest").write_text(_manifest(page), encoding="utf-8")
    copy(FRONTEND / "mark.svg", to / "mark.svg")  # of the manifest; the page has it by its content
    copy(FRONTEND / "pwa" / "client.js", to / "client.js")
    worker = (FRONTEND / "pwa" / "sw.js").read_text(encoding="utf-8")
    (to / "sw.js").write_text(
        worker.replace("self.FILES", json.dumps(_files(to), indent=1)), encoding="utf-8"
    )
    # GitHub Pages would make pages of the lessons' Markdown. Not in the worker's list: servers may refuse such names.
    (to / ".nojekyll").touch()


def _files(folder: Path) -> dict[str, dict[str, str]]:
    """What the service worker keeps."""
    found: dict[str, dict[str, str]] = {"first": {}, "rest": {}}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder)
        if path.is_file():
            when = "rest" if CAPTURES in name.parents else "first"
            found[when][name.as_posix()] = hashlib.sha256(path.read_bytes()).hexdigest()
    return found


def _manifest(page: str) -> str:
    description = re.search(r'name="description"\s+content="([^"]+)"', page)
    assert description
    icons = [{"src": "mark.svg", "sizes": "any", "type": "image/svg+xml"}]
    for name, (size, _) in ICONS.items():
        purpose = {"purpose": "maskable"} if "maskable" in name else {}
        icons.append({"src": name, "sizes": f"{size}x{size}", "type": "image/png", **purpose})
    manifest = {
        "name": NAME,
        "short_name": NAME,
        "description": description[1],
        "id": "./",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "categories": ["education", "developer tools"],
        "icons": icons,
    }
    return json.dumps(manifest, indent=2) + "\n"


def _icon(size: int, share: float) -> bytes:
    """The mark on paper, over a share of the width."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copy(FRONTEND / "mark.svg", folder / "mark.svg")
        (folder / "icon.typ").write_text(
            f'#set page(width: {size}pt, height: {size}pt, margin: 0pt, fill: rgb("{PAPER}"))\n'
            f'#place(center + horizon, image("mark.svg", width: {size * share}pt))\n'
        )
        made = typst.compile(folder / "icon.typ", root=folder, format="png", ppi=72, ignore_system_fonts=True)
    assert isinstance(made, bytes)
    return made


def main() -> None:
    """Make it and say how large it is."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("-o", "--output", type=Path, default=MADE / "static")
    to = arguments.parse_args().output
    make(to)
    files = [path for path in to.rglob("*") if path.is_file()]
    print(f"static folder={to} files={len(files)} mb={sum(path.stat().st_size for path in files) / 1e6:.1f}")


if __name__ == "__main__":
    main()
