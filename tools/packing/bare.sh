#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The wheel in a bare Debian: nothing but python3-venv, no checkout, a user without rights. It serves the app there,
# and draws the same bytes as here. As root; the names of releases are the arguments.
set -euo pipefail
cd "$(dirname "$0")/../.."

wheel=$(echo build/packages/mmscope-*.whl)
view='swap-devices?a=model:four-nodes&b=capture:one-each-roundrobin&k=1800'
work=$(mktemp -d)
root=
finish() {
	status=$?
	[ -z "$root" ] || { umount "$root/proc" || true; umount -l "$root/dev" || true; }
	rm -rf --one-file-system "$work"
	exit "$status"
}
trap finish EXIT
backend/.venv/bin/mmscope render "$view" -o "$work/here.svg"

# What the machine says of registries and certificates, so that pip works there as it does here.
lend() {
	install -D /etc/resolv.conf "$root/etc/resolv.conf"
	[ ! -f /etc/pip.conf ] || install -D /etc/pip.conf "$root/etc/pip.conf"
	mkdir -p "$root/etc/ssl/certs" "$root/usr/local/share/ca-certificates"
	cp -a /etc/ssl/certs/. "$root/etc/ssl/certs/"
	cp -a /usr/local/share/ca-certificates/. "$root/usr/local/share/ca-certificates/" 2>/dev/null || true
	mount -t proc proc "$root/proc"
	mount --bind /dev "$root/dev"
}

# Run there, which is where its variables are set.
# shellcheck disable=SC2016
inside='
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
	root=$work/$suite
	debootstrap --variant=minbase --include=python3-venv,ca-certificates "$suite" "$root" >"$work/log" 2>&1 ||
		{ tail "$work/log" >&2; exit 1; }
	lend
	cp "$wheel" "$root/opt/"
	chroot "$root" useradd -m visitor
	chroot --userspec=visitor:visitor "$root" /usr/bin/env -i HOME=/home/visitor PATH=/usr/bin:/bin LANG=C.UTF-8 \
		PIP_CERT=/etc/ssl/certs/ca-certificates.crt VIEW="$view" WHEEL="${wheel##*/}" bash -c "$inside"
	cmp "$work/here.svg" "$root/home/visitor/figure.svg"
	echo "bare release=$suite python=$(chroot "$root" python3 -V | cut -d' ' -f2) served=ok rendered=same"
	umount "$root/proc"
	umount -l "$root/dev"
	root=
done
