/* SPDX-License-Identifier: Apache-2.0 */
/* Switches and weights at decisions, beside the lines that say when they were read and set. */
#include "suite.h"
#include "fixture_balances.h"
#include "host.h"

#define TEXT 8192
#define WEIGHT "/sys/kernel/mm/mempolicy/weighted_interleave/node"
#define SECOND 1000000000ull

/* An interleaved allocation whose switch is `g`, or by weight `g` of node 0, `ms` behind the start of the capture. */
struct read {
	u32 ms, g;
	bool weighted;
};

/* A capture from 1 s to 11 s: what its lines of settings say, what its last line says of them, and the decisions. */
static void read_capture(const char *lines, const char *again, const struct read *decision, unsigned n)
{
	char text[TEXT] = "mmscope-capture 1\n";

	text_put(text, sizeof(text), "manifest {\"comm\":\"reader\",\"probes\":[\"interleave\"],\"started_ns\":%llu,"
		 "\"sysctls\":{\"vm.numa_interleave_granularity\":\"1\"},\"settings\":{\"" WEIGHT "0\":\"8\"}}\n", SECOND);
	text_put(text, sizeof(text), "node nid=0 cpus=1 pages=1000\nnode nid=1 cpus=2 pages=1000\n%s", lines);
	for (unsigned i = 0; i < n; i++)
		text_put(text, sizeof(text), "interleave ts=%llu cpu=0 pid=%u seq=0 caller=0 mode=%u nodes=3 prev=1 cnt=0 g=%u nid=0 cnt_after=%u comm=reader\n",
			 SECOND + decision[i].ms * 1000000ull, 7 + i, decision[i].weighted ? MMS_mpol_weighted_interleave : MMS_mpol_interleave,
			 decision[i].g, decision[i].g - 1);
	text_put(text, sizeof(text), "end events=%u lost=0 manifest={%s\"duration_ns\":%llu,\"sysctls\":{\"vm.numa_interleave_granularity\":\"4\"},"
		 "\"settings\":{\"" WEIGHT "0\":\"8\"}}\n", n, again, 10 * SECOND);
	CHECK(host_read(text, strlen(text), 0) == 0, "%s", host_error());
}

/* Set at 3 s and at 6 s; read at 8 s. The end says 4, too. */
static const char lines[] =
	"setting ts=4000000000 text=vm.numa_interleave_granularity=2\n"
	"setting ts=7000000000 text=vm.numa_interleave_granularity=4\n"
	"setting ts=5000000000 text=" WEIGHT "0=3\n"
	"setting ts=8000000000 text=" WEIGHT "0=0\n"
	"setting ts=9000000000 text=vm.numa_interleave_granularity=4\n"
	"setting ts=9100000000 text=" WEIGHT "0=8\n"
	"setting ts=9200000000 text=vm.swap_device_select=global\n";
#define AGAIN \
	"\"switches\":{\"vm.numa_interleave_granularity\":[[\"2\",1],[\"4\",2]],\"" WEIGHT "0\":[[\"3\",1],[\"0\",1],[\"8\",1]]," \
	"\"vm.swap_device_select\":[[\"global\",1]]},"

static void value_at_a_decision(void)
{
	static const struct {
		struct read read;
		bool fits;
		const char *what;
	} rows[] = {
		{{100, 1, false}, true, "as the tracer read it at the start"},
		{{100, 2, false}, false, "before it is set"},
		{{2499, 2, false}, false, "half a second before it is set, and more"},
		{{2501, 2, false}, true, "half a second before it is set"},
		{{2501, 1, false}, true, "not set yet"},
		{{3499, 1, false}, true, "half a second behind the line"},
		{{3501, 1, false}, false, "half a second behind it, and more"},
		{{5000, 2, false}, true, "set"},
		{{5000, 4, false}, false, "set next"},
		{{5000, 3, false}, false, "never set"},
		{{9500, 4, false}, true, "as at the mark and at the end"},
		{{9500, 2, false}, false, "of the line before"},
		{{1000, 8, true}, true, "the weight at the start"},
		{{1000, 3, true}, false, "a weight before it is set"},
		{{5000, 3, true}, true, "the weight that was set"},
		{{5000, 8, true}, false, "the weight before it was set"},
		{{7800, 5, true}, true, "who writes 0 has the kernel's own weight, which no line tells"},
		{{9500, 5, true}, false, "until the weight is read at a mark"},
	};

	for (unsigned i = 0; i < MMS_COUNT(rows); i++) {
		unsigned id = rows[i].read.weighted ? MMS_BALANCE_weighed : MMS_BALANCE_switched;
		struct mms_balance found = {0};

		read_capture(lines, AGAIN, &rows[i].read, 1);
		CHECK(has_account(id, &found), "%s: no account", rows[i].what);
		CHECK_EQ(found.state, rows[i].fits ? MMS_balance_holds : MMS_balance_off, rows[i].what);
		CHECK_EQ(found.left, 1u, rows[i].what);
		/* 6: vm.numa_interleave_granularity in balances.def */
		CHECK_EQ(found.part, rows[i].read.weighted ? 0u : 6u, rows[i].what);
	}
}

/* A capture that was made before there were such lines has no such account. */
static void older_form(void)
{
	static const struct read read = {5000, 2, false};
	struct mms_balance found = {0};

	read_capture("", "", &read, 1);
	CHECK(!has_account(MMS_BALANCE_switched, &found), "an account of lines that the tracer did not write");
	read_capture(lines, "", &read, 1);
	CHECK(has_account(MMS_BALANCE_settings_again, &found) && found.state == MMS_balance_unknown, "what the end does not say again");
}

static void said_again(void)
{
	static const struct {
		const char *again;
		u64 left, right;
	} rows[] = {
		{AGAIN, 7, 7},
		{"\"switches\":{\"vm.numa_interleave_granularity\":[[\"2\",1],[\"4\",2]]},", 7, 3},
		{"\"switches\":{\"vm.numa_interleave_granularity\":[[\"2\",2],[\"4\",2]]},", 8, 2},
		{"\"switches\":{\"vm.numa_interleave_granularity\":[[\"2\",1],[\"4\",1]]},", 7, 2},
		{"\"switches\":{\"vm.numa_interleave_granularity\":[[\"22\",1],[\"4\",2]]},", 7, 2},
		{"\"switches\":{\"vm.numa_interleave_granularity\":[[\"2\",1],[\"4\",2],[\"8\",3]]},", 10, 3},
		{"\"switches\":{\"vm.numa_interleave\":[[\"2\",1]]},", 8, 0},
		{"\"switches\":{\"vm.swappiness\":[[\"60\",5]]},", 12, 0},
		{"\"switches\":{\"vm.swappiness\":[60]},", 8, 0},
		{"\"switches\":7,", 7, 0},
	};
	static const struct read read = {100, 1, false};

	for (unsigned i = 0; i < MMS_COUNT(rows); i++) {
		struct mms_balance found = {0};

		read_capture(lines, rows[i].again, &read, 1);
		CHECK(has_account(MMS_BALANCE_settings_again, &found), "row %u: no account", i);
		CHECK_EQ(found.left, rows[i].left, rows[i].again);
		CHECK_EQ(found.right, rows[i].right, rows[i].again);
		CHECK_EQ(found.state, i ? MMS_balance_off : MMS_balance_holds, rows[i].again);
	}
}

SUITE(balance_settings)
{
	static const struct test tests[] = {
		{"balances: a switch is at each decision what it was set to", value_at_a_decision},
		{"balances: settings in a capture that was made before there were lines of them", older_form},
		{"balances: settings that the last line says again", said_again},
	};

	RUN(tests);
}
