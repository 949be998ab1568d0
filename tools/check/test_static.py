# SPDX-License-Identifier: Apache-2.0
"""The app as a folder: it can be made, and has each file that its page and its service worker name."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_a_folder_has_what_it_names(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "pack.static", "-o", str(tmp_path / "made")],
        cwd=ROOT,
        env={"PYTHONPATH": "tools", "PATH": "/usr/bin:/bin"},
        check=True,
    )
    made = tmp_path / "made"
    page = (made / "index.html").read_text(encoding="utf-8")
    named = re.findall(r'(?:src|href)="\./([^"#?]+)"', page)
    kept = re.findall(r'"([^"]+)": "[0-9a-f]{64}"', (made / "sw.js").read_text(encoding="utf-8"))
    assert "client.js" in named
    assert len(kept) > 100
    assert [name for name in [*named, *kept, "sw.js", ".nojekyll"] if not (made / name).is_file()] == []
    assert not [name for name in kept if name.startswith(".")]
