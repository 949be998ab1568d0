#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# pool.sh TARGETS… -- TARGETS…: make the first ones beside the others, each row one after the other, but for what is
# unchanged since it last passed (lib/stamp.py). What the first ones print comes when all is done, and how long each
# target took. Fails when either row does; when the second does, at once.
set -euo pipefail
cd "$(dirname "$0")/../.."

beside=()
while [ "$1" != -- ]; do
	beside+=("$1")
	shift
done
shift
log=$(mktemp)
# A group of its own, so that nothing of it is left when the others fail.
set -m
tools/lib/stamp.py "${beside[@]}" >"$log" 2>&1 &
set +m
job=$!
finish() {
	status=$?
	kill -- "-$job" 2>/dev/null || true
	wait "$job" 2>/dev/null || true
	rm -f "$log"
	exit "$status"
}
trap finish EXIT
trap 'exit 130' INT TERM

tools/lib/stamp.py "$@"
beside_status=0
wait "$job" || beside_status=$?
cat "$log"
(exit "$beside_status")
