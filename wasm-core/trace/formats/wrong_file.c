/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Files that are no text of a trace, by their first bytes, and what makes such a text of them. Magic numbers:
 * trace-cmd's Documentation/trace-cmd.dat.v6.5.txt; tools/perf/Documentation/perf.data-file-format.txt; Perfetto's
 * protos/perfetto/trace/trace.proto; CTF 1.8.3, 5.1 and 7.1; include/uapi/linux/blktrace_api.h; file(1) for the rest.
 */
#include "wrong_file.h"

#include "trace/text/number.h"
#include "trace/text/scan.h"

#define PACKETS 3u     /* of Perfetto that have to follow one another */
#define TABLE_LINES 4u /* with as many commas each */

static const struct {
	const char *sentence;
	u16 at;
	u8 len;
	char magic[12];
} files[] = {
	{"this is gzip data: it must be unpacked before it is read", 0, 2, "\x1f\x8b"},
	{"this is zstd data: it must be unpacked before it is read", 0, 4, "\x28\xb5\x2f\xfd"},
	{"this is a trace.dat, a recording of trace-cmd and not its text: trace-cmd report -i FILE > trace.txt writes it", 0, 10,
	 "\x17\x08\x44tracing"},
	{"this is a perf.data, a recording of perf and not its text: perf script -i FILE > trace.txt writes it", 0, 8, "PERFILE2"},
	{"this is a perf.data, a recording of perf and not its text: perf script -i FILE > trace.txt writes it", 0, 8, "2ELIFREP"},
	{"this is a trace in CTF, as LTTng writes it, which cannot be read here: record with trace-cmd, perf or bpftrace", 0, 4,
	 "\xc1\x1f\xfc\xc1"},
	{"this is a trace in CTF, as LTTng writes it, which cannot be read here: record with trace-cmd, perf or bpftrace", 0, 4,
	 "\xc1\xfc\x1f\xc1"},
	{"this is the metadata of a trace in CTF, which cannot be read here: record with trace-cmd, perf or bpftrace", 0, 4,
	 "\x57\x1d\xd1\x75"},
	{"this is the metadata of a trace in CTF, which cannot be read here: record with trace-cmd, perf or bpftrace", 0, 10,
	 "/* CTF 1.8"},
	{"this is a recording of blktrace, which cannot be read here: record block_rq_issue and block_rq_complete with trace-cmd or "
	 "perf", 1, 3, "tae"},
	{"this is a zip archive: unpack it, and open the traces in it", 0, 4, "PK\x03\x04"},
	{"this is a tar archive: unpack it with tar -xf FILE, and open the traces in it", 257, 5, "ustar"},
	{"this is a 7z archive: unpack it, and open the traces in it", 0, 6, "7z\xbc\xaf\x27\x1c"},
	{"this is xz data: unpack it with xz -dk FILE", 0, 6, "\xfd" "7zXZ\0"},
	{"this is bzip2 data: unpack it with bzip2 -dk FILE", 0, 4, "BZh9"},
	{"this is lz4 data: unpack it with lz4 -d FILE", 0, 4, "\x04\x22\x4d\x18"},
	{"this is a picture, not the text of a trace", 0, 8, "\x89PNG\r\n\x1a\n"},
	{"this is a picture, not the text of a trace", 0, 3, "\xff\xd8\xff"},
	{"this is a picture, not the text of a trace", 0, 4, "GIF8"},
	{"this is a picture, not the text of a trace", 8, 4, "WEBP"},
	{"this is a PDF, not the text of a trace", 0, 5, "%PDF-"},
	{"this is a program or a core dump, not the text of a trace", 0, 4, "\x7f" "ELF"},
	{"this is a database of SQLite, not the text of a trace", 0, 12, "SQLite forma"},
	{"this is text in UTF-16: iconv -f UTF-16 -t UTF-8 FILE > trace.txt writes it in UTF-8", 0, 2, "\xff\xfe"},
	{"this is text in UTF-16: iconv -f UTF-16 -t UTF-8 FILE > trace.txt writes it in UTF-8", 0, 2, "\xfe\xff"},
};

static bool has(const char *text, u32 len, u32 at, const char *magic, u32 magic_len)
{
	if (at + magic_len > len)
		return false;
	for (u32 i = 0; i < magic_len; i++)
		if (text[at + i] != magic[i])
			return false;
	return true;
}

/* Tags and numbers of packets are mostly below a blank; a text has none of these. */
static bool is_binary(const char *text, u32 len)
{
	for (u32 i = 0; i < len; i++)
		if ((u8)text[i] < '\t')
			return true;
	return false;
}

