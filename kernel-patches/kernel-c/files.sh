#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Print a folder with those of the kernel's files that the templates cut from or include, as Debian's source package
# has them and with the series applied.
#
# It is kept under ${MMSCOPE_CACHE:-$HOME/.cache/mmscope}/kernel-c/<key>, where <key> is the SHA-256 of the package's
# version, the series and the names of the files. The files come from the package itself and not from the tree that
# build.sh keeps: that one changes while a kernel is built.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
series=$(dirname -- "$here")/series
cache=${MMSCOPE_CACHE:-$HOME/.cache/mmscope}/kernel-c
package=linux-source-6.12
tarball=/usr/src/$package.tar.xz
# Included as they are.
whole="include/linux/list.h include/linux/plist.h include/linux/plist_types.h include/linux/container_of.h
include/linux/minmax.h include/linux/gfp_types.h"

die() { printf 'kernel-c: %s\n' "$*" >&2; exit 1; }

[ -f "$tarball" ] || die "$tarball is missing: apt install $package (make test-kernel-c does it as root)"
version=$(dpkg-query -W -f '${Version}' "$package")
created=$(awk '/^--- \/dev\/null/ { getline; sub("^... b/", ""); print }' "$series"/*.patch | sort -u)
files=$({
	printf '%s\n' "$whole" | tr ' ' '\n'
	sed -n 's/^@\(cut\|test\|fields\) \([^ ]*\).*/\2/p' "$here"/*.c.in
	sed -n 's,^--- a/,,p' "$series"/*.patch
} | sort -u | grep -vxF "$created")
key=$({ cat "$series"/*.patch; printf '%s\n' "$version" "$files"; } | sha256sum | cut -c1-16)
if [ ! -d "$cache/$key" ]; then
	mkdir -p "$cache"
	exec 9>"$cache/lock"
	flock 9
	work=$cache/work
	rm -rf "$work"
	mkdir "$work"
	printf '%s\n' "$files" | sed "s,^,$package/," >"$work/names"
	printf 'kernel-c: taking %s files from %s %s\n' "$(wc -l <"$work/names")" "$package" "$version" >&2
	mkdir "$work/tree"
	tar -C "$work/tree" --strip-components=1 -xJf "$tarball" -T "$work/names"
	for patch in "$series"/*.patch; do
		patch -d "$work/tree" -p1 -s -f <"$patch" || die "$patch does not apply"
	done
	[ -d "$cache/$key" ] || mv "$work/tree" "$cache/$key"
	rm -rf "$work"
fi
printf '%s\n' "$cache/$key"
