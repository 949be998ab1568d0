/* SPDX-License-Identifier: Apache-2.0 */
/* Files as strangers send them. */
#include "suite.h"
#include "host.h"
#include "fixture.h"
#include "reader/writer.h"

#define HEAD "mmscope-capture 1\nmanifest {}\n"
#define COMMON "ts=5 cpu=0 pid=1 "
#define FREE_LINE "swap_free ts=5 cpu=0 pid=1 seq=0 type=0 n=1 used=7 comm=x\n"
#define ADD(seq, type) \
	"swap_list " COMMON "seq=" #seq " op=0 reason=0 list=-1 type=" #type " prio=5 node_id=-1 mode=0 least=-1 pages=9 " \
	"used=0 list_prio=7fff7fff7ffffffb,7fff7fff7fff7fff,7fff7fff7fff7fff,7fff7fff7fff7fff name=d comm=x\n"
/* One zone, in lane 0. */
#define LEVEL_LANES "ffffffff00000007,ffffffffffffffff,ffffffffffffffff,ffffffffffffffff"
#define LEVEL(n, zones) \
	"zone_level " COMMON "seq=0 n=" #n " zone=" zones " free=" LEVEL_LANES " batch=" LEVEL_LANES " taken=" LEVEL_LANES \
	" reclaimed=" LEVEL_LANES " scanned=" LEVEL_LANES " comm=x\n"
#define SELECT_LANES(seq, list_type) SELECT_TYPE(seq, list_type, 0)
#define SELECT_TYPE(seq, list_type, type) \
	"swap_select " COMMON "seq=" #seq " mode=0 nid=0 list=0 goal=1 batch=1 order=0 avail=9 pass=0 list_n=1 list_type=" \
	list_type ",ffffffffffffffff list_prio=fffffffffffffffb,ffffffffffffffff,ffffffffffffffff,ffffffffffffffff " \
	"list_used=ffffffff00000000,ffffffffffffffff,ffffffffffffffff,ffffffffffffffff,ffffffffffffffff," \
	"ffffffffffffffff,ffffffffffffffff,ffffffffffffffff visits=1 visit_type=ffffffffffffff00 " \
	"visit_verdict=ffffffffffffff00 visit_next=ffffffffffffffff end=0 type=" #type " ret=1 comm=x\n"
#define SELECT(seq) SELECT_LANES(seq, "ffffffffffffff00")
#define END(n) "end events=" #n " lost=0 manifest={}\n"

struct ugly {
	const char *text;
	int status;
	const char *says;
};

static int read_text(const char *text)
{
	return host_read(text, strlen(text), 0);
}

/* Whatever the chunks, the answer is one and the same. */
static void expect(const struct ugly *u)
{
	static const size_t chunks[] = {0, 1, 3, 17};

	for (size_t i = 0; i < MMS_COUNT(chunks); i++) {
		int status = host_read(u->text, strlen(u->text), chunks[i]);

		CHECK(status == u->status, "status %d, not %d, for %.60s: %s", status, u->status, u->text, host_error());
		CHECK(status >= 0 || strstr(host_error(), u->says), "'%s' does not say '%s'", host_error(), u->says);
	}
}

