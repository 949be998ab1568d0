/* SPDX-License-Identifier: GPL-2.0-only */
/* Stub: what a list entry holds after it was deleted; nobody looks at such an entry. */
#define LIST_POISON1 ((void *)0x100)
#define LIST_POISON2 ((void *)0x122)
