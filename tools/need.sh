#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# need.sh COMMAND:PACKAGE …: make sure each command is there, else install its Debian package.
# Without root, or on another distribution, says what to install and stops.
set -eu

missing=""
for pair in "$@"; do
	command -v "${pair%%:*}" >/dev/null 2>&1 || missing="$missing ${pair#*:}"
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
	echo "installing:$missing" >&2
	apt-get update -qq
	# shellcheck disable=SC2086  # a list of packages
	DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
else
	echo "Please install these packages first (as root: apt-get install$missing), then run make again." >&2
	exit 1
fi