static void refused(void)
{
	static const struct ugly ugly[] = {
		{"", MMS_status_format, "the file is empty"},
		{"\n", MMS_status_format, "line 1: this is not a capture"},
		{"hello\n", MMS_status_format, "line 1: this is not a capture"},
		{"\x1f\x8b\x08whatever", MMS_status_format, "gzip"},
		{"PK\x03\x04whatever", MMS_status_format, "zip"},
		{"<html><script>alert(1)</script>\n", MMS_status_format, "not a capture"},
		{"mmscope-capture 2\n", MMS_status_format, "line 1: this reader knows version 1"},
		{"mmscope-capture\n", MMS_status_format, "line 1: this is not"},
		{"mmscope-capture 1", MMS_status_format, "ends before its manifest"},
		{"mmscope-capture 1\nswap_free\n", MMS_status_format, "line 2: the second line"},
		{"mmscope-capture 1\nmanifest {\n", MMS_status_format, "line 2: the manifest must be one JSON object"},
		{HEAD "\n", MMS_status_line, "line 3: a line begins with"},
		{HEAD "#!/bin/sh\n", MMS_status_line, "line 3: a line begins with the name of an event, not with '#!/bin/sh'"},
		{HEAD FREE_LINE "swap_free ts=5\n", MMS_status_line, "line 4: swap_free: field cpu is missing"},
		{HEAD "swap_free ts=5 ts=6\n", MMS_status_line, "line 3: swap_free: this field comes twice: 'ts'"},
		{HEAD "swap_free ts=5 foo=6\n", MMS_status_line, "line 3: swap_free: there is no field 'foo'"},
		{HEAD "swap_free ts\n", MMS_status_line, "this is not key=value: 'ts'"},
		{HEAD "swap_free  ts=5\n", MMS_status_line, "this is not key=value: ''"},
		{HEAD "swap_free ts=x\n", MMS_status_line, "line 3: swap_free: field ts is not a decimal number: 'x'"},
		{HEAD "swap_free ts=\n", MMS_status_line, "field ts is empty"},
		{HEAD "swap_free ts=-1\n", MMS_status_line, "field ts is not a decimal number: '-1'"},
		{HEAD "swap_free ts=18446744073709551616\n", MMS_status_line, "field ts is too large"},
		{HEAD "swap_free ts=0x10\n", MMS_status_line, "is not a decimal number"},
		{HEAD "swap_free cpu=65536\n", MMS_status_line, "field cpu is too large"},
		{HEAD "swap_free pid=2147483648\n", MMS_status_line, "field pid is too large"},
		{HEAD "swap_free pid=-\n", MMS_status_line, "field pid is empty"},
		{HEAD "swap_free " COMMON "seq=0 type=99 n=1 used=0 comm=x\n", MMS_status_line,
		 "line 3: swap_free: field type holds 99, but a swap type is 0 to 31"},
		{HEAD "swap_free " COMMON "seq=7 type=0 n=1 used=0 comm=x\n", MMS_status_line, "no lock orders"},
		{HEAD "swap_free " COMMON "seq=0 type=0 n=1 used=0 comm=a\x80\n", MMS_status_line, "must be written \\xNN"},
		{HEAD "swap_free " COMMON "seq=0 type=0 n=1 used=0 comm=12345678901234567\n", MMS_status_line,
		 "field comm is longer than the field"},
		{HEAD "swap_free " COMMON "seq=0 type=0 n=1 used=0 \n", MMS_status_line, "ends with a space"},
		{HEAD "node ts=0 nid=16 cpus=1 pages=1\n", MMS_status_line, "node: field nid holds 16"},
		{HEAD "node ts=0 nid=0 cpus=0x1 pages=1\n", MMS_status_line, "field cpus is not a hexadecimal number"},
		{HEAD "node ts=0 nid=0 pages=1\n", MMS_status_line, "field cpus is missing"},
		{HEAD "mark ts=0\n", MMS_status_line, "field text is missing"},
		{HEAD "lost\n", MMS_status_line, "lost: field n is missing"},
		{HEAD "swap_list " COMMON "seq=1 op=9 reason=0 list=-1 type=0 prio=5 node_id=-1 mode=0 least=-1 pages=9 used=0 "
		      "list_prio=1,1,1,1 name=d comm=x\n", MMS_status_line, "field op holds 9, but there is no such value"},
		{HEAD "swap_list " COMMON "seq=1 op=0 reason=2 list=-1 type=0 prio=5 node_id=-1 mode=0 least=-1 pages=9 used=0 "
		      "list_prio=1,1,1,1 name=d comm=x\n", MMS_status_line, "field reason holds 2, but that is no reason"},
		{HEAD "swap_list " COMMON "seq=1 op=0 reason=0 list=-1 type=0 prio=5 node_id=-1 mode=0 least=-1 pages=9 used=0 "
		      "list_prio=1,1,1 name=d comm=x\n", MMS_status_line, "field list_prio has too few words"},
		{HEAD "swap_list " COMMON "seq=1 op=0 reason=0 list=-1 type=0 prio=5 node_id=-1 mode=0 least=-1 pages=9 used=0 "
		      "list_prio=1,1,1,1,1 name=d comm=x\n", MMS_status_line, "field list_prio has too many words"},
		{HEAD "swap_list " COMMON "seq=1 op=0 reason=0 list=-1 type=0 prio=5 node_id=-1 mode=0 least=-1 pages=9 used=10 "
		      "list_prio=1,1,1,1 name=d comm=x\n", MMS_status_line, "field used holds 10"},
		{HEAD "swap_list " COMMON "seq=1 op=0 reason=0 list=-1 type=0 prio=5 node_id=-1 mode=0 least=-1 pages=9 used=0 "
		      "list_prio=1,1,1,12345678901234567 name=d comm=x\n", MMS_status_line, "more than 16 hexadecimal digits"},
		{HEAD "swap_list " COMMON "seq=0 op=0 reason=0 list=-1 type=0 prio=5 node_id=-1 mode=0 least=-1 pages=9 used=0 "
		      "list_prio=1,1,1,1 name=d comm=x\n", MMS_status_line, "counts from 1"},
		{HEAD SELECT_LANES(1, "ffffffffffff0000"), MMS_status_line, "lanes that are not in use hold all ones"},
		{HEAD SELECT_LANES(1, "ffffffffffffff63"), MMS_status_line, "field list_type holds 99, but a swap type"},
		{HEAD ADD(1, 0) ADD(1, 1), MMS_status_sequence, "line 4: seq 1 stands on line 3 already"},
		{HEAD SELECT_TYPE(1, "ffffffffffffff00", 3), MMS_status_range,
		 "line 3: swap_select: field type holds 3, but no event names such a device"},
		{HEAD "interleave " COMMON "seq=0 caller=0 mode=2 nodes=3 prev=1 cnt=0 g=1 nid=0 cnt_after=0 comm=x\n", MMS_status_line,
		 "field mode holds 2, but only interleave and weighted_interleave"},
		{HEAD "interleave " COMMON "seq=0 caller=0 mode=3 nodes=0 prev=1 cnt=0 g=1 nid=0 cnt_after=0 comm=x\n", MMS_status_line,
		 "field nodes holds 0, but one bit"},
		{HEAD "interleave " COMMON "seq=0 caller=0 mode=3 nodes=3 prev=1024 cnt=0 g=1 nid=0 cnt_after=0 comm=x\n",
		 MMS_status_line, "il_prev is 0 to 1023"},
		{HEAD "interleave " COMMON "seq=0 caller=0 mode=3 nodes=3 prev=1 cnt=0 g=1 nid=16 cnt_after=0 comm=x\n",
		 MMS_status_line, "a node is 0 to 15"},
		{HEAD "interleave_vma " COMMON "seq=0 mode=3 nodes=1 ilx=0 weight=ffffffffffff0101,ffffffffffffffff nid=0 comm=x\n",
		 MMS_status_line, "field weight holds 1, but lanes that are not in use"},
		{HEAD "interleave_vma " COMMON "seq=0 mode=6 nodes=1 ilx=0 weight=ffffffffffffff00,ffffffffffffffff nid=0 comm=x\n",
		 MMS_status_line, "a weight is 1 to 255"},
		{HEAD LEVEL(0, "ffffffffffffff02"), MMS_status_line, "field n holds 0, but 1 to 8 zones"},
		{HEAD LEVEL(1, "ffffffffffff0202"), MMS_status_line, "field zone holds 2, but lanes that are not in use"},
		{HEAD LEVEL(1, "ffffffffffffff06"), MMS_status_line, "field zone holds 6, but a zone is node"},
		{HEAD LEVEL(2, "ffffffffffff0a02"), MMS_status_line, "field zone holds 10, but a zone is node"},
		{HEAD "kswapd_sleep " COMMON "seq=0 nid=1 why=0 order=0 highest=2 zone=2 ran=9 reclaimed=1 scanned=2 comm=x\n",
		 MMS_status_line, "field zone holds 2, but the zone is one of the node"},
		{HEAD "kswapd_sleep " COMMON "seq=0 nid=0 why=0 order=0 highest=2 zone=-1 ran=9 reclaimed=3 scanned=2 comm=x\n",
		 MMS_status_line, "field reclaimed holds 3, but no page"},
		{HEAD "kswapd_sleep " COMMON "seq=0 nid=0 why=0 order=0 highest=5 zone=-1 ran=9 reclaimed=1 scanned=2 comm=x\n",
		 MMS_status_line, "field highest holds 5"},
		{HEAD "direct_reclaim " COMMON "seq=0 nid=16 order=0 lat=1 reclaimed=1 scanned=2 comm=x\n", MMS_status_line,
		 "field nid holds 16"},
		{HEAD "direct_reclaim " COMMON "seq=0 nid=0 order=21 lat=1 reclaimed=1 scanned=2 comm=x\n", MMS_status_line,
		 "field order holds 21"},
		{HEAD "direct_reclaim " COMMON "seq=0 nid=-2 order=0 lat=1 reclaimed=1 scanned=2 comm=x\n", MMS_status_line,
		 "field nid holds -2"},
		{HEAD "kswapd_waker " COMMON "seq=0 nid=-1 order=0 comm=x\n", MMS_status_line, "field nid holds -1"},
		{HEAD "kswapd_woke " COMMON "seq=0 nid=0 order=21 comm=x\n", MMS_status_line, "field order holds 21"},
		{HEAD "rq_page " COMMON "seq=0 dev=8 page=0 nid=16 pfn=9 why=1 grew=0 segments=1 sectors=8 comm=x\n", MMS_status_line,
		 "a node is 0 to 15"},
		{HEAD "rq_page " COMMON "seq=0 dev=8 page=0 nid=0 pfn=9 why=1 grew=1 segments=1 sectors=8 comm=x\n", MMS_status_line,
		 "field grew holds 1, but a page that begins a request"},
		{HEAD "rq_page " COMMON "seq=0 dev=8 page=1 nid=0 pfn=9 why=0 grew=0 segments=3 sectors=16 comm=x\n", MMS_status_line,
		 "field sectors holds 16, but a segment is a page"},
		{HEAD "rq_page " COMMON "seq=0 dev=8 page=1 nid=0 pfn=9 why=6 grew=0 segments=1 sectors=8 comm=x\n", MMS_status_line,
		 "field why holds 6, but there is no such value"},
		{HEAD "queue_limits " COMMON "seq=0 dev=8 max_sectors=7 max_segments=1 segment_bytes=4096 read_ahead=1 name=x comm=x\n",
		 MMS_status_line, "field max_sectors holds 7"},
		{HEAD "queue_limits " COMMON "seq=0 dev=8 max_sectors=8 max_segments=0 segment_bytes=4096 read_ahead=1 name=x comm=x\n",
		 MMS_status_line, "field max_segments holds 0"},
		{HEAD "swap_ra " COMMON "seq=0 ra=0 type=0 max_win=6 prev=0 cur=5 hits=0 prev_win=0 win=1 lo=0 hi=9 start=0 end=0 comm=x\n",
		 MMS_status_line, "field max_win holds 6"},
		{HEAD "swap_ra " COMMON "seq=0 ra=0 type=0 max_win=8 prev=0 cur=5 hits=0 prev_win=0 win=2 lo=0 hi=5 start=0 end=0 comm=x\n",
		 MMS_status_line, "field hi holds 5, but the fault is before the end"},
		{HEAD "swap_in " COMMON "seq=0 type=0 offset=5 order=0 single=2 zero=0 fs=0 sync=0 can_poll=1 mode=1 delay=0 mean=0 how=5 "
		      "sleep=0 comm=x\n", MMS_status_line, "field single holds 2, but this is 0 or 1"},
		{HEAD "zone zone=7 managed=9 min=1 low=2 high=3 free=4 reserve=0,0,0,0\n", MMS_status_line, "field zone holds 7"},
		{HEAD "zonelist nid=0 n=2 zone=ffffffffffff0202,ffffffffffffffff\n", MMS_status_line, "a zone is on a zonelist once"},
		{HEAD "zonelist nid=0 n=1 zone=ffffffffffff0102,ffffffffffffffff\n", MMS_status_line, "lanes that are not in use"},
		{HEAD ADD(1, 0) END(1) FREE_LINE, MMS_status_line, "line 5: something follows the end line"},
		{HEAD ADD(1, 0) END(0), MMS_status_sequence, "line 4: the end line counts 0 events, but 1 came"},
		{HEAD "end events=x lost=0 manifest={}\n", MMS_status_line, "line 3: the last line must be"},
		{HEAD "end events=0 lost=0 manifest=x\n", MMS_status_line, "end: the manifest must be one JSON object"},
	};

	for (size_t i = 0; i < MMS_COUNT(ugly); i++)
		expect(&ugly[i]);
	note("%u files in 4 chunk sizes", MMS_COUNT(ugly));
}

