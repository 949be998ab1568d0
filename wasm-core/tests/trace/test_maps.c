/* SPDX-License-Identifier: Apache-2.0 */
/* What the maps of bpftrace and the histograms of bcc hold: kept beside the events, as they were printed last. */
#include "host.h"

/* All values: `map[key] statistic value`, of buckets `[low, high) value`, a line each. */
static void check_torn(const char *text, const char *wanted, unsigned bad)
{
	struct host_text r = read_trace(text, strlen(text), 0);
	static char got[1 << 16];
	size_t len = 0;

	CHECK_EQ(r.status, MMS_status_ok, host_error());
	got[0] = '\0';
	for (unsigned i = 0; mms_trace_map_value(i) && len < sizeof(got) - 2048; i++) {
		const struct mms_trace_map_value *v = host_at(mms_trace_map_value(i));
		static const char *const names[] = {"value", "text", "", "count", "average", "total"};

		len += (size_t)snprintf(got + len, sizeof(got) - len, "%.*s[%.*s] ", (int)mms_trace_name_len(v->map),
					(char *)host_at(mms_trace_name(v->map)), (int)mms_trace_name_len(v->key),
					(char *)host_at(mms_trace_name(v->key)));
		if (v->statistic == MMS_map_statistic_bucket && v->low == INT64_MIN)
			len += (size_t)snprintf(got + len, sizeof(got) - len, "(..., %lld) ", (long long)v->high);
		else if (v->statistic == MMS_map_statistic_bucket && v->high == INT64_MAX)
			len += (size_t)snprintf(got + len, sizeof(got) - len, "[%lld, ...) ", (long long)v->low);
		else if (v->statistic == MMS_map_statistic_bucket)
			len += (size_t)snprintf(got + len, sizeof(got) - len, "[%lld, %lld) ", (long long)v->low, (long long)v->high);
		else
			len += (size_t)snprintf(got + len, sizeof(got) - len, "%s ", names[v->statistic]);
		if (v->statistic == MMS_map_statistic_text)
			len += (size_t)snprintf(got + len, sizeof(got) - len, "'%.*s' x%u\n", (int)mms_trace_name_len(v->text),
						(char *)host_at(mms_trace_name(v->text)), v->prints);
		else
			len += (size_t)snprintf(got + len, sizeof(got) - len, "%lld x%u\n", (long long)v->value, v->prints);
	}
	CHECK(!strcmp(got, wanted), "read\n%s\nnot\n%s", got, wanted);
	CHECK_EQ(r.report.events, 0, "events");
	CHECK_EQ(r.report.unreadable, bad, r.report.first_bad[0].text);
	host_text_free(&r);
}

static void check_maps(const char *text, const char *wanted)
{
	check_torn(text, wanted, 0);
}

static void values(void)
{
	check_maps("Attaching 2 probes...\n"
		   "@issued: 348\n@: -7\n\n"
		   "@bytes[a b) [x]: y, 3]: 5\n@bytes[]: 6\n"
		   "@pair[1]: (2, 3)\n@name: kswapd0\n"
		   "@spread[cc]: count 3, average 5, total 17\n"
		   "@big: 18446744073709551615\n",
		   "@issued[] value 348 x1\n@[] value -7 x1\n"
		   "@bytes[a b) [x]: y, 3] value 5 x1\n@bytes[] value 6 x1\n"
		   "@pair[1] text '(2, 3)' x1\n@name[] text 'kswapd0' x1\n"
		   "@spread[cc] count 3 x1\n@spread[cc] average 5 x1\n@spread[cc] total 17 x1\n"
		   "@big[] text '18446744073709551615' x1\n");
}

static void histograms(void)
{
	check_maps("Attaching 2 probes...\n"
		   "@us: \n"
		   "(..., 0)               1 |@@                  |\n"
		   "[0]                    2 |@@                  |\n"
		   "[512, 1K)              3 |@@                  |\n"
		   "[1M, 2M)               4 |@@                  |\n"
		   "\n"
		   "@by[8:0, cc]: \n"
		   "[-250, 0)              5 |@@                  |\n"
		   "\n"
		   "@by[8:0, dd]:\n"
		   "[2000, ...)            6 |@@                  |\n",
		   "@us[] count 10 x1\n@us[] (..., 0) 1 x1\n@us[] [0, 1) 2 x1\n@us[] [512, 1024) 3 x1\n@us[] [1048576, 2097152) 4 x1\n"
		   "@by[8:0, cc] count 5 x1\n@by[8:0, cc] [-250, 0) 5 x1\n@by[8:0, dd] count 6 x1\n@by[8:0, dd] [2000, ...) 6 x1\n");
}

