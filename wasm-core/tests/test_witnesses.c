/* SPDX-License-Identifier: Apache-2.0 */
/* Witnesses: the manifest says of each group the same as its events, or one field of one event, or the manifest, is another. */
#include "suite.h"
#include "fixture_balances.h"
#include "host.h"
#include "mms/balances.def"
#include "mms/witness.def"
#include "tables/tables.h"

static struct mms_log *log_;

#define W(group, number, about, kind_, condition, ...) \
	static bool of_##group(const struct mms_event *e) \
	{ \
		return e->kind == MMS_KIND_##kind_ && (condition); \
	}
MMS_WITNESSES(W)
#undef W

static const struct group {
	const char *name, *fields;
	bool (*is)(const struct mms_event *e);
	enum mms_kind_id kind;
} groups[] = {
#define W(group, number, about, kind, condition, fields, ...) [number] = {#group, fields, of_##group, MMS_KIND_##kind},
	MMS_WITNESSES(W)
#undef W
};

/* A capture that has events of the group. */
static const char *const told_by[] = {"zones-fair", "zones-fair", "wake-high", "wake-high", "interleave-1", "swap-in-readahead",
				      "swap-in-cluster", "swap-in-hybrid", "interleave-1", "interleave-1", "interleave-mapping",
				      "interleave-1", "interleave-1", "two-nodes-node", "two-nodes-node", "interleave-8",
				      "swap-in-interrupt"};

_Static_assert(MMS_COUNT(told_by) == MMS_COUNT(groups), "one for each");

/* Field k of the group, from 0 on; NULL: there is no such. */
static const struct mms_field *witnessed(const struct group *group, unsigned k)
{
	const struct mms_kind *kind = mms_kind_of(group->kind);
	char words[128], *rest = NULL, *word;

	snprintf(words, sizeof(words), "%s", group->fields);
	word = strtok_r(words, " ", &rest);
	while (word && k--)
		word = strtok_r(NULL, " ", &rest);
	for (unsigned i = 0; word && i < kind->fields; i++)
		if (!strcmp(kind->field[i].name, word))
			return &kind->field[i];
	CHECK(!word, "%s has no %s", kind->name, word);
	return NULL;
}

/* What another place of the kernel says of the group, if it says the same as the events; the number of tasks. */
static unsigned say_witness(const struct group *group, char *to, size_t size)
{
	const struct mms_field *field;
	unsigned tasks = 0;

	text_put(to, size, "\"witnesses\":{\"%s\":{\"fields\":[", group->name);
	for (unsigned k = 0; (field = witnessed(group, k)); k++)
		text_put(to, size, "%s\"%s\"", k ? "," : "", field->name);
	text_put(to, size, "],\"tasks\":[");
	for (u32 i = 0; i < log_->count; i++) {
		unsigned long long n = 0;
		u32 before = 0;

		if (!group->is(&log_->event[i]))
			continue;
		while (log_->event[before].pid != log_->event[i].pid || !group->is(&log_->event[before]))
			before++;
		if (before < i)
			continue;
		for (u32 k = i; k < log_->count; k++)
			n += log_->event[k].pid == log_->event[i].pid && group->is(&log_->event[k]);
		text_put(to, size, "%s[%d,%llu,%llu", tasks++ ? "," : "", log_->event[i].pid, n, n);
		for (unsigned f = 0; (field = witnessed(group, f)); f++) {
			unsigned long long sum = 0;

			for (u32 k = i; k < log_->count; k++)
				if (log_->event[k].pid == log_->event[i].pid && group->is(&log_->event[k]))
					sum += (unsigned long long)mms_field_get(field, &log_->event[k], 0);
			text_put(to, size, ",\"%llx\"", sum);
		}
		text_put(to, size, "]");
	}
	text_put(to, size, "]}},");
	return tasks;
}

/*
 * Accounts of the group: all there, compared for so many tasks; but for that of `part` (all ones: none), all hold. Of other groups,
 * which the manifest leaves out, nothing is told.
 */