static void places(void)
{
	const struct mms_error *e;

	CHECK(read_text(HEAD FREE_LINE "swap_free ts=5 cpu=x\n") == MMS_status_line, "taken");
	e = host_at(mms_error());
	CHECK_EQ(e->line, 4, "line");
	CHECK_EQ(e->byte, 19, "byte");
	CHECK_EQ(host_report()->unreadable, 1, "unreadable");
	CHECK_EQ(host_report()->first_bad[0].line, 4, "line kept");
	CHECK_EQ(mms_event_count(), 1, "events kept");
	CHECK_EQ(mms_reader_feed(1), MMS_status_line, "status of what is fed after an error");
	CHECK_EQ(mms_reader_end(), MMS_status_line, "status of the end after an error");
	CHECK(mms_seek(1) && mms_event_at(0), "what was read before the error is gone");
}

static void taken(void)
{
	static const char *const good[] = {
		HEAD ADD(1, 0) SELECT(2) FREE_LINE END(3),
		"mmscope-capture 1\r\nmanifest {\"a\":1}\r\nmark ts=3 text=\r\nend events=0 lost=0 manifest={}\r\n",
		HEAD ADD(1, 0) "swap_free comm_is_last=no" /* cut off inside a line */,
		HEAD "node nid=0 pages=5 ts=1 cpus=ff\n",
		HEAD "mark text=<b>bold</b> \\x5c \\xff & more\n" END(0),
		HEAD ADD(1, 0) "swap_free used=7 n=1 type=0 seq=0 pid=1 cpu=0 ts=5 comm=a b=c ts=9\n",
		HEAD ADD(1, 0) "swap_free " COMMON "seq=0 type=0 n=1 used=0 comm=a\\b\\x00\\x00\n",
		HEAD,
	};

	for (size_t i = 0; i < MMS_COUNT(good); i++) {
		CHECK(read_text(good[i]) == 0, "file %zu: %s", i, host_error());
	}
	read_text(good[4]);
	CHECK(!strcmp(host_event(0)->mark.text, "<b>bold</b> \\ \xff & more"), "text is '%s'", host_event(0)->mark.text);
	read_text(good[5]);
	CHECK(!strcmp(host_event(1)->comm, "a b=c ts=9"), "comm is '%s'", host_event(1)->comm);
	read_text(good[6]);
	CHECK(!strcmp(host_event(1)->comm, "a\\b"), "comm is '%s'", host_event(1)->comm);
	read_text(good[1]);
	CHECK(host_report()->manifest_len == 7 && !memcmp(host_at(host_report()->manifest_at), "{\"a\":1}", 7), "manifest");
	CHECK(host_report()->closed && host_report()->version == 1, "report");
}

