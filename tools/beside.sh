#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# beside.sh TARGET TARGETS…: make the first one beside the others, which are made one after the other. What it prints
# comes when it is done. Fails when either does.
set -euo pipefail
cd "$(dirname "$0")/.."

beside=$1
shift
log=$(mktemp)
# A group of its own, so that nothing of it is left when the others fail.
set -m
make -s "$beside" >"$log" 2>&1 &
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

make -s "$@"
beside_status=0
wait "$job" || beside_status=$?
cat "$log"
(exit "$beside_status")