static void expect(const struct group *group, u32 part, unsigned tasks)
{
	u32 first_part = (u32)(group - groups) * MMS_WITNESS_PARTS;
	const struct mms_balance *row;
	unsigned fields = 0, found = 0;
	int n;

	row = balance_rows(&n);
	while (witnessed(group, fields))
		fields++;
	for (int i = 0; i < n; i++) {
		u32 own = row[i].part - first_part;
		bool altered = own == part;

		if (row[i].balance != MMS_BALANCE_witnesses)
			continue;
		if (row[i].part / MMS_WITNESS_PARTS != (u32)(group - groups)) {
			CHECK_EQ(row[i].state, MMS_balance_unknown, "a group that is left out");
			continue;
		}
		found++;
		CHECK(own <= fields, "%s: part %u", group->name, row[i].part);
		CHECK(row[i].left == tasks && row[i].right == tasks - altered, "%s, part %u: %llu and %llu of %u tasks", group->name, own,
		      (unsigned long long)row[i].left, (unsigned long long)row[i].right, tasks);
		CHECK_EQ(row[i].state, altered ? MMS_balance_off : MMS_balance_holds, group->name);
	}
	CHECK_EQ(found, fields + 1, group->name);
}

static unsigned unknown_witnesses(const struct group *group)
{
	const struct mms_balance *row;
	unsigned found = 0;
	int n;

	row = balance_rows(&n);
	for (int i = 0; i < n; i++)
		found += row[i].balance == MMS_BALANCE_witnesses && row[i].part / MMS_WITNESS_PARTS == (u32)(group - groups) &&
			 row[i].state == MMS_balance_unknown;
	return found;
}

static void witnesses_are_heard(void)
{
	static char said[1 << 17];
	unsigned altered = 0, told = 0;

	for (const struct group *group = groups; group < groups + MMS_COUNT(groups); group++) {
		const struct mms_field *field;
		char *text;
		struct mms_event *e;
		unsigned tasks, fields;
		size_t len;

		text = host_capture(told_by[group - groups], &len);
		text_forget(text, len, "witnesses");
		CHECK(host_read(text, len, 0) == 0, "%s: %s", told_by[group - groups], host_error());
		log_ = &mms_session()->now.log;
		said[0] = 0;
		tasks = say_witness(group, said, sizeof(said));
		CHECK(tasks, "%s has no event of %s", told_by[group - groups], group->name);
		text = text_insert(text, &len, " manifest={", said);
		CHECK(host_read(text, len, 0) == 0, "%s: %s", told_by[group - groups], host_error());
		log_ = &mms_session()->now.log;
		expect(group, UINT32_MAX, tasks);
		told += tasks;
		e = balance_event(group->is);
		for (fields = 0; (field = witnessed(group, fields)); fields++) {
			u8 *lowest = (u8 *)e + field->offset;

			*lowest ^= 1;
			expect(group, fields + 1, tasks);
			*lowest ^= 1;
			altered++;
		}
		e->kind = MMS_KIND_lost;
		CHECK(balance_is_off(MMS_BALANCE_witnesses), "%s: an event that is left out", group->name);
		e->kind = (u8)group->kind;
		mms_session()->now.report.lost = 1;
		CHECK_EQ(unknown_witnesses(group), fields + 1, "accounts where an event is lost");
		free(text);
	}
	note("%u groups, %u fields, %u tasks", (unsigned)MMS_COUNT(groups), altered, told);
}