/* Fields that older captures lack: unknown, not 0, and left out again by the writer. */
static void later(void)
{
	static const char *const lines[] = {
		HEAD "zone zone=2 managed=9 min=1 low=2 high=3 free=4 reserve=0,0,0,0\n",
		HEAD "zone zone=2 managed=9 min=1 low=2 high=3 boost=0 free=4 reserve=0,0,0,0\n",
		HEAD "zone_batch " COMMON "seq=0 mode=1 reason=0 zone=2 old=0 new=9 low=2 high=11 comm=x\n",
		HEAD "zone_batch " COMMON "seq=0 mode=1 reason=0 zone=2 old=0 new=9 charged=4294967295 low=2 high=11 comm=x\n",
		HEAD "swap_in_done " COMMON "seq=0 type=0 offset=1 how=5 lat=3 slept=0 polls=2 yields=0 status=0 comm=x\n",
		HEAD "swap_in_done " COMMON "seq=0 type=0 offset=1 how=5 lat=3 slept=0 polls=2 yields=0 window=7 window_n=1 status=0 "
		     "comm=x\n",
	};

	for (size_t i = 0; i < MMS_COUNT(lines); i++) {
		char again[512] = HEAD;
		struct mms_text text = mms_text(again + strlen(HEAD), sizeof(again) - strlen(HEAD) - 1);

		CHECK(read_text(lines[i]) == 0, "line %zu: %s", i, host_error());
		mms_write_event(&text, host_event(0));
		again[strlen(HEAD) + text.len] = 0;
		CHECK(!strcmp(strchr(again + strlen(HEAD), '=') + 1, strchr(lines[i] + strlen(HEAD), '=') + 1) ||
		      !strncmp(again + strlen(HEAD), "zone ts=", 8), "line %zu comes back as %s", i, again);
	}
	read_text(lines[0]);
	CHECK(host_event(0)->zone.boost == UINT64_MAX && host_event(0)->zone.free == 4, "boost is not recorded");
	read_text(lines[1]);
	CHECK(host_event(0)->zone.boost == 0, "no boost");
	read_text(lines[2]);
	CHECK(host_event(0)->zone_batch.charged == UINT64_MAX, "what was charged is not recorded");
	read_text(lines[3]);
	CHECK(host_event(0)->zone_batch.charged == UINT32_MAX, "the largest count there is");
	CHECK(read_text(HEAD "zone zone=2 managed=9 min=1 low=2 high=3 free=4 reserve=0,0,0,0\n"
			     "zone zone=3 managed=9 min=1 low=2 high=3 boost=0 free=4 reserve=0,0,0,0\n") == MMS_status_line &&
	      strstr(host_error(), "field boost is there, but earlier lines lack it"), "in half of the lines: %s", host_error());
	CHECK(read_text(HEAD "zone zone=2 managed=9 min=1 low=2 high=3 boost=0 free=4 reserve=0,0,0,0\n"
			     "zone zone=3 managed=9 min=1 low=2 high=3 free=4 reserve=0,0,0,0\n") == MMS_status_line &&
	      strstr(host_error(), "field boost is missing, but lines before have it"), "in half of the lines: %s", host_error());
	CHECK(read_text(HEAD "zone zone=2 managed=9 min=1 low=2 boost=0 free=4 reserve=0,0,0,0\n") == MMS_status_line &&
	      strstr(host_error(), "field high is missing"), "other fields have to be there: %s", host_error());
}

