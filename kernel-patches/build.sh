#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Build the patched kernel of the lab, or that of the page, and print the folder that holds it.
#
# The result is cached under ${MMSCOPE_CACHE:-$HOME/.cache/mmscope}/kernel/<key>, where <key> is the
# SHA-256 of the series, the configuration and the version of Debian's source package, so a second
# call returns at once. The source and object trees are kept beside it, and a change of the series
# touches only the files whose content it changes: only what depends on them is compiled again.
#
#   build.sh [--debug | --unpatched | --guest]          build if needed; progress on stderr, the folder on stdout
#   build.sh [--debug | --unpatched | --guest] --key    print the key only
#   build.sh --objects                                  compile what the series changes, and no more: four minutes
#
# --debug adds kernel.debug.config. --unpatched builds Debian's source as it is, with the same configuration but for the
# options that the series adds, in trees of its own. --guest builds for i386 by guest/kernel.config, with the patches of
# guest/ on top of the series, in trees of its own. CC in the environment, such as "ccache gcc", is passed to make.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
cache=${MMSCOPE_CACHE:-$HOME/.cache/mmscope}/kernel
package=linux-source-6.12
tarball=/usr/src/$package.tar.xz
jobs=$(nproc)
need_mib=6144
name=kernel
series=$here/series
extra=
arch=
configs=$here/kernel.config
print_key=
objects_only=

