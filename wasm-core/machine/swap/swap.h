/* SPDX-License-Identifier: Apache-2.0 */
/*
 * swap.h: the machine of documents 000 and 001. Tasks in one memory group touch pages; what does not fit
 * under the group's limit is reclaimed oldest first and swapped out through each CPU's slots cache to the
 * device that policy/ chooses; what is touched again comes back and gives its slot back.
 */
#ifndef MMS_MACHINE_SWAP_H
#define MMS_MACHINE_SWAP_H

#include "machine/machine.h"

extern const struct mms_machine_type mms_swap_machine;

#endif