static void cut_off(void)
{
	/* Half a line, half a number, half an end; an end without its newline is one, unless it is none. */
	static const struct {
		const char *text;
		int status;
		u32 closed;
	} rests[] = {
		{HEAD ADD(1, 0) "swap_select ts=5 cp", 0, 0},
		{HEAD ADD(1, 0) "node nid=0 pages=5 ts=1 cpus=f", 0, 0},
		{HEAD ADD(1, 0) "end events=1 lost=0 manif", 0, 0},
		{HEAD ADD(1, 0) "end events=1 lost=0 manifest={}", 0, 1},
		{HEAD ADD(1, 0) "end events=1 lost=x manifest={}", MMS_status_line, 0},
	};

	CHECK_EQ(read_text(HEAD ADD(1, 0) SELECT(2)), 0, "status");
	CHECK_EQ(host_report()->closed, 0, "closed");
	CHECK_EQ(mms_decision_count(), 1, "decisions");
	for (size_t i = 0; i < MMS_COUNT(rests); i++) {
		CHECK_EQ(read_text(rests[i].text), rests[i].status, "status of a rest");
		CHECK_EQ(mms_event_count(), 1, "events before it");
		CHECK_EQ(host_report()->closed, rests[i].closed, "closed by it");
	}
}

static void long_lines(void)
{
	size_t n = 1 << 20;
	char *text = malloc(n + 64);
	int status;

	memset(text, 'a', n);
	CHECK_EQ(host_read(text, n, 0), MMS_status_format, "status of one line of 1 MiB");
	memcpy(text, HEAD, strlen(HEAD));
	CHECK_EQ(host_read(text, n, 0), MMS_status_long_line, "status of a long third line");
	CHECK(strstr(host_error(), "line 3: the line is longer than 4096 bytes"), "'%s'", host_error());
	CHECK(host_report()->bytes <= 65536, "read on for %llu bytes", (unsigned long long)host_report()->bytes);
	memset(text, 'a', n);
	memcpy(text, "mmscope-capture 1\nmanifest {\"", 29);
	status = host_read(text, n, 1000);
	CHECK(status == MMS_status_long_line && strstr(host_error(), "the manifest is longer"), "'%s'", host_error());
	text[200000] = '}';
	text[200001] = '\n';
	memcpy(text + 200002, "end events=0 lost=0 manifest={}", 31);
	CHECK_EQ(host_read(text, 200033, 0), 0, "status with a manifest of 200 KB");
	memset(text, '\n', n);
	CHECK_EQ(host_read(text, n, 0), MMS_status_format, "status of a million line ends");
	free(text);
}

