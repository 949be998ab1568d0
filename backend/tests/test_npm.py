"""Types of the npm package: right usage compiles and wrong usage does not, however modules are resolved."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from pack.npm import FRONTEND, PACKAGE, write_types

RIGHT = """
import { load, type MmScopeAttributes, type MmScope } from 'mm-scope';
const figure = document.createElement('mm-scope');
export const loaded: Promise<{ MmScope: typeof MmScope }> = load('/mmscope/');
figure.addEventListener('step', (event) => { const k: number = event.detail.k; figure.title = String(k); });
figure.addEventListener('ready', function (event) { this.view = event.detail.view; });
figure.addEventListener('error', ({ detail }) => { figure.title = detail.message; }, { once: true });
figure.addEventListener('click', (event) => { figure.title = String(event.clientX); });
figure.addEventListener('another', (event: Event) => { figure.title = event.type; });
document.addEventListener('step', (event) => { figure.title = event.type; });
const heard = (event: CustomEvent<{ k: number }>) => { figure.title = String(event.detail.k); };
figure.removeEventListener('step', heard);
figure.focus();
export const element: HTMLElement = figure;
export const given: MmScopeAttributes = { view: 'zones', controls: 'full', height: 420 };
"""
REACT = """
import 'mm-scope/react';
import { createRef } from 'react';
import type { MmScope } from 'mm-scope';
const at = createRef<MmScope>();
export const figure = (
  <mm-scope ref={at} view="zones" controls="full" height={420} className="wide"
    onstep={(event) => { document.title = String(event.detail.k); }}>
    <img src="zones.svg" alt="" />
  </mm-scope>
);
"""
WRONG = [
    "figure.view = 7;",
    "figure.seek('3');",
    "figure.controls = 'full';",
    "figure.addEventListener('step', (event) => event.detail.nothing);",
    "figure.addEventListener('ready', (event) => event.detail.k);",
    "export const wrong: MmScopeAttributes = { controls: 'some' };",
    "export const wrong: MmScope = document.createElement('div');",
]
WRONG_REACT = [
    "export const wrong = <mm-scope />;",
    'export const wrong = <mm-scope view="zones" controls="some" />;',
    'export const wrong = <mm-scope view="zones" height="high" />;',
    'export const wrong = <mm-scope view="zones" onstep={(event) => event.detail.nothing} />;',
]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the package is installed, as far as types go."""
    folder = tmp_path_factory.mktemp("project")
    package = folder / "node_modules" / "mm-scope"
    shutil.copytree(FRONTEND / "npm", package)
    write_types(package / "types")
    given = {"name": "mm-scope", "type": "module", "exports": PACKAGE["exports"], "types": PACKAGE["types"]}
    (package / "package.json").write_text(json.dumps(given))
    (folder / "node_modules" / "@types").symlink_to(FRONTEND / "node_modules" / "@types")
    csstype = FRONTEND / "node_modules" / "csstype"
    (folder / "node_modules" / "csstype").symlink_to(csstype)
    (folder / "package.json").write_text('{ "private": true, "type": "module" }')
    return folder


def marked(right: str, wrong: list[str]) -> str:
    """Each wrong line must be an error, and no other may be one."""
    return right + "".join(f"{{\n// @ts-expect-error\n{line.removeprefix('export ')}\n}}\n" for line in wrong)


@pytest.mark.slow
@pytest.mark.parametrize(("resolution", "skip"), [("nodenext", "false"), ("bundler", "true")])
def test_right_usage_compiles_and_wrong_usage_does_not(project: Path, resolution: str, skip: str) -> None:
    (project / "dom.ts").write_text(marked(RIGHT, WRONG))
    (project / "page.tsx").write_text(marked(REACT, WRONG_REACT))
    how = ["--module", "nodenext" if resolution == "nodenext" else "esnext", "--moduleResolution", resolution]
    what = ["--strict", "--noEmit", "--skipLibCheck", skip, "--jsx", "react-jsx", "--ignoreConfig"]
    lib = ["--target", "es2023", "--lib", "es2023,dom,dom.iterable"]
    command = [str(FRONTEND / "node_modules/.bin/tsc"), *how, *what, *lib, "dom.ts", "page.tsx"]
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("", 0)


def test_what_the_package_names_is_in_it() -> None:
    named = [one for way in PACKAGE["exports"].values() if isinstance(way, dict) for one in way.values()]
    for name in (*named, *PACKAGE["bin"].values()):
        assert (FRONTEND / "npm" / name).is_file(), name
