/* SPDX-License-Identifier: Apache-2.0 */
/* host.h: what a host does with the exported functions, natively, in as few words as tests like. */
#ifndef MMS_HOST_H
#define MMS_HOST_H

#include "abi/session.h"
#include "mms/state.h"

/* Bytes at an address that an exported function gave. */
void *host_at(uint32_t address);

const char *host_error(void); /* the sentence of the last error */
const struct mms_report *host_report(void);

/* A fresh session, and a parameter by the name it has in params.def. */
void host_reset(void);
void host_set(const char *name, unsigned index, long long value);
int host_try(const char *name, unsigned index, long long value);

/* Begins and runs the model to its end, in pieces of `piece` decisions. The last status. */
int host_run(unsigned piece);

/* Reads a capture from memory in chunks of `chunk` bytes (0: 64 KiB) after a reset; the last status. */
int host_read(const char *text, size_t len, size_t chunk);

/* The text of a capture's file; the caller frees it. */
char *host_unpack(const char *path, size_t *len);
/* The same of a bundled capture, by its name. */
char *host_capture(const char *name, size_t *len);

/* Reads a capture and runs it as if: `machine` under `value` of its switch `name`, or under the record's `own`. The last
 * status. */
int host_asif(const char *text, size_t len, enum mms_machine_id machine, const char *name, long long value, bool own);

/* The same up to the first decision. */
int host_asif_begin(const char *text, size_t len, enum mms_machine_id machine, const char *name, long long value, bool own);

/* The session's log as text; the caller frees it. */
char *host_write(size_t *len);

/* Checks the whole log. */
const struct mms_totals *host_check(void);
const struct mms_verdict *host_verdict(unsigned event);

/* Neither check says otherwise; the replayed one may have had nothing to go by. */
bool host_fine(const struct mms_verdict *v);

const struct mms_event *host_event(unsigned index);
const struct mms_state *host_seek(unsigned n);
u64 host_stat(const char *text); /* as it was written last */

/* All decisions and keys `same` in both checks, and nothing lost. */
bool all_same(const struct mms_totals *t);

#endif
