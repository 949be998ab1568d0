#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Build the patched lab kernel and print the folder that holds it.
#
# The result is cached under ${MMSCOPE_CACHE:-$HOME/.cache/mmscope}/kernel/<key>, where <key> is the
# SHA-256 of the series, the configuration and the version of Debian's source package, so a second
# call returns at once. The source and object trees are kept beside it: after a change to one patch
# only what it touches is compiled again.
#
#   build.sh          build if needed; progress on stderr, the folder on stdout
#   build.sh --key    print the key only
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
cache=${MMSCOPE_CACHE:-$HOME/.cache/mmscope}/kernel
package=linux-source-6.12
tarball=/usr/src/$package.tar.xz
jobs=$(nproc)

say() { printf 'kernel: %s\n' "$*" >&2; }
die() { say "$*"; exit 1; }

[ -f "$tarball" ] || die "$tarball is missing: apt install $package (lab.py build does it as root)"
version=$(dpkg-query -W -f '${Version}' "$package")
key=$({ cat "$here"/series/*.patch "$here/kernel.config"; printf '%s\n' "$version"; } |
	sha256sum | cut -c1-16)
if [ "${1:-}" = --key ]; then
	printf '%s\n' "$key"
	exit 0
fi

out=$cache/$key
if [ -f "$out/bzImage" ]; then
	printf '%s\n' "$out"
	exit 0
fi

mkdir -p "$cache"
exec 9>"$cache/lock"
flock 9

source=$cache/$package
objects=$cache/obj
if [ "$(cat "$source/.mmscope-version" 2>/dev/null || true)" != "$version" ]; then
	say "unpacking $package $version"
	rm -rf "$source" "$objects"
	tar -C "$cache" -xJf "$tarball"
	printf '%s\n' "$version" >"$source/.mmscope-version"
fi

# The patches now in the tree are kept in it, so that they can be taken back exactly.
applied=$source/.mmscope-applied
if [ -d "$applied" ]; then
	for patch in $(find "$applied" -name '*.patch' | sort -r); do
		patch -d "$source" -p1 -R -s -f <"$patch" || die "cannot revert $patch: remove $source"
	done
	rm -rf "$applied"
fi
mkdir "$applied"
for patch in "$here"/series/*.patch; do
	say "applying $(basename "$patch")"
	patch -d "$source" -p1 -s -f <"$patch" || die "$patch does not apply; after an interrupted build, remove $source"
	cp "$patch" "$applied/"
done

mkdir -p "$objects"
KCONFIG_ALLCONFIG=$here/kernel.config make -s -C "$source" O="$objects" allnoconfig >&2
grep -E '^(CONFIG_[A-Z0-9_]+=|# CONFIG_[A-Z0-9_]+ is not set)' "$here/kernel.config" |
	while read -r line; do
		option=$(printf '%s\n' "$line" | grep -o 'CONFIG_[A-Z0-9_]*')
		case $line in
		'#'*) ! grep -q "^$option=" "$objects/.config" || die "$option could not be left out" ;;
		*) grep -qxF "$line" "$objects/.config" || die "$line could not be had" ;;
		esac
	done

say "compiling with $jobs jobs: about 10 minutes from scratch on two cores, one after a change"
start=$(date +%s)
KBUILD_BUILD_USER=lab KBUILD_BUILD_HOST=mmscope \
	make -C "$source" O="$objects" -j "$jobs" bzImage >"$cache/build.log" 2>&1 ||
	{ tail -40 "$cache/build.log" >&2; die "the build failed; all of it is in $cache/build.log"; }
say "compiled in $(($(date +%s) - start)) s"

rm -rf "$out.part"
mkdir "$out.part"
cp "$objects/arch/x86/boot/bzImage" "$objects/.config" "$out.part/"
make -s -C "$source" O="$objects" kernelrelease >"$out.part/release"
gcc --version | head -n 1 >"$out.part/gcc"
printf '%s\n' "$version" >"$out.part/source-version"
cat "$here"/series/*.patch | sha256sum | cut -d ' ' -f 1 >"$out.part/patches-sha256"
sha256sum <"$here/kernel.config" | cut -d ' ' -f 1 >"$out.part/config-sha256"
mv "$out.part" "$out"
printf '%s\n' "$out"
