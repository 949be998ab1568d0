/* SPDX-License-Identifier: Apache-2.0 */
/* swap_in.h: the machine of document 003: tasks that fault pages in from swap, CPUs, a disk that takes its time. */
#ifndef MMS_MACHINE_SWAP_IN_H
#define MMS_MACHINE_SWAP_IN_H

#include "machine/machine.h"

extern const struct mms_machine_type mms_swap_in_machine;

#endif