static void noise(void)
{
	u8 bytes[4096];
	struct mms_random { u64 x; } r = {88172645463325252ull};

	for (u32 round = 0; round < 2000; round++) {
		u32 head = round % 2 ? (u32)strlen(HEAD) : 0;

		memcpy(bytes, HEAD, head);
		for (u32 i = head; i < sizeof(bytes); i++) {
			r.x ^= r.x << 13;
			r.x ^= r.x >> 7;
			r.x ^= r.x << 17;
			bytes[i] = (u8)r.x;
		}
		CHECK(host_read((char *)bytes, sizeof(bytes), 0) < 0, "round %u was taken", round);
		CHECK(host_error()[0], "round %u: no sentence", round);
	}
}

static void generic(void)
{
	char text[4096] = HEAD;

	for (int i = 0; i < 12; i++)
		strcat(text, "later_kind ts=1 whatever it=says\n");
	CHECK_EQ(read_text(text), 0, "status");
	CHECK_EQ(host_report()->generic, 12, "generic");
	CHECK(host_report()->first_bad[9].line == 12 && strstr(host_report()->first_bad[0].text, "'later_kind'"), "first_bad");
	CHECK_EQ(mms_event_count(), 0, "events");
}

static void order(void)
{
	CHECK_EQ(read_text(HEAD "mark ts=9 text=late\n" ADD(3, 1) ADD(1, 0) "lost n=4\nnode nid=0 cpus=1 pages=0\n" SELECT(4) END(4)),
		 0, "status");
	CHECK_EQ(host_event(0)->kind, MMS_KIND_node, "kind 0");
	CHECK_EQ(host_event(1)->seq, 1, "seq 1");
	CHECK_EQ(host_event(2)->seq, 3, "seq 2");
	CHECK_EQ(host_event(3)->kind, MMS_KIND_lost, "kind 3");
	CHECK_EQ(host_event(4)->seq, 4, "seq 4");
	CHECK_EQ(host_event(5)->kind, MMS_KIND_mark, "kind 5: a mark of time 9 behind events of time 5");
	CHECK_EQ(host_report()->reordered, 1, "reordered");
	CHECK_EQ(host_report()->missing, 1, "missing");
	CHECK_EQ(host_report()->lost, 4, "lost");
	CHECK(host_report()->ts_first == 5 && host_report()->ts_last == 5, "times");
	CHECK_EQ(read_text(HEAD ADD(1, 0) END(5)), 0, "status");
	CHECK_EQ(host_report()->missing, 4, "missing at the end");
}

static void any_order(void)
{
	enum { N = 3000 };
	char *text = malloc(N * 700);
	unsigned at = 0;

	at += (unsigned)sprintf(text, HEAD);
	for (unsigned i = 0; i < N; i++) {
		unsigned seq = (i * 7919u) % N + 1; /* every number once */

		at += (unsigned)sprintf(text + at, seq == 1 ? ADD(1, 0) : "swap_list " COMMON "seq=%u op=2 reason=6 list=0 type=0 "
			"prio=5 node_id=-1 mode=0 least=-1 pages=9 used=0 list_prio=1,1,1,1 name=d comm=x\n", seq);
	}
	CHECK_EQ(host_read(text, at, 0), 0, "status");
	for (unsigned i = 0; i < N; i++)
		CHECK_EQ(host_event(i)->seq, i + 1, "seq");
	CHECK_EQ(host_report()->missing, 0, "missing");
	free(text);
}

#define TURN(ts, prev, nid) \
	"interleave ts=" #ts " cpu=0 pid=7 seq=0 caller=0 mode=3 nodes=3 prev=" #prev " cnt=0 g=1 nid=" #nid " cnt_after=0 comm=x\n"