/* Of a text that stands upside down, buckets are those of the map below them. */
static void upside_down(void)
{
	check_torn("Attaching 2 probes...\n"
		   "@other:\n"
		   "[4, 8)                 3 |@@                  |\n"
		   "[2, 4)                 1 |@@                  |\n"
		   "@us:\n"
		   "[8, 16)                2 |@@                  |\n"
		   "@issued: 9\n",
		   "@issued[] value 9 x1\n", 2);
}

static void stacks(void)
{
	check_maps("Attaching 2 probes...\n"
		   "@[\n        wakeup_kswapd+361\n        get_page_from_freelist+3823\n]: 14\n"
		   "@[\n        wakeup_kswapd+361\n, kworker/u8:3]: 2\n"
		   "@by[cc, \n        schedule+1\n        do_exit+2\n, 9]: 3\n",
		   "@[wakeup_kswapd+361;get_page_from_freelist+3823] value 14 x1\n@[wakeup_kswapd+361;kworker/u8:3] value 2 x1\n"
		   "@by[cc;schedule+1;do_exit+2;9] value 3 x1\n");
}

/* The last print is what counts: by a line between, by an empty one behind values, by a key that comes again. */
static void prints(void)
{
	check_maps("Attaching 2 probes...\n"
		   "19:00:01\n@n[a]: 1\n@n[b]: 2\n"
		   "19:00:02\n@n[b]: 5\n@n[c]: 7\n",
		   "@n[b] value 5 x2\n@n[c] value 7 x2\n");
	check_maps("Attaching 2 probes...\n@n[a]: 1\n\n@n[b]: 2\n\n@n[b]: 3\n", "@n[b] value 3 x3\n");
	check_maps("Attaching 2 probes...\n@n[a]: 1\n@n[b]: 2\n@n[a]: 9\n", "@n[a] value 9 x2\n");
	check_maps("Attaching 2 probes...\n"
		   "@us[a]:\n[2, 4)    1 |@@|\n\n@us[b]:\n[4, 8)    1 |@@|\n\n"
		   "@us[b]:\n[1]       1 |@@|\n[4, 8)    3 |@@|\n\n@us[a]:\n[1]       2 |@@|\n\n",
		   "@us[b] count 4 x2\n@us[b] [1, 2) 1 x2\n@us[b] [4, 8) 3 x2\n@us[a] count 2 x2\n@us[a] [1, 2) 2 x2\n");
}

static void json(void)
{
	check_maps("{\"type\": \"attached_probes\", \"data\": {\"probes\": 2}}\n"
		   "{\"type\": \"map\", \"data\": {\"@n\": {\"a\": 1, \"b, 2\": 2}}}\n"
		   "{\"type\": \"map\", \"data\": {\"@n\": {\"b, 2\": -3, \"t\": [1, \"x\"]}}}\n"
		   "{\"type\": \"map\", \"data\": {\"@\": 348}}\n"
		   "{\"type\": \"map\", \"data\": {\"@name\": \"ksw\\u0061pd0\"}}\n"
		   "{\"type\": \"hist\", \"data\": {\"@us\": [{\"max\": -1, \"count\": 1}, {\"min\": 0, \"max\": 0, \"count\": 2}, "
		   "{\"min\": 4096, \"count\": 3}]}}\n"
		   "{\"type\": \"hist\", \"data\": {\"@by\": {\"7\": [{\"min\": 64, \"max\": 127, \"count\": 10}], \"8\": []}}}\n"
		   "{\"type\": \"stats\", \"data\": {\"@s\": {\"count\": 3, \"average\": 5, \"total\": 17}}}\n"
		   "{\"type\": \"stats\", \"data\": {\"@s2\": {\"cc\": {\"count\": 4, \"average\": 6, \"total\": 25}}}}\n"
		   "{\"type\": \"map\", \"data\": {\"@stacks\": {\"\\\\n        a+1\\\\n        b+2\\\\n\": 14, \"\\n        c+3\\n,x\": 2}}}\n",
		   "@n[b, 2] value -3 x2\n@n[t] text '[1, \"x\"]' x2\n@[] value 348 x1\n@name[] text 'kswapd0' x1\n"
		   "@us[] count 6 x1\n@us[] (..., 0) 1 x1\n@us[] [0, 1) 2 x1\n@us[] [4096, ...) 3 x1\n"
		   "@by[7] count 10 x1\n@by[7] [64, 128) 10 x1\n@by[8] count 0 x1\n"
		   "@s[] count 3 x1\n@s[] average 5 x1\n@s[] total 17 x1\n@s2[cc] count 4 x1\n@s2[cc] average 6 x1\n@s2[cc] total 25 x1\n"
		   "@stacks[a+1;b+2] value 14 x1\n@stacks[c+3;x] value 2 x1\n");
}

