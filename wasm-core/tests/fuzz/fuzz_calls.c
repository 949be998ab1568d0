/* SPDX-License-Identifier: Apache-2.0 */
/* The exported functions in any order with any arguments: each call that does not fit is refused with a sentence, and
 * every address that one gives holds what it is the address of. */
#include "host_session.h"
#include "feed.h"

#include "tables/tables.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void status(int32_t got)
{
	const struct mms_error *error = at(mms_error());

	MUST(got >= MMS_status_ok || (error->status == got && error->text[0] && !error->text[sizeof(error->text) - 1]));
}

/* Some lines of a capture, or what the input has. */
static void feed(struct feed *t, u32 which)
{
	static const char *const known[] = {
		"mmscope-capture 1\n", "manifest {}\n", "lost n=2\n", "mark ts=4 text=t\n", "node nid=0 cpus=3 pages=9\n",
		"mempolicy ts=9 cpu=0 pid=7 seq=0 mode=4 nodes=3 comm=\n", "end events=0 lost=0 manifest={}\n",
	};
	const u8 *bytes;
	u32 len;

	if (which < MMS_COUNT(known)) {
		bytes = (const u8 *)known[which];
		len = (u32)strlen(known[which]);
	} else {
		len = take_bytes(t, which, &bytes);
	}
	if (len)
		memcpy(at(mms_staging(len)), bytes, len);
	status(mms_reader_feed(len));
}

static void look(u32 number)
{
	const struct mms_event *event = mms_event_at(number) ? at(mms_event_at(number)) : NULL;
	const struct mms_report *report = at(mms_report());
	u32 n = mms_event_count();

	MUST(!!event == (number < n) && (!event || mms_kind_of(event->kind)));
	MUST(report->events <= n && (!report->manifest_len || ((const char *)at(report->manifest_at))[0] == '{'));
	MUST(mms_decision_count() <= n);
	for (u32 i = 0; mms_decisions() && i < mms_decision_count(); i++)
		MUST(((const u32 *)at(mms_decisions()))[i] < n);
	MUST(mms_seek(number) || number > n || !mms_decisions());
	MUST(!mms_mode_totals(number) == (number >= MMS_N_MODES));
}

static void call(struct feed *t)
{
	u32 which = (u32)take(t, 1), number = (u32)take(t, 1);

	switch (which % 17) {
	case 0: status(mms_reset(number * 8, number > 64 ? 64u << 20 : number << 16)); break;
	case 1: status(mms_reader_begin()); break;
	case 2:
	case 3:
	case 4: feed(t, number % 32); break;
	case 5: status(number % 8 == 7 ? mms_reader_more() : mms_reader_end()); break;
	case 6: status(mms_param_set(number, which / 16, (s64)take(t, 8))); break;
	case 7: status(mms_param_text(number, which / 16, (u32)take(t, 1))); break;
	case 8:
		/* small, whatever was set: what is run is fuzz_machine's business */
		mms_param_set(29, 0, 0);
		mms_param_set(24, 0, 30);
		mms_param_set(11, 0, 200);
		mms_param_set(13, 0, 100);
		status(mms_model_begin());
		break;
	case 9: status(mms_model_run(number % 32)); break;
	case 10: status(mms_write_begin()); break;
	case 11: status(mms_write_next(number * 16)); break;
	case 12: status(mms_check_begin()); break;
	case 13: status(mms_check_run(number)); break;
	case 14: status(number % 2 ? mms_reader_feed(0xfff00000u + number) : mms_asif_begin(number & 2)); break;
	case 15: status(number % 2 ? mms_alternatives_begin() : mms_alternatives_run(number)); break;
	default: look(number); break;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct feed t = {data, size};

	mms_reset(1000, 64u << 20);
	while (t.left)
		call(&t);
	look(0);
	return 0;
}