/* Forms of what a manifest says of two tasks: the state of the account of their number of events, and of the mode's. */
static void other_witnesses(void)
{
	enum { none = -1, holds = MMS_balance_holds, off = MMS_balance_off, unknown_ = MMS_balance_unknown };
	static const char lines[] = "mempolicy ts=5 cpu=0 pid=1 seq=0 mode=3 nodes=3 comm=b\n"
				    "mempolicy ts=6 cpu=0 pid=1025 seq=0 mode=3 nodes=2 comm=b\n"
				    "mempolicy ts=7 cpu=0 pid=1 seq=0 mode=3 nodes=1 comm=b\n";
#define WHOLE "[1,2,2,\"6\",\"4\"],[1025,1,1,\"3\",\"2\"]"
#define FIELDS(tasks) "{\"policy\":{\"fields\":[\"mode\",\"nodes\"],\"tasks\":" tasks "}}"
	static const struct {
		const char *said;
		int events, modes;
	} forms[] = {
		{FIELDS("[" WHOLE "]"), holds, holds},
		{"{\"policy\":{\"tasks\":[[1,2,2,\"4\",\"6\"],[1025,1,1,\"2\",\"3\"]],\"fields\":[\"nodes\",\"mode\"]}}", holds, holds},
		{"{\"policy\":{\"fields\":[\"mode\",\"colour\"],\"tasks\":[" WHOLE "]},\"colour\":{}}", holds, holds},
		{"{\"policy\":{\"fields\":[\"mode\",\"seq\"],\"tasks\":[" WHOLE "]},\"turn\":{\"fields\":[],\"tasks\":[]}}", holds, holds},
		{"{\"policy\":{\"fields\":[\"nodes\"],\"tasks\":[[1,2,2,\"4\"],[1025,1,1,\"2\"]]}}", holds, unknown_},
		{"{\"policy\":{\"fields\":[],\"tasks\":[[1,2,2],[1025,1,1]]}}", holds, unknown_},
		/* a probe that began in the middle */
		{FIELDS("[[1,2,0,\"1\",\"1\"],[1025,1,1,\"3\",\"2\"]]"), holds, holds},
		{FIELDS("[[1,2,1,\"6\",\"4\"],[1025,1,0,\"9\",\"9\"]]"), holds, holds},
		{FIELDS("[[1,2,1,\"7\",\"4\"],[1025,1,0,\"9\",\"9\"]]"), holds, off},
		{FIELDS("[[1,2,0,\"6\",\"4\"],[1025,1,0,\"3\",\"2\"]]"), unknown_, unknown_},
		{"{}", unknown_, none},
		{"[]", unknown_, none},
		{"5", unknown_, none},
		{"{\"polic\":{}}", unknown_, none},
		{"{\"turn\":{\"fields\":[],\"tasks\":[[1,1,1]]}}", off, unknown_},
		/* other sums, other numbers */
		{FIELDS("[[1,2,2,\"5\",\"4\"],[1025,1,1,\"3\",\"2\"]]"), holds, off},
		{FIELDS("[[1,2,2,\"6\",\"3\"],[1025,1,1,\"3\",\"2\"]]"), holds, holds},
		{FIELDS("[[1,3,3,\"6\",\"4\"],[1025,1,1,\"3\",\"2\"]]"), off, holds},
		{FIELDS("[[1025,1,1,\"3\",\"2\"]]"), off, off},
		{FIELDS("[" WHOLE ",[2,1,1,\"3\",\"2\"]]"), off, off},
		{FIELDS("[" WHOLE ",[2,0,0,\"0\",\"0\"]]"), off, off},
		{FIELDS("[" WHOLE "," WHOLE "]"), off, off},
		{FIELDS("[" WHOLE ",[1,2,1,\"6\",\"4\"]]"), off, off},
		/* no such rows */
		{FIELDS("[" WHOLE ",5]"), off, off},
		{FIELDS("[" WHOLE ",[]]"), off, off},
		{FIELDS("[" WHOLE ",[[[]]]]"), off, off},
		{FIELDS("[" WHOLE ",[-1,2,2,\"6\",\"4\"]]"), off, off},
		{FIELDS("[" WHOLE ",[4294967297,2,2,\"6\",\"4\"]]"), off, off},
		{FIELDS("[[1,-2,-2,\"6\",\"4\"],[1025,1,1,\"3\",\"2\"]]"), off, off},
		{FIELDS("[[1,2e0,2,\"6\",\"4\"],[1025,1,1,\"3\",\"2\"]]"), off, off},
		{FIELDS("[[1,2,2,\"00000000000000006\",\"4\"],[1025,1,1,\"3\",\"2\"]]"), off, off},
		{FIELDS("[[1,2,2,\"0x6\",\"4\"],[1025,1,1,\"3\",\"2\"]]"), off, off},
		{FIELDS("[[1,2,2,\"\",\"4\"],[1025,1,1,\"3\",\"2\"]]"), off, off},
		{FIELDS("[[1,2,2,6,\"4\"],[1025,1,1,\"3\",\"2\"]]"), off, off},
		{FIELDS("[[1,2,2,\"6\"],[1025,1,1,\"3\",\"2\"]]"), off, off},
		{FIELDS("[[1,2,2,\"6\",\"4\",\"0\"],[1025,1,1,\"3\",\"2\"]]"), off, off},
		{FIELDS("[[1,2,2,\"6\",\"4\",\"0\",\"0\",\"0\",\"0\",\"0\",\"0\",\"0\",\"0\",\"0\",\"0\",\"0\",\"0\",\"0\",\"0\",\"0\"]]"), off, off},
		{FIELDS("[{\"a\":1,\"b\":2,\"c\":2,\"d\":\"6\",\"e\":\"4\"},[1025,1,1,\"3\",\"2\"]]"), off, off},
		{FIELDS("{\"a\":[1,2,2,\"6\",\"4\"],\"b\":[1025,1,1,\"3\",\"2\"]}"), off, off},
		{FIELDS("7"), off, off},
		{"{\"policy\":5}", off, unknown_},
		{"{\"policy\":{\"tasks\":[" WHOLE "]}}", off, unknown_},
		{"{\"policy\":{\"fields\":\"mode\",\"tasks\":[" WHOLE "]}}", off, unknown_},
		{"{\"policy\":{\"fields\":[\"mode\",\"mode\"],\"tasks\":[[1,2,2,\"6\",\"6\"],[1025,1,1,\"3\",\"3\"]]}}", off, off},
		{"{\"policy\":{\"fields\":[5,{},[\"mode\"],\"mode nodes\",\"\",\"0\",\"0\",\"0\",\"0\",\"0\",\"0\",\"0\",\"0\",\"0\",\"0\",\"0\",\"mode\"]}}", off, unknown_},
	};
#undef WHOLE
#undef FIELDS

	for (unsigned i = 0; i < MMS_COUNT(forms); i++) {
		char text[2048];
		int n, found[2] = {none, none}, len = snprintf(text, sizeof(text), "mmscope-capture 1\nmanifest {\"probes\":[\"interleave\"]}\n%s"
										  "end events=3 lost=0 manifest={\"witnesses\":%s}\n",
							      lines, forms[i].said);
		const struct mms_balance *row;

		CHECK(host_read(text, (size_t)len, 0) == 0, "form %u: %s", i, host_error());
		row = balance_rows(&n);
		for (int k = 0; k < n; k++)
			if (row[k].balance == MMS_BALANCE_witnesses && row[k].part % MMS_WITNESS_PARTS < 2 &&
			    found[row[k].part % MMS_WITNESS_PARTS] == none)
				found[row[k].part % MMS_WITNESS_PARTS] = (int)row[k].state;
		CHECK(found[0] == forms[i].events && found[1] == forms[i].modes, "form %u: states %d and %d: %s", i, found[0], found[1], forms[i].said);
	}
}

/* As many rows as a line can have, of one task. */
static void many_witnesses(void)
{
	static char text[1 << 18];

	text_put(text, sizeof(text), "mmscope-capture 1\nmanifest {\"probes\":[\"interleave\"]}\nmempolicy ts=5 cpu=0 pid=1 seq=0 mode=3 nodes=3 comm=b\n"
				"end events=1 lost=0 manifest={\"witnesses\":{\"policy\":{\"fields\":[],\"tasks\":[[1,1,1]");
	for (size_t at = strlen(text); at < sizeof(text) - 1000; at += 8)
		memcpy(text + at, ",[1,1,1]", 9);
	text_put(text, sizeof(text), "]}}}\n");
	CHECK(host_read(text, strlen(text), 0) == 0, "%s", host_error());
	CHECK(balance_is_off(MMS_BALANCE_witnesses), "a task has %zu bytes of rows", strlen(text));
}

SUITE(witnesses)
{
	static const struct test tests[] = {
		{"witnesses: what other places of the kernel tell of a decision", witnesses_are_heard},
		{"witnesses: whatever a manifest says of them", other_witnesses},
		{"witnesses: as many of them as a line can hold", many_witnesses},
	};

	RUN(tests);
}
