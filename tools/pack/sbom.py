# SPDX-License-Identifier: Apache-2.0
"""What a release is made from, as CycloneDX: derived from the lock files and the notices.

`python -m pack.sbom -o FILE`. Its parts are those of THIRD-PARTY-NOTICES.txt, and what the extras need.
"""

import argparse
import importlib.metadata
import json
import uuid
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from urllib.parse import quote

from gen import notices
from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression

from pack import version
from pack.locks import OWN, Pinned, extras, page, server

SPEC = "1.6"
KIND = "mmscope:part"  # of a property: page, figure, build, module, guest, server or extra
PARTS = {
    "npm": "page",
    "embed": "figure",
    "build": "build",
    "wasm": "module",
    "guest": "guest",
    "PyPI": "server",
}
LOCKS = {"PyPI": "pypi", "embed": "npm"}  # which lock file says what needs it; else as the notices say
REGISTRIES = {"page": "npm", "figure": "npm", "build": "npm", "server": "pypi", "extra": "pypi"}
Component = dict[str, Any]


def bill(files: dict[str, str]) -> dict[str, Any]:
    """The document. `files`: of the release, each with its SHA-256."""
    python, optional, npm = server(), extras(), page()
    ours = f"pkg:generic/{OWN}@{version()}"
    pins = {"npm": npm, "embed": npm, "build": npm, "PyPI": python | optional}
    refs: dict[tuple[str, str], str] = {}
    components: list[Component] = [_file(name, digest) for name, digest in sorted(files.items())]
    for part in notices.parts():
        pin = pins.get(part.where, {}).get(part.name)
        made = _component(PARTS[part.where], part.name, part.version, part.licence, pin)
        refs[LOCKS.get(part.where, part.where), part.name] = made["bom-ref"]
        components.append(made)
    for name, pin in optional.items():
        if ("pypi", name) in refs:  # the container's image has it
            continue
        licence = notices.licence(importlib.metadata.distribution(name))
        made = _component("extra", name, pin.version, licence, pin) | {"scope": "optional"}
        refs["pypi", name] = made["bom-ref"]
        components.append(made)
    needs: dict[str, set[str]] = {ours: {refs[at] for at in refs if at[0] in {"wasm", "guest", "build"}}}
    _edges(needs, refs, "npm", npm, ours)
    _edges(needs, refs, "pypi", python | optional, ours)
    inventory: dict[str, Any] = {
        "bomFormat": "CycloneDX",
        "specVersion": SPEC,
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": ours,
                "name": OWN,
                "version": version(),
                "licenses": _licences("Apache-2.0"),
                "purl": ours,
            }
        },
        "components": components,
        "dependencies": [
            {"ref": ref, "dependsOn": sorted(needs.get(ref, ()))} for ref in [ours, *sorted(refs.values())]
        ],
    }
    # Of what is in it: the same parts have the same number.
    name = json.dumps(inventory, sort_keys=True)
    return inventory | {"serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, name)}"}


def written(inventory: dict[str, Any]) -> str:
    """The document as text."""
    return json.dumps(inventory, indent=2, ensure_ascii=False) + "\n"


def _edges(
    needs: dict[str, set[str]],
    refs: dict[tuple[str, str], str],
    of: str,
    pins: dict[str, Pinned],
    ours: str,
) -> None:
    """Who needs whom. What is needed by nobody that is shipped is needed by us."""
    for name, pin in pins.items():
        ref = refs.get((of, name))
        if ref is None:
            continue
        by = {refs[of, via] for via in pin.via if (of, via) in refs}
        for one in by if by and OWN not in pin.via else by | {ours}:
            needs.setdefault(one, set()).add(ref)


def _component(kind: str, name: str, release: str, licence: str, pin: Pinned | None) -> Component:
    purl = f"pkg:{REGISTRIES.get(kind, 'generic')}/{quote(name, safe='/')}@{quote(release)}"
    made: Component = {
        "type": "library",
        "bom-ref": purl,
        "name": name,
        "version": release,
        "licenses": _licences(licence),
        "purl": purl,
        "properties": [{"name": KIND, "value": kind}],
    }
    if pin:
        if pin.version != release:
            raise ValueError(f"{name} is {release} in the notices, {pin.version} in the lock file")
        made["hashes"] = [{"alg": alg, "content": digest} for alg, digest in pin.hashes]
    return made


def _file(name: str, digest: str) -> Component:
    return {
        "type": "file",
        "bom-ref": f"file:{name}",
        "name": name,
        "version": version(),
        "hashes": [{"alg": "SHA-256", "content": digest}],
    }


def _licences(said: str) -> list[dict[str, Any]]:
    """As an expression where it is one."""
    try:
        return [{"expression": str(canonicalize_license_expression(said))}]
    except InvalidLicenseExpression:
        return [{"license": {"name": said}}]


def absent(inventory: dict[str, Any], wanted: Iterable[tuple[str, str]]) -> list[str]:
    """Of packages with their versions those that the document does not name."""
    named = {(row["name"], row["version"]) for row in inventory["components"]}
    return sorted(f"{name} {release}" for name, release in set(wanted) - named)


def main() -> None:
    """Write it without files of a release."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("-o", "--output", type=Path, required=True)
    document = bill({})
    arguments.parse_args().output.write_text(written(document), encoding="utf-8")
    print(f"sbom components={len(document['components'])} spec={SPEC}")


if __name__ == "__main__":
    main()
