/* SPDX-License-Identifier: Apache-2.0 */
/* process.h: where a failed check of a program that is no suite of tests goes on, instead of ending it; NULL: nowhere. */
#ifndef MMS_PROCESS_H
#define MMS_PROCESS_H

#include <setjmp.h>

extern jmp_buf *process_goes_on;

#endif