/* What has no seq goes by its time, between what has one. */
static void by_time(void)
{
	CHECK_EQ(read_text(HEAD TURN(9, 0, 1) "stat ts=7 value=3 text=a/b c\n" TURN(4, 1, 0) ADD(1, 0) TURN(6, 0, 1) TURN(6, 1, 0)
			   "zone zone=2 managed=9 min=1 low=2 high=3 free=4 reserve=0,0,0,0\n" END(5)), 0, "status");
	CHECK_EQ(host_event(0)->kind, MMS_KIND_zone, "what describes the machine comes first");
	CHECK(host_event(1)->ts == 4 && host_event(2)->kind == MMS_KIND_swap_list, "before and at 5");
	CHECK(host_event(3)->ts == 6 && host_event(3)->interleave.prev == 0 && host_event(4)->interleave.prev == 1,
	      "of one time: as they stood");
	CHECK(host_event(5)->kind == MMS_KIND_stat && !strcmp(host_event(5)->stat.text, "a/b c"), "the rest of its line");
	CHECK_EQ(host_event(6)->ts, 9, "last");
	CHECK_EQ(read_text(HEAD TURN(4, 1, 0) "lost n=1\n" TURN(6, 0, 1) TURN(3, 0, 1) END(3)), 0, "status");
	CHECK_EQ(host_event(0)->kind, MMS_KIND_lost, "lost comes before all that was read after it");
	CHECK_EQ(host_event(1)->ts, 3, "and the rest by time");
}

/* A capture of each policy with its lines in any order: per-CPU buffers are drained one after another. */
static void shuffled(void)
{
	struct mms_random r = mms_random(3);
	unsigned events = 0;

	for (u64 number = 0; number < 40 && !test_failed(); number++) {
		size_t len;
		char *text = number % 2 ? fixture_interleave(number, &len) : fixture_swap_in(number, &len);
		u32 n = mms_event_count();
		struct mms_event *want = malloc(n * sizeof(*want));
		char **line = malloc(n * sizeof(*line)), *out = malloc(len + 1), *at = out;

		memcpy(want, host_event(0), n * sizeof(*want));
		text[len - 1] = 0;
		line[0] = strchr(strchr(text, '\n') + 1, '\n') + 1;
		for (u32 i = 1; i < n; i++)
			line[i] = strchr(line[i - 1], '\n') + 1;
		for (u32 i = n - 1; i; i--) {
			u32 k = mms_random_below(&r, i + 1);
			char *held = line[i];

			line[i] = line[k];
			line[k] = held;
		}
		at += sprintf(at, HEAD);
		for (u32 i = 0; i < n; i++)
			at += sprintf(at, "%.*s\n", (int)strcspn(line[i], "\n"), line[i]);
		CHECK(host_read(out, (size_t)(at - out), 0) == 0, "%s", host_error());
		CHECK_EQ(mms_event_count(), n, "events");
		for (u32 i = 0; i < n && !test_failed(); i++, events++) {
			struct mms_event got = *host_event(i);

			got.line = want[i].line;
			CHECK(!memcmp(&got, &want[i], sizeof(got)), "event %u is another", i);
		}
		free(out);
		free(line);
		free(want);
		free(text);
	}
	note("%u events", events);
}

/* One line of a file in which times run any way, and stand or not; `seq` is used once each. */
static int stray_line(char *to, struct mms_random *r, unsigned seq)
{
	unsigned ts = mms_random_below(r, 8) * mms_random_below(r, 2);

	switch (mms_random_below(r, 6)) {
	case 0:
		return sprintf(to, "lost ts=%u n=1\n", ts);
	case 1:
		return sprintf(to, "mark ts=%u text=%u\n", ts, seq);
	case 2:
		return sprintf(to, "node ts=%u nid=0 cpus=1 pages=%u\n", ts, seq);
	case 3:
		return sprintf(to, "swap_list ts=%u cpu=0 pid=1 seq=%u op=2 reason=6 list=0 type=0 prio=5 node_id=-1 mode=0 "
			"least=-1 pages=9 used=0 list_prio=1,1,1,1 name=d comm=x\n", ts, seq);
	default:
		return sprintf(to, "mempolicy ts=%u cpu=0 pid=%u seq=0 mode=4 nodes=3 comm=x\n", ts, seq);
	}
}

/* Whatever order a reading gives the events, reading what it writes gives the same. */
static void settled(void)
{
	struct mms_random r = mms_random(5);
	char text[4096];

	for (unsigned number = 0; number < 20000 && !test_failed(); number++) {
		int at = sprintf(text, HEAD "swap_list " COMMON "seq=99 op=0 reason=0 list=-1 type=0 prio=5 node_id=-1 mode=0 "
			"least=-1 pages=9 used=0 list_prio=1,1,1,1 name=d comm=x\n");
		unsigned from = mms_random_below(&r, 12);
		struct mms_event *want;
		size_t len;
		char *again;
		u32 n;

		for (unsigned i = 0; i < 12; i++)
			at += stray_line(text + at, &r, 1 + (from + 5 * i) % 12);
		CHECK(host_read(text, (size_t)at, 0) == 0, "%s", host_error());
		n = mms_event_count();
		want = malloc(n * sizeof(*want));
		memcpy(want, host_event(0), n * sizeof(*want));
		again = host_write(&len);
		CHECK(host_read(again, len, 0) == 0, "%s", host_error());
		CHECK_EQ(mms_event_count(), n, "events");
		for (u32 i = 0; i < n && !test_failed(); i++) {
			struct mms_event got = *host_event(i);

			got.line = want[i].line;
			CHECK(!memcmp(&got, &want[i], sizeof(got)), "event %u is another after:\n%s", i, text);
		}
		free(again);
		free(want);
	}
}

