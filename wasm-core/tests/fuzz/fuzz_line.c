/* SPDX-License-Identifier: Apache-2.0 */
/* One line of a capture: refused with a sentence that gives the place, or an event that is written as a line, which
 * is read again as the same event and written again as the same line. */
#include "reader.h"
#include "reader/writer.h"
#include "feed.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct mms_reader *fresh(struct lone_reader *lone)
{
	lone->log.count = 0;
	lone->report = (struct mms_report){0};
	lone->reader->bad = 0;
	lone->reader->max_seq = 0;
	lone->reader->line = 9;
	return lone->reader;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct lone_reader *lone;
	static char line[2 * MMS_LINE_MAX], again[2 * MMS_LINE_MAX];
	struct mms_text text = mms_text(line, sizeof(line)), second = mms_text(again, sizeof(again));
	enum mms_status_id status;
	struct mms_event event;

	if (!lone)
		lone = lone_reader(16);
	size = MMS_MIN(size, (size_t)MMS_LINE_MAX);
	status = mms_parse_event(fresh(lone), (const char *)data, (u32)size);
	if (status < 0) {
		look_at_error(&lone->error, status);
		MUST(lone->error.line == 9 && lone->error.byte <= size && !lone->log.count);
		return 0;
	}
	MUST(lone->log.count + lone->report.generic == 1);
	if (!lone->log.count)
		return 0;
	event = lone->log.event[0];
	MUST(event.line == 9 && mms_kind_of(event.kind));
	mms_write_event(&text, &event);
	MUST(!text.full && text.len > 1 && text.len - 1 <= MMS_LINE_MAX && line[text.len - 1] == '\n');
	MUST(!memchr(line, '\n', text.len - 1));
	MUST(mms_parse_event(fresh(lone), line, text.len - 1) == MMS_status_ok && lone->log.count == 1);
	MUST(!memcmp(&event, &lone->log.event[0], sizeof(event)));
	mms_write_event(&second, &lone->log.event[0]);
	MUST(second.len == text.len && !memcmp(line, again, text.len));
	return 0;
}
