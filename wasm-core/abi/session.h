/* SPDX-License-Identifier: Apache-2.0 */
/* session.h: everything one instance holds, and what the files of abi/ share. */
#ifndef MMS_SESSION_H
#define MMS_SESSION_H

#include "base/arena.h"
#include "base/error.h"
#include "base/log.h"
#include "balances/balances.h"
#include "checker/checker.h"
#include "checker/alternatives.h"
#include "description.h"
#include "machine/machine.h"
#include "manifest.h"
#include "mms/abi.h"
#include "measures/measures.h"
#include "mms/params.h"
#include "reader/reader.h"
#include "reader/writer.h"
#include "state/index.h"
#include "state/stock.h"

#define MMS_STAGING_MAX (1u << 20)
#define MMS_EVENTS_DEFAULT (4u << 20)
#define MMS_BYTES_DEFAULT (1u << 30)

/* What the session is doing; calls that do not fit are refused with status `call`. */
enum phase { PHASE_EMPTY, PHASE_READING, PHASE_RUNNING, PHASE_FAILED, PHASE_DONE };

struct mms_session {
	/* these outlive mms_reset() */
	struct mms_arena arena;
	size_t mark; /* the arena behind the session itself */
	u32 describe_len;
	char describe[MMS_DESCRIBE_MAX];
	_Alignas(struct mms_event) char staging[MMS_STAGING_MAX];

	/* these do not */
	struct session_part {
		enum phase phase;
		u32 max_events;
		struct mms_error error;
		struct mms_report report;
		struct mms_params params;
		struct mms_log log;
		struct mms_log record; /* as if: the capture whose demand drives the machine */
		size_t record_top;     /* the arena behind it */
		struct mms_index index;
		struct mms_machine machine; /* type NULL when the source is a capture */
		bool unkept;                /* runs keep no events */
		struct mms_tally *tally;    /* of the run, where it keeps none */
		struct mms_reader *reader;
		size_t log_top; /* the arena behind the log of a capture that was read */
		struct mms_writer writer;
		struct mms_checker checker;
		struct mms_totals totals;
		struct alternatives_part {
			struct mms_alternative latest[MMS_ALTERNATIVES]; /* at the decision asked for last */
			u8 *differing; /* one per event; NULL before mms_alternatives_begin() */
			u32 at;     /* the next event to count */
			struct mms_alternative_totals totals[MMS_N_MODES];
		} alternatives;
		struct mms_balance balance[MMS_BALANCE_ROWS];
		struct mms_event counterpart;
		struct mms_measured measured[MMS_MEASURED_MAX];
		struct mms_spread spread[MMS_SPREAD_MAX];
		char manifest[MMS_MODEL_MANIFEST_MAX];
	} now;
};

/* The one session; made by the first call of any exported function. NULL: no memory at all. */
struct mms_session *mms_session(void);

/* Address of a block as hosts know it: its place in `memory`; natively, where tests are the only host, its
 * place in the arena. */
u32 mms_address(const struct mms_session *s, const void *block);

/* Status `call`, with a sentence. */
s32 mms_refuse(struct mms_session *s, const char *sentence);

/* log.c: the log is complete, wherever it came from: builds keyframes and decision index. Status ok or no_memory. */
s32 mms_finish(struct mms_session *s);

#endif