/* Feeds a text up to its end, or to the line end behind `to`. Gives where it stopped. */
static size_t feed_lines(const char *text, size_t from, size_t to, size_t len)
{
	while (to < len && text[to - 1] != '\n')
		to++;
	for (size_t n; from < to; from += n) {
		n = MMS_MIN(to - from, (size_t)65536);
		memcpy(host_at(mms_staging((u32)n)), text + from, n);
		CHECK(mms_reader_feed((u32)n) == MMS_status_ok, "%s", host_error());
	}
	return from;
}

/* The log of a run, its end line left out. The caller frees it. */
static char *without_end(size_t *len)
{
	char *text;

	host_reset();
	CHECK_EQ(host_run(5000), MMS_status_ok, "the run");
	text = host_write(len);
	while (*len > 1 && text[*len - 2] != '\n')
		(*len)--;
	(*len)--;
	return text;
}

/* Read in parts, each ended and checked before the next comes: events and verdicts are those of the whole. */
static void grows(void)
{
	struct mms_random r = mms_random(11);
	struct mms_totals want, got;
	struct mms_event *events;
	size_t len, to, at = 0;
	char *text = without_end(&len);
	u32 n;

	CHECK_EQ(host_read(text, len, 0), MMS_status_ok, "the whole");
	n = mms_event_count();
	events = malloc(n * sizeof(*events));
	memcpy(events, host_event(0), n * sizeof(*events));
	want = *host_check();
	CHECK(want.decisions > 100, "only %u decisions", (unsigned)want.decisions);
	host_reset();
	CHECK_EQ(mms_reader_begin(), MMS_status_ok, "begin");
	while (at < len) {
		CHECK(!at || mms_reader_more() == MMS_status_ok, "%s", host_error());
		to = at + 200 + mms_random_below(&r, (u32)len / 8);
		at = feed_lines(text, at, MMS_MIN(len, to), len);
		CHECK_EQ(mms_reader_end(), MMS_status_ok, "end");
		got = *host_check();
		CHECK(all_same(&got), "a part is not the same");
	}
	CHECK_EQ(mms_event_count(), n, "events");
	CHECK(!memcmp(&want, &got, sizeof(want)), "the totals are others");
	for (u32 i = 0; i < n && !test_failed(); i++)
		CHECK(!memcmp(host_event(i), &events[i], sizeof(*events)), "event %u is another", i);
	free(events);
	free(text);
}

static void grows_no_more(void)
{
	host_reset();
	CHECK_EQ(host_run(5000), MMS_status_ok, "the run");
	CHECK_EQ(mms_reader_more(), MMS_status_call, "a model");
	CHECK_EQ(read_text(HEAD END(0)), MMS_status_ok, "a whole capture");
	CHECK_EQ(mms_reader_more(), MMS_status_call, "behind the end line");
	CHECK_EQ(read_text(HEAD FREE_LINE), MMS_status_ok, "a capture that is cut off");
	CHECK_EQ(mms_reader_more(), MMS_status_ok, "once");
	CHECK_EQ(mms_reader_more(), MMS_status_call, "twice");
	CHECK_EQ(mms_reader_end(), MMS_status_ok, "with nothing more");
	CHECK_EQ(mms_event_count(), 1, "events");
	CHECK_EQ(mms_reader_more(), MMS_status_ok, "again");
	memcpy(host_at(mms_staging(9)), "lost n=2\n", 9);
	CHECK_EQ(mms_reader_feed(9), MMS_status_ok, "feeding");
	CHECK_EQ(mms_reader_end(), MMS_status_ok, "end");
	CHECK_EQ(host_report()->lost, 2, "lost");
}

SUITE(reader)
{
	static const struct test tests[] = {
		{"reader: ugly files are refused with line, field and reason", refused},
		{"reader: an error has a place, and what was read before it stays", places},
		{"reader: fields in any order, CRLF, names full of markup", taken},
		{"reader: fields that older captures lack are unknown", later},
		{"reader: a capture that is cut off is read and says so", cut_off},
		{"reader: long lines end the reading at once", long_lines},
		{"reader: noise", noise},
		{"reader: unknown kinds are counted", generic},
		{"reader: seq orders, the rest keeps its place", order},
		{"reader: three thousand events in no order", any_order},
		{"reader: what has no seq goes by its time", by_time},
		{"reader: lines in any order give the same events", shuffled},
		{"reader: the order of events is the same when they are written and read again", settled},
		{"reader: a capture that grows is at each end what it would be if it ended there", grows},
		{"reader: what has an end line, or is no capture, does not grow", grows_no_more},
	};

	RUN(tests);
}
