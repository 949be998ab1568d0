# SPDX-License-Identifier: Apache-2.0
"""Debian's kernels of suites that this machine does not have; nothing is downloaded."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from mmlab.errors import LabError
from mmlab.guest import apt, stock


def test_the_newest_split_kernel() -> None:
    names = [
        "linux-binary-7.3.4+deb13-amd64",
        "linux-binary-7.3.12+deb13-amd64",
        "linux-binary-7.3.20+deb13-cloud-amd64",
        "linux-binary-7.3.20+deb13-rt-amd64",
        "linux-binary-7.2.30+deb13-amd64",
        "linux-modules-7.3.21+deb13-amd64",
    ]
    assert stock.newest_split(names, "7.3") == "7.3.12+deb13-amd64"
    assert stock.newest_split(names, "7.1") == ""


def test_a_split_kernel_in_the_cache_needs_no_network(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MMSCOPE_CACHE", str(tmp_path))
    (tmp_path / "stock").mkdir()
    wanted = []
    for version in ("7.3.4", "7.3.12"):
        wanted = [
            tmp_path / "stock" / f"{part}-{version}+deb13-amd64_{version}-1_amd64.deb"
            for part in stock.PARTS
        ]
        for path in wanted:
            path.touch()
    assert stock.package("7.3") == wanted
    wanted[2].unlink()
    with pytest.raises(LabError, match=r"but not linux-modules-7\.3\.12"):
        stock.package("7.3")


def test_offline_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MMSCOPE_CACHE", str(tmp_path))
    # Nobody listens there.
    monkeypatch.setattr(apt, "MIRROR", "http://127.0.0.1:1/debian")
    monkeypatch.setattr(apt, "KEYRING", tmp_path)
    with pytest.raises(LabError, match="are we offline"):
        stock.package("7.3")


def test_the_private_apt_has_nothing_of_the_system(tmp_path: Path) -> None:
    (tmp_path / "apt.conf").write_text(
        "".join(f'{key} "{value}";\n' for key, value in apt.configuration(tmp_path).items())
    )
    environment = {"PATH": os.environ["PATH"], "APT_CONFIG": str(tmp_path / "apt.conf")}
    dump = subprocess.run(
        ["apt-config", "dump"], env=environment, check=True, capture_output=True, text=True
    ).stdout
    for key in ("Dir::Etc::sourcelist", "Dir::State", "Dir::State::status", "Dir::Cache"):
        assert f'{key} "{tmp_path}' in dump, key
    # No file of /etc/apt was read, and nothing is done after an update.
    assert "Post-Invoke" not in dump
    assert "/etc/apt/" not in dump.replace('Dir::Etc "etc/apt', "")


def test_how_mirrors_are_reached_is_the_systems() -> None:
    dump = """\
APT::Update::Post-Invoke:: "rm -f /var/cache/apt/archives/*.deb";
Acquire::http::Proxy "http://proxy:3142";
Acquire::IndexTargets::deb::DEP-11::MetaKey "x";
Dir::State "/var/lib/apt";
"""
    assert apt.acquire(dump) == ['Acquire::http::Proxy "http://proxy:3142";']