/* Trace.packet is field 1 and of its own length: 0x0a, a varint, so many bytes, and so on. 0x0a is a newline, too: lines
 * of a text may be as long as such packets. */
static bool is_perfetto(const char *text, u32 len)
{
	u32 at = 0;

	for (u32 packet = 0; packet < PACKETS; packet++) {
		u64 bytes = 0;

		if (at >= len || text[at++] != 0x0a)
			return false;
		for (u32 shift = 0;; shift += 7) {
			if (at >= len || shift > 28)
				return false;
			bytes |= (u64)(text[at] & 0x7f) << shift;
			if (!(text[at++] & 0x80))
				break;
		}
		if (!bytes)
			return false;
		if (bytes > len - at) /* the first one may be larger than what is looked at */
			return packet > 0 && is_binary(text, len);
		at += (u32)bytes;
	}
	return is_binary(text, at);
}

const char *mms_wrong_file(const char *text, u32 len)
{
	for (u32 i = 0; i < MMS_COUNT(files); i++)
		if (has(text, len, files[i].at, files[i].magic, files[i].len))
			return files[i].sentence;
	if (is_perfetto(text, len))
		return "this is a recording of Perfetto: traceconv systrace FILE trace.txt writes its events as text";
	return NULL;
}

static bool holds(const char *text, const char *end, const char *word)
{
	for (const char *at = text; (at = mms_find(at, end, *word)) < end; at++)
		if (mms_starts(at, end, word))
			return true;
	return false;
}

/* The same number of commas, semicolons or tabs in each of the first lines. */
static bool is_table(const char *text, const char *end)
{
	static const char signs[] = {',', ';', '\t'};

	for (u32 s = 0; s < sizeof(signs); s++) {
		u32 lines = 0, wanted = 0;
		bool same = true;

		for (const char *at = text; at < end && lines < TABLE_LINES && same; lines++) {
			const char *newline = mms_find(at, end, '\n');
			u32 n = 0;

			for (; at < newline; at++)
				n += *at == signs[s];
			wanted = lines ? wanted : n;
			same = n && n == wanted;
			at = newline + 1;
		}
		if (same && lines == TABLE_LINES)
			return true;
	}
	return false;
}

u32 mms_blanks(const char *text, u32 len)
{
	u32 n = 0;

	while (n < len && (text[n] == ' ' || text[n] == '\n' || text[n] == '\r' || text[n] == '\t'))
		n++;
	return n;
}

/* What people paste beside traces, by a word that it begins with or holds. */
static const struct {
	const char *word, *sentence;
	bool first;
} outputs[] = {
	{"\"systemTraceEvents\"", "this is JSON around a trace: jq -r .systemTraceEvents FILE > trace.txt writes the trace", false},
	{"procs ---", "this is the output of vmstat, which counts and does not trace: record with trace-cmd, perf or bpftrace", true},
	{"r  b   swpd", "this is the output of vmstat, which counts and does not trace: record with trace-cmd, perf or bpftrace", true},
	{"Linux ", "this is the output of sar, iostat or mpstat, which count and do not trace: record with trace-cmd, perf or bpftrace",
	 true},
	{"NAME ", "this is the output of swapon, whose sizes are rounded: open a copy of /proc/swaps", true},
	{"MemTotal:", "this is /proc/meminfo: open a copy of /proc/zoneinfo or /proc/vmstat", true},
	{"invoked oom-killer", "this is a report of the OOM killer and not a trace", false},
	{"Mem-Info:", "this is what the kernel says of memory when an allocation fails, and not a trace", false},
};

const char *mms_wrong_text(const char *text, u32 len)
{
	const char *end = text + len, *at = text;

	at += mms_blanks(text, len);
	if (mms_starts(at, end, "<!DOCTYPE") || mms_starts(at, end, "<!doctype") || mms_starts(at, end, "<html"))
		return "this is a web page: save the trace itself, not the page that shows it";
	if ((mms_starts(at, end, "{") || mms_starts(at, end, "[")) &&
	    (holds(at, end, "\"traceEvents\"") || holds(at, end, "\"ph\"")))
		return "this is JSON of Chrome's trace viewer, which holds spans and not the kernel's events: open the text of the "
		       "trace that it was made of";
	for (u32 i = 0; i < MMS_COUNT(outputs); i++)
		if (outputs[i].first ? mms_starts(at, end, outputs[i].word) : holds(at, end, outputs[i].word))
			return outputs[i].sentence;
	if (!mms_starts(at, end, "{") && !mms_starts(at, end, "[") && is_table(at, end))
		return "this is a table of values between commas, semicolons or tabs: open the text of the trace that it was made of";
	return NULL;
}
