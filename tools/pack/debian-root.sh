# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# A bare Debian: nothing but python3-venv, no checkout, and a user without rights. To be sourced, as root; $work is a
# folder that goes away at the end.
work=$(mktemp -d)
root=
finish() {
	status=$?
	[ -z "$root" ] || { umount "$root/proc" || true; umount -l "$root/dev" || true; }
	rm -rf --one-file-system "$work"
	exit "$status"
}
trap finish EXIT

# enter RELEASE: it is in $root.
enter() {
	root=$work/$1
	debootstrap --variant=minbase --include=python3-venv,ca-certificates "$1" "$root" >"$work/log" 2>&1 ||
		{ tail "$work/log" >&2; exit 1; }
	lend
	chroot "$root" useradd -m visitor
}

leave() {
	umount "$root/proc"
	umount -l "$root/dev"
	root=
}

# inside VARIABLE=… COMMAND…: as that user, who knows nothing of this machine.
inside() {
	chroot --userspec=visitor:visitor "$root" /usr/bin/env -i HOME=/home/visitor PATH=/usr/bin:/bin LANG=C.UTF-8 \
		PIP_CERT=/etc/ssl/certs/ca-certificates.crt "$@"
}

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
