#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Drive a real Chromium against the real server, by `npm run e2e` or the script that is named: one that this
# script starts on a free port, with a data folder of its own. The tests may stop it (MMS_SERVER_PID) to see how
# the app does without.
set -euo pipefail
cd "$(dirname "$0")/../.."

data=$(mktemp -d)
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
log="$data/server.log"
PORT=$port MMSCOPE_DATA="$data/data" backend/.venv/bin/mmscope serve >"$log" 2>&1 &
server=$!
finish() {
	status=$?
	kill "$server" 2>/dev/null || true
	wait "$server" 2>/dev/null || true
	[ "$status" = 0 ] || { echo "--- the server's last lines:" >&2; tail -n 40 "$log" >&2; }
	rm -rf "$data"
	exit "$status"
}
trap finish EXIT

url="http://127.0.0.1:$port"
healthy() { python3 -c 'import sys, urllib.request; urllib.request.urlopen(sys.argv[1], timeout=2)' "$url/api/health" 2>/dev/null; }
until healthy; do
	kill -0 "$server" 2>/dev/null || { echo "the server did not start" >&2; exit 1; }
	read -r -t 0.2 <> <(:) || true
done

cd frontend
BASE_URL="$url" MMS_SERVER_PID="$server" npm run -s "${@:-e2e}"
