/* SPDX-License-Identifier: GPL-2.0-only */
/* Stub: nothing of it is used here. */
