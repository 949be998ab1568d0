# SPDX-License-Identifier: Apache-2.0
"""The tiers of mk/test.mk, what their targets depend on, and when one is made again."""

import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tools" / "lib"), str(Path(__file__).parent)]

import stamp
import tiers

INPUTS = stamp.Inputs()
LISTS = tiers.tiers()
# What lint-changed looks at depends on main as well, so it is always made.
IN_TIERS = sorted({target for targets in LISTS.values() for target in targets} - {"lint-changed"})
MADE = "".join(path.read_text() for path in (ROOT / "mk").glob("*.mk"))


@cache
def files_of(target: str) -> frozenset[str]:
    """What a target depends on."""
    return frozenset(stamp.files(INPUTS.pathspecs(target)))


def depends(target: str, file: str) -> bool:
    """Whether a change of this file makes the target again."""
    return file in files_of(target)


def make_n(*words: str) -> str:
    """What make would run."""
    return subprocess.run(["make", "-n", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout


def test_each_target_has_a_rule() -> None:
    rules = {name for names in re.findall(r"^([\w -]+):(?!=)", MADE, re.MULTILINE) for name in names.split()}
    assert {target for targets in LISTS.values() for target in targets} <= rules


def test_each_target_has_an_entry_and_no_entry_is_left_over() -> None:
    assert sorted(INPUTS.targets()) == IN_TIERS
    programs = {name for target in IN_TIERS for name in INPUTS.programs(target)}
    assert programs == {"gcc", "clang", "emcc", "chromium", "shellcheck"}


def test_each_pathspec_matches_files() -> None:
    specs = {spec for target in IN_TIERS for spec in INPUTS.pathspecs(target)}
    assert [spec for spec in sorted(specs) if not stamp.files([spec])] == []


def test_each_test_file_that_a_target_names_is_there() -> None:
    named = re.findall(r"\btests/test_\w+\.py", make_n("test-backend-quick"))
    assert named and [name for name in named if not (ROOT / "backend" / name).exists()] == []


@pytest.mark.parametrize("tier", ["quick", "test", "test-rest", "test-all"])
def test_each_tier_has_commands(tier: str) -> None:
    assert "tools/lib/pool.sh" in make_n(tier)


def test_nothing_is_in_two_lists_of_test_all() -> None:
    of_all = [target for name in ("test", "rest", "long") for target in LISTS[name]]
    assert len(of_all) == len(set(of_all))


def test_ci_runs_every_kind_of_check() -> None:
    ci = {*LISTS["test"], *LISTS["rest"]}
    assert ci >= {
        "lint", "gen-check", "lessons", "check", "test-tracer", "test-core-short", "test-fuzz", "test-kernel-c-short",
        "wasm-verify", "hosts", "asif", "forgeries-short", "test-backend-short", "test-backend-slow", "test-frontend-short",
        "test-e2e-short", "test-e2e-rest", "lab-compile",
    }  # fmt: skip
    run = (ROOT / ".ci" / "run").read_text()
    assert run.index("make test\n") < run.index("make test-rest\n")


def test_a_style_sheet_boots_no_guest_and_builds_no_c() -> None:
    sheet = next(name for name in stamp.files(["frontend/src"]) if name.endswith(".css"))
    again = {target for target in IN_TIERS if depends(target, sheet)}
    assert again >= {"lint", "test-frontend-short", "test-e2e-short", "test-e2e-rest"}
    assert again.isdisjoint(
        {"lab-compile", "lab-short", "check", "asif", "hosts", "wasm-verify", "test-tracer", "evidence"}
        | {target for target in IN_TIERS if target.startswith(("test-core", "test-kernel", "forgeries"))}
    )


def test_a_change_of_c_tests_the_core_again() -> None:
    source = stamp.files(["wasm-core/policy/*.c"])[0]
    again = {target for target in IN_TIERS if depends(target, source)}
    assert again >= {
        "test-core-long", "test-core-short", "test-kernel-c-short", "wasm-verify", "hosts", "asif", "forgeries-short",
    }  # fmt: skip
    assert again.isdisjoint({"lab-short", "lint", "test-e2e-short"})


def test_modules_test_all_that_runs_them() -> None:
    again = {target for target in IN_TIERS if depends(target, "wasm-core/dist/mmscope.wasm")}
    assert again >= {
        "test-frontend-short", "test-e2e-short", "test-backend-short", "check", "hosts", "lab-short", "wasm-verify",
    }  # fmt: skip


def test_a_patch_boots_a_guest() -> None:
    patch = stamp.files(["kernel-patches/*.patch"])[0]
    assert depends("lab-compile", patch)
    assert depends("lab-short", patch)
    assert depends("test-kernel-c-short", patch)


def test_lock_files_count() -> None:
    assert depends("test-frontend-short", "frontend/package-lock.json")
    assert depends("test-backend-short", "backend/requirements-dev.txt")
    assert depends("lint", "tools/requirements.txt")


def test_long_unit_tests_are_there() -> None:
    config = (ROOT / "frontend" / "vite.config.ts").read_text()
    names = re.findall(r"'(.+)'", config[config.index("const LONG_TESTS") :].partition("];")[0])
    assert names
    assert [name for name in names if not (ROOT / "frontend" / name).is_file()] == []


def test_the_digest_follows_content_names_and_what_is_new(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    (tmp_path / "mk").mkdir()
    table = tmp_path / "mk" / "inputs.toml"
    table.write_text('every = []\n[sets]\nc = ["*.c"]\n[targets]\nt = ["@c"]\n[programs]\n')
    inputs = stamp.Inputs(table)
    seen = [stamp.digest(inputs, "t", tmp_path)]

    def differs() -> bool:
        seen.append(stamp.digest(inputs, "t", tmp_path))
        return seen[-1] not in seen[:-1]

    (tmp_path / "a.c").write_text("1")
    assert differs()
    (tmp_path / "a.c").write_text("2")
    assert differs()
    (tmp_path / "a.c").rename(tmp_path / "b.c")
    assert differs()
    (tmp_path / "b.h").write_text("1")
    assert not differs()


def test_stamps_skip_what_passed_and_only_that(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A target whose inputs are unchanged is not made; one that failed, or whose inputs changed, is."""
    made: list[str] = []
    status = 0

    def run(words: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        made.append(words[-1])
        return subprocess.CompletedProcess(words, status)

    now = "1"
    monkeypatch.setattr(stamp, "STAMPS", tmp_path / "stamps")
    monkeypatch.setattr(stamp, "digest", lambda *_: now)
    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.delenv("STAMPS", raising=False)
    status = 1
    assert stamp.make("lint", INPUTS) == 1
    status = 0
    assert [stamp.make("lint", INPUTS), stamp.make("lint", INPUTS)] == [0, 0]
    assert made == ["lint", "lint"]
    now = "2"
    assert stamp.make("lint", INPUTS) == 0
    assert made == ["lint", "lint", "lint"]
    monkeypatch.setenv("STAMPS", "off")
    assert stamp.make("lint", INPUTS) == 0
    assert stamp.make("unheard-of", INPUTS) == 0
    assert stamp.make("unheard-of", INPUTS) == 0
    assert made == ["lint"] * 4 + ["unheard-of"] * 2


def test_the_table_of_docs_is_current() -> None:
    text = tiers.PAGE.read_text()
    assert tiers.page(text) == text