static void bcc(void)
{
	check_maps("Tracing block device I/O... Hit Ctrl-C to end.\n"
		   "^C\n"
		   "\n"
		   "disk = sda\n"
		   "     usecs               : count     distribution\n"
		   "         0 -> 1          : 0        |                    |\n"
		   "       128 -> 255        : 12       |********************|\n"
		   "\n"
		   "disk = nvme0n1\n"
		   "     usecs               : count     distribution\n"
		   "         0 -> 1          : 7        |********************|\n",
		   "usecs[disk = sda] count 12 x1\nusecs[disk = sda] [0, 2) 0 x1\nusecs[disk = sda] [128, 256) 12 x1\n"
		   "usecs[disk = nvme0n1] count 7 x1\nusecs[disk = nvme0n1] [0, 2) 7 x1\n");
	check_maps("     pages         : count     distribution\n"
		   "        3          : 0        |                    |\n"
		   "        4          : 2        |********************|\n",
		   "pages[] count 2 x1\npages[] [3, 4) 0 x1\npages[] [4, 5) 2 x1\n");
}

static void wrong(void)
{
	const char *json = "{\"type\": \"map\", \"data\": {\"@n\": {\"a\": {\"b\": 1}}}}\n{\"type\": \"hist\", \"data\": {\"@n\": 5}}\n"
			   "{\"type\": \"map\", \"data\": [1]}\n{\"type\": \"map\"}\n{\"type\": \"map\", \"data\": {\"n\": 1}}\n";
	struct host_text r = read_trace(json, strlen(json), 0);

	CHECK_EQ(r.report.unreadable, 5, "objects that are no maps");
	CHECK_EQ(mms_trace_map_value(0), 0, "no value");
	host_text_free(&r);
}

/* A line that lost something gives no value, and a histogram that lost a bucket no sum. */
static void torn(void)
{
	check_torn("Attaching 2 probes...\n@us:\n[2, 4)    1 |@@|\n[4, 8)    3 |@@\n      |\n[8, 16)   5 |@@|\n",
		   "@us[] [2, 4) 1 x1\n@us[] [8, 16) 5 x1\n", 2);
	check_torn("Attaching 2 probes...\n@n[\nwakeup_kswapd+361\nschedule+1\n]: 14\n]: 15\n@m: 3\n",
		   "@n[wakeup_kswapd+361;schedule+1] value 14 x1\n@m[] value 3 x1\n", 1);
	check_torn("Attaching 2 probes...\n@n[\n        wakeup_kswapd+361\n\n        schedule+1\n\n]: 14\n",
		   "@n[wakeup_kswapd+361;schedule+1] value 14 x1\n", 0);
	check_torn("Attaching 2 probes...\n@n[\n        wakeup_kswapd+361\n"
		   "              cc-9     [001] ....   138.8: mm_vmscan_kswapd_sleep: nid=0\n]: 14\n", "", 2);
	check_torn("Attaching 2 probes...\n@m: 3\n@n[a]: 103382", "@m[] value 3 x1\n", 1);
}

/* More keys than there is room for are counted; long ones that begin alike are told apart. */
static void bounds(void)
{
	enum { KEYS = 5000, LONG = 700 };
	char *text = malloc((size_t)KEYS * 32 + 4 * LONG), *at = text;
	struct host_text r;

	at += sprintf(at, "Attaching 1 probe...\n");
	for (int i = 0; i < KEYS; i++)
		at += sprintf(at, "@n[%d]: %d\n", i, i);
	r = read_trace(text, (size_t)(at - text), 0);
	CHECK_EQ(r.report.map_values + r.report.map_values_full, KEYS, "kept and not");
	CHECK_EQ(r.report.map_values, 4096, "kept");
	host_text_free(&r);
	/* Old keys make room. */
	at = text + sprintf(text, "Attaching 1 probe...\n");
	for (int i = 0; i < KEYS; i++)
		at += sprintf(at, "%s@n[%d]: %d\n", i % 1000 ? "" : "19:00:01\n", i, i);
	r = read_trace(text, (size_t)(at - text), 0);
	CHECK_EQ(r.report.map_values, 1000, "of the last print");
	CHECK_EQ(r.report.map_values_full, 0, "none without room");
	host_text_free(&r);

	at = text + sprintf(text, "Attaching 1 probe...\n");
	for (int k = 0; k < 2; k++) {
		at += sprintf(at, "@n[");
		memset(at, 'x', LONG);
		at += LONG;
		at += sprintf(at, "%d]: %d\n", k, k);
	}
	r = read_trace(text, (size_t)(at - text), 0);
	CHECK_EQ(r.report.map_values, 2, "keys");
	host_text_free(&r);
	free(text);
}

SUITE(maps)
{
	static const struct test tests[] = {
		{"maps: values by key", values},
		{"maps: histograms", histograms},
		{"maps: a text upside down", upside_down},
		{"maps: stacks as keys", stacks},
		{"maps: the last of several prints", prints},
		{"maps: -f json", json},
		{"maps: histograms of bcc", bcc},
		{"maps: JSON that is no map", wrong},
		{"maps: lines that lost something", torn},
		{"maps: room", bounds},
	};

	RUN(tests);
}
