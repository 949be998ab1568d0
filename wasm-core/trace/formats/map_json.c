/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Maps of bpftrace -f json (src/output.cpp: JsonOutput::map, ::map_hist, ::map_stats):
 *
 *     {"@name": 17}, {"@name": {"java, 42": 17}}
 *     {"@name": [{"min": 64, "max": 127, "count": 12}, ...]}, the same by key
 *     {"@name": {"count": 3, "average": 5, "total": 17}}, the same by key
 */
#include "bpftrace.h"
#include "trace/rows/map_value.h"
#include "base/json_scan.h"

static bool is_open(struct mms_json_span span, char bracket)
{
	return span.at < span.end && *span.at == bracket;
}

static bool integer(struct mms_json_span span, s64 *value)
{
	return span.at && mms_map_number(span.at, span.end, value);
}

/* `{"min": 64, "max": 127, "count": 12}`: without min or max where there is no bound. */
static bool bucket(struct mms_trace *t, u32 key, struct mms_json_span item)
{
	static const char *const names[] = {"min", "max", "count"};
	struct mms_trace_map_value v = {
		.key = key, .low = MMS_OPEN_LOW, .high = MMS_OPEN_HIGH, .statistic = MMS_map_statistic_bucket};
	struct mms_json_span of[3];

	if (mms_json_object(item.at, item.end, names, of, 3) || !of[2].at || !integer(of[2], &v.value) ||
	    (of[0].at && !integer(of[0], &v.low)) || (of[1].at && !integer(of[1], &v.high)))
		return false;
	v.high += v.high < MMS_OPEN_HIGH;
	mms_map_value(t, v);
	return true;
}

static bool histogram(struct mms_trace *t, u32 key, struct mms_json_span buckets)
{
	struct mms_json_span name, item;
	bool good = true;

	mms_map_histogram(t, key);
	while (mms_json_next(&buckets, &name, &item))
		good &= bucket(t, key, item);
	return good;
}

/* `{"count": 3, "average": 5, "total": 17}`, and not a map with such keys. */
static bool is_stats(struct mms_json_span object, struct mms_json_span of[3])
{
	static const char *const names[] = {"count", "average", "total"};
	s64 count;

	return !mms_json_object(object.at, object.end, names, of, 3) && integer(of[0], &count) && of[1].at && of[2].at;
}

static bool stats(struct mms_trace *t, u32 key, const struct mms_json_span of[3])
{
	s64 value[3];

	for (u32 i = 0; i < 3; i++)
		if (!integer(of[i], &value[i]))
			return false;
	mms_map_stats(t, key, value);
	return true;
}

/* A tuple is an array, as a histogram is. */
static bool map_item(struct mms_trace *t, u32 key, struct mms_json_span item, bool histograms)
{
	char *text = mms_trace_scratch(t) + MMS_TRACE_SCRATCH / 2;
	struct mms_json_span of[3];
	u32 len;

	if (histograms)
		return is_open(item, '[') && histogram(t, key, item);
	if (is_open(item, '{'))
		return is_stats(item, of) && stats(t, key, of);
	len = mms_json_text(item, text, MMS_TRACE_SCRATCH / 4);
	if (len == UINT32_MAX)
		mms_map_scalar(t, key, item.at, item.end);
	else
		mms_map_scalar(t, key, text, text + len);
	return true;
}

bool mms_map_json(struct mms_trace *t, struct mms_json_span data, bool histograms)
{
	struct mms_json_span name, item, key, of_key, of[3];
	char *text = mms_trace_scratch(t) + MMS_TRACE_SCRATCH / 2;
	bool good = is_open(data, '{');

	while (good && mms_json_next(&data, &name, &item)) {
		u32 len = mms_json_text(name, text, MMS_TRACE_SCRATCH / 4);

		if (len == UINT32_MAX || !len || *text != '@')
			return false;
		mms_map_begin(t, text, len);
		if (!is_open(item, '{') || is_stats(item, of)) {
			good = map_item(t, 0, item, histograms);
			continue;
		}
		while (good && mms_json_next(&item, &key, &of_key)) {
			len = mms_json_text(key, text, MMS_TRACE_SCRATCH / 4);
			good = len != UINT32_MAX && map_item(t, mms_map_key(t, text, text + len), of_key, histograms);
		}
	}
	mms_map_close(t);
	return good;
}
