/* SPDX-License-Identifier: Apache-2.0 */
/* interleave.h: the machine of document 004: a task that reads a file with an interleaved policy, the frames its pages get, and the requests to the disk. */
#ifndef MMS_MACHINE_INTERLEAVE_H
#define MMS_MACHINE_INTERLEAVE_H

#include "machine/machine.h"

extern const struct mms_machine_type mms_interleave_machine;

#endif
