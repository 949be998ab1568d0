/* SPDX-License-Identifier: Apache-2.0 */
/*
 * interleave.h: the machine of document 004. Tasks read a file each, from first page to last, through the
 * page cache; policy/ says which node a page comes from, the CPU's list of that node which frame, and the
 * frames which requests the disk gets.
 */
#ifndef MMS_MACHINE_INTERLEAVE_H
#define MMS_MACHINE_INTERLEAVE_H

#include "machine/machine.h"

extern const struct mms_machine_type mms_interleave_machine;

#endif
