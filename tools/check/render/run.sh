#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# make test-render: each view of views.txt three times here and three times in a bare Debian: the same bytes. Then beside
# the app's own pixels. As root.
set -euo pipefail
cd "$(dirname "$0")/../../.."

wheel=$(echo build/packages/mmscope-*.whl)
out=build/render
views=tools/check/render/views.txt
rm -rf "$out"
mkdir -p "$out"
# shellcheck source=../../pack/debian-root.sh
. tools/pack/debian-root.sh

TZ=Pacific/Chatham LC_ALL=C backend/.venv/bin/python tools/check/render/drawing.py "$views" "$out/here"

enter bookworm
cp "$wheel" "$views" tools/check/render/drawing.py "$root/opt/"
inside bash -euc "cd; python3 -m venv v
	v/bin/pip install -q --disable-pip-version-check 'mmscope[render] @ file:///opt/${wheel##*/}'
	v/bin/python /opt/drawing.py /opt/${views##*/} there"
cp -r "$root/home/visitor/there" "$out/"
leave

drawn=0 different=0
for path in "$out"/here/1/*; do
	name=${path##*/}
	drawn=$((drawn + 1))
	for other in "$out"/{here,there}/{1,2,3}; do
		cmp "$path" "$other/$name" || { different=$((different + 1)); break; }
	done
done
echo "bytes views=$drawn times=3 places=2 different=$different"
pixels=0
tools/check/e2e.sh shown-as "$views" "$out/here/1" || pixels=$?
pixels=$(tail -n 1 "$out/here/pixels.txt")
echo "test-render views=$drawn times=3 places=2 different=$different $pixels"
[ "$drawn" -ge 40 ] && [ "$different" = 0 ] && [ "$pixels" = 0 ]