say() { printf '%s: %s\n' "$name" "$*" >&2; }
die() { say "$*"; exit 1; }
configuration() { printf '%s\n' "$configs" | xargs -d '\n' cat; }
# But for the options that the series adds.
without_added() { grep -vE "^($(sed -n 's/^+config /CONFIG_/p' "$here"/series/*.patch | sort -u | paste -sd '|'))=" "$configs"; }
patches() { cat ${series:+"$series"/*.patch} ${extra:+"$extra"/*.patch} </dev/null; }

for argument; do
	case $argument in
	--debug)
		name=debug-kernel
		configs="$configs
$here/kernel.debug.config"
		;;
	--unpatched)
		name=unpatched-kernel
		series=
		configuration() { without_added; }
		;;
	--guest)
		name=guest-kernel
		extra=$here/guest
		arch=i386
		configs=$here/guest/kernel.config
		;;
	--key) print_key=yes ;;
	--objects) objects_only=yes ;;
	*) die "unknown argument $argument: build.sh [--debug | --unpatched | --guest] [--key | --objects]" ;;
	esac
done

[ -f "$tarball" ] || die "$tarball is missing: apt install $package (lab.py build does it as root)"
version=$(dpkg-query -W -f '${Version}' "$package")
key=$({ patches; configuration; printf '%s\n' "$version"; } |
	sha256sum | cut -c1-16)
if [ -n "$print_key" ]; then
	printf '%s\n' "$key"
	exit 0
fi

out=$cache/$key
if [ -f "$out/bzImage" ] && [ -z "$objects_only" ]; then
	printf '%s\n' "$out"
	exit 0
fi

mkdir -p "$cache"
exec 9>"$cache/lock"
flock 9

trees=$cache
[ -n "$series" ] || trees=$cache/unpatched
[ -z "$extra" ] || trees=$cache/guest
source=$trees/$package
objects=$trees/obj
[ "$name" != debug-kernel ] || objects=$trees/obj-debug
# A tree of its own: with -Werror, and then without, every object of the kernel's would be compiled again.
[ -z "$objects_only" ] || objects=$trees/obj-series
mkdir -p "$trees"
if [ ! -f "$objects/vmlinux" ]; then
	free_mib=$(df -Pm "$cache" | awk 'NR == 2 { print $4 }')
	[ "$free_mib" -ge $need_mib ] ||
		die "a build from scratch takes $need_mib MiB, but $cache has only $free_mib MiB left"
fi
if [ "$(cat "$source/.mmscope-version" 2>/dev/null || true)" != "$version" ]; then
	say "unpacking $package $version"
	rm -rf "$source" "$trees/obj" "$trees/obj-debug" "$trees/obj-series" "$trees/obj-bare"
	tar -C "$trees" -xJf "$tarball"
	printf '%s\n' "$version" >"$source/.mmscope-version"
fi

# The files of the series as Debian has them are kept beside the tree. On a copy of them the series
# is applied, and what then differs from the tree goes into the tree.
if [ -n "$series" ]; then
	base=$cache/base-$version
	work=$cache/work
	named() { patches | sed -n "s,^$1 [ab]/,,p" | sort -u; }
	mkdir -p "$base"
	rm -rf "$work"
	mkdir "$work"
	patches | awk '/^--- \/dev\/null/ { getline; sub("^... b/", ""); print }' | sort -u >"$work/created"
	named --- | sort -u - "$work/created" | comm -23 - "$work/created" |
		while read -r file; do
			[ -f "$base/$file" ] || printf '%s\n' "$package/$file"
		done >"$work/missing"
	if [ -s "$work/missing" ]; then
		say "fetching $(wc -l <"$work/missing") files from $tarball"
		tar -C "$base" --strip-components=1 -xJf "$tarball" -T "$work/missing"
	fi
	cp -a "$base" "$work/tree"
	for patch in "$series"/*.patch ${extra:+"$extra"/*.patch}; do
		say "applying $(basename "$patch")"
		patch -d "$work/tree" -p1 -s -f <"$patch" || die "$patch does not apply"
	done
	# What an earlier series had and this one has not: files it created go, the others are in $base.
	{
		cat "$source/.mmscope-created" 2>/dev/null || true
		cat "$work/created"
		(cd "$work/tree" && find . -type f ! -name '*.orig' | cut -c 3-)
	} | sort -u | while read -r file; do
		if [ ! -f "$work/tree/$file" ]; then
			rm -f "$source/$file"
		elif ! cmp -s "$work/tree/$file" "$source/$file"; then
			say "changed $file"
			mkdir -p "$(dirname "$source/$file")"
			cp "$work/tree/$file" "$source/$file"
		fi
	done
	cp "$work/created" "$source/.mmscope-created"
	rm -rf "$work"
fi

mkdir -p "$objects"
configuration >"$objects/all.config"
KCONFIG_ALLCONFIG=$objects/all.config make -s -C "$source" O="$objects" ${arch:+"ARCH=$arch"} ${CC:+"CC=$CC"} allnoconfig >&2
grep -E '^(CONFIG_[A-Z0-9_]+=|# CONFIG_[A-Z0-9_]+ is not set)' "$objects/all.config" |
	while read -r line; do
		option=$(printf '%s\n' "$line" | grep -o 'CONFIG_[A-Z0-9_]*')
		case $line in
		'#'*) ! grep -q "^$option=" "$objects/.config" || die "$option could not be left out" ;;
		*) grep -qxF "$line" "$objects/.config" || die "$line could not be had" ;;
		esac
	done

# What the series changes, and what is beside it: a header of mm/ is for all of mm/.
if [ -n "$objects_only" ]; then
	folders=$(patches | sed -n 's,^+++ b/\([a-z]*/\).*\.c$,\1,p' | sort -u)
	say "compiling $(printf '%s\n' "$folders" | paste -sd ' ')"
	printf '%s\n' "$folders" | xargs make -C "$source" O="$objects" -j "$jobs" ${CC:+"CC=$CC"} KCFLAGS=-Werror >&2
	say "compiling without the options that the series adds"
	bare=$trees/obj-bare
	mkdir -p "$bare"
	without_added >"$bare/all.config"
	KCONFIG_ALLCONFIG=$bare/all.config make -s -C "$source" O="$bare" ${CC:+"CC=$CC"} allnoconfig >&2
	patches | sed -n 's,^+++ b/\(.*\)\.c$,\1.o,p' | sort -u |
		xargs make -C "$source" O="$bare" -j "$jobs" ${CC:+"CC=$CC"} KCFLAGS=-Werror >&2
	printf '%s\n' "$objects"
	exit 0
fi

say "compiling with $jobs jobs: about 10 minutes from scratch on two cores, one after a change"
start=$(date +%s)
log=$cache/build-$name.log
KBUILD_BUILD_USER=lab KBUILD_BUILD_HOST=mmscope \
	make -C "$source" O="$objects" -j "$jobs" ${arch:+"ARCH=$arch"} ${CC:+"CC=$CC"} bzImage >"$log" 2>&1 || {
	tail -40 "$log" >&2
	die "the build failed; all of it is in $log; $(df -Pm "$cache" | awk 'NR == 2 { print $4 }') MiB are left"
}
say "compiled in $(($(date +%s) - start)) s"

rm -rf "$out.part"
mkdir "$out.part"
cp "$objects/arch/x86/boot/bzImage" "$objects/.config" "$out.part/"
make -s -C "$source" O="$objects" ${arch:+"ARCH=$arch"} ${CC:+"CC=$CC"} kernelrelease >"$out.part/release"
gcc --version | head -n 1 >"$out.part/gcc"
printf '%s\n' "$version" >"$out.part/source-version"
patches | sha256sum | cut -d ' ' -f 1 >"$out.part/patches-sha256"
configuration | sha256sum | cut -d ' ' -f 1 >"$out.part/config-sha256"
mv "$out.part" "$out"
printf '%s\n' "$out"
