#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The wheel in a bare Debian: nothing but python3-venv, no checkout, a user without rights. It serves the app there,
# and draws the same bytes as here. As root; the names of releases are the arguments.
set -euo pipefail
cd "$(dirname "$0")/../.."

wheel=$(echo build/packages/mmscope-*.whl)
view='swap-devices?a=model:four-nodes&b=capture:one-each-roundrobin&k=1800'
# shellcheck source=debian-root.sh
. tools/pack/debian-root.sh
backend/.venv/bin/mmscope render "$view" -o "$work/here.svg"

# Run there, which is where its variables are set.
# shellcheck disable=SC2016
script='
set -eu
cd "$HOME"
python3 -m venv v
v/bin/pip install -q --disable-pip-version-check "mmscope[render] @ file:///opt/$WHEEL"
v/bin/mmscope render "$VIEW" -o figure.svg
PORT=0 v/bin/mmscope serve 2>log &
server=$!
trap "kill $server" EXIT
until url=$(sed -n "s/.*running on \(http:[^ ]*\).*/\1/p" log | grep .); do
	kill -0 "$server" || { cat log >&2; exit 1; }
	read -r -t 0.2 <> <(:) || true
done
URL=$url v/bin/python - <<"END"
import json, os, urllib.request
def get(path):
    return urllib.request.urlopen(os.environ["URL"] + path, timeout=60).read()
assert b"<title>mmscope" in get("/")
index = json.loads(get("/datasets/index.json"))
for row in index["captures"]:
    assert len(get("/" + row["file"])) == row["bytes"], row["id"]
assert len(json.loads(get("/api/captures?limit=500"))) == len(index["captures"])
END
'

for suite in "$@"; do
	enter "$suite"
	cp "$wheel" "$root/opt/"
	inside VIEW="$view" WHEEL="${wheel##*/}" bash -c "$script"
	cmp "$work/here.svg" "$root/home/visitor/figure.svg"
	echo "bare release=$suite python=$(chroot "$root" python3 -V | cut -d' ' -f2) served=ok rendered=same"
	leave
done
