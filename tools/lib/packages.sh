#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# packages.sh WHAT:PACKAGE …: install the Debian package of each thing that is missing. WHAT is a command, or the
# pattern of a file where a command alone does not show it. Without root, or on another distribution, it says what
# to install and stops.
set -eu

# there WHAT: the command can be run, or a file fits the pattern.
there() {
	case $1 in
	/*)
		for file in $1; do [ -e "$file" ] && return; done
		return 1
		;;
	*) command -v "$1" >/dev/null 2>&1 ;;
	esac
}

missing=""
for pair in "$@"; do
	there "${pair%%:*}" || missing="$missing ${pair#*:}"
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
	# One at a time: what is made beside something else may lack something, too.
	[ -n "${NEED_TURN:-}" ] || exec env NEED_TURN=1 flock "$0" "$0" "$@"
	echo "installing:$missing" >&2
	apt-get update -qq
	# shellcheck disable=SC2086  # a list of packages
	DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
else
	echo "Please install these packages first (as root: apt-get install$missing), then run make again." >&2
	exit 1
fi
