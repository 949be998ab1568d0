/* SPDX-License-Identifier: Apache-2.0 */
/* The lists that documents print: the commit message of a2468cc9bfdf, and swap_numa.rst. */
#include "suite.h"
#include "host.h"

static void boot(int rule, int nodes, const char *dev_node, const char *prio)
{
	unsigned n = (unsigned)strlen(dev_node);

	host_reset();
	host_set("rule", 0, rule);
	host_set("nodes", 0, nodes);
	host_set("devices", 0, n);
	for (unsigned i = 0; i < n; i++) {
		host_set("dev_node", i, dev_node[i] == '-' ? -1 : dev_node[i] - '0');
		host_set("dev_pages", i, 1024);
		if (prio[0])
			host_set("dev_prio", i, prio[i] == '-' ? -1 : prio[i] - '0');
	}
	host_set("tasks", 0, 8);
	host_set("task_pages", 0, 2048);
	host_set("memcg_pages", 0, 1024);
	host_set("migrate_every", 0, 64);
	host_set("stop_decisions", 0, 300);
}

/* "ABCD" and keys of list nid, with everything swapped on and nothing tried yet. */
static void expect_list(int nodes, const char *dev_node, int nid, const char *order, const s16 *key)
{
	const struct mms_state *st = host_seek((unsigned)nodes + (unsigned)strlen(dev_node));
	const struct mms_list *list;

	CHECK(st, "no state");
	if (!st)
		return;
	list = &st->list[nid];
	CHECK_EQ(list->n, strlen(order), "devices on the list");
	for (unsigned i = 0; order[i]; i++) {
		CHECK(list->type[i] == order[i] - 'A', "node %d place %u: %c, not %c", nid, i, 'A' + list->type[i], order[i]);
		if (key)
			CHECK_EQ(list->prio[i], key[i], "key");
	}
}

static void seed_000(void)
{
	boot(MMS_rule_node, 4, "0123", "");
	CHECK_EQ(host_run(1000), 0, "status");
	expect_list(4, "0123", 0, "ABCD", (s16[]){1, 3, 4, 5});
	expect_list(4, "0123", 1, "BACD", (s16[]){1, 2, 4, 5});
	expect_list(4, "0123", 2, "CABD", (s16[]){1, 2, 3, 5});
	expect_list(4, "0123", 3, "DABC", (s16[]){1, 2, 3, 4});
	for (int i = 0; i < 4; i++)
		CHECK_EQ(host_seek(8)->dev[i].prio, -2 - i, "priority");
}

static void seed_000_before(void)
{
	boot(MMS_rule_global, 4, "0123", "");
	CHECK_EQ(host_run(1000), 0, "status");
	expect_list(4, "0123", 0, "ABCD", (s16[]){1, 2, 3, 4});
	for (int i = 0; i < 4; i++)
		CHECK_EQ(host_seek(8)->dev[i].prio, -1 - i, "priority");
}

static void seed_001(void)
{
	boot(MMS_rule_roundrobin, 4, "0123", "");
	CHECK_EQ(host_run(1000), 0, "status");
	expect_list(4, "0123", 0, "ABCD", (s16[]){1, 1, 1, 1});
	for (int i = 0; i < 4; i++)
		CHECK_EQ(host_seek(8)->dev[i].prio, -1, "priority");
}

/* In which order CPUs of a node use up all devices, as the run showed it: "AB|C|D" means that A and B
 * took turns until both were full. Only that node's CPUs run. */
static void expect_use(int nid, const char *order)
{
	u32 done = 0; /* devices full */
	const char *group = order;
	int last = -1;

	boot(MMS_rule_node, 4, "001223", "");
	host_set("slots_cache", 0, 0);
	host_set("pattern", 0, MMS_pattern_sequential); /* nothing comes back in: no device gets a free slot again */
	host_set("stop_decisions", 0, 6100);
	for (unsigned i = 0; i < 4; i++)
		host_set("demand", i, (int)i == nid);
	CHECK_EQ(host_run(1000), 0, "status");
	for (u32 i = 0; i < mms_event_count() && !test_failed(); i++) {
		const struct mms_event *e = host_event(i);

		if (e->kind == MMS_KIND_swap_list && e->swap_list.reason == MMS_list_reason_full) {
			done |= 1u << e->swap_list.type;
			last = -1;
		}
		if (e->kind != MMS_KIND_swap_select || e->swap_select.type < 0)
			continue;
		CHECK_EQ(e->swap_select.nid, nid, "node");
		for (;;) { /* the group in use: up to '|', not all of it full */
			const char *c = group;

			while (*c && *c != '|' && done >> (*c - 'A') & 1)
				c++;
			if (*c && *c != '|')
				break;
			group = *c ? c + 1 : c;
			if (!*group)
				return;
		}
		CHECK(memchr(group, 'A' + e->swap_select.type, strcspn(group, "|")), "event %u: %c is used before %s", i,
		      'A' + e->swap_select.type, group);
		CHECK(strcspn(group, "|") == 1 || e->swap_select.type != last || done & 1u << (group[0] - 'A') ||
			      done & 1u << (group[1] - 'A'),
		      "event %u: %c twice, not in turn", i, 'A' + e->swap_select.type);
		last = e->swap_select.type;
	}
	CHECK(!strchr(group, '|'), "the run ended before %s was used", group);
}

static void six_devices(void)
{
	boot(MMS_rule_node, 4, "001223", "");
	CHECK_EQ(host_run(1000), 0, "status");
	expect_list(4, "001223", 0, "ABCDEF", (s16[]){1, 1, 4, 5, 6, 7});
	expect_list(4, "001223", 1, "CABDEF", (s16[]){1, 2, 3, 5, 6, 7});
	expect_list(4, "001223", 2, "DEABCF", (s16[]){1, 1, 2, 3, 4, 7});
	expect_list(4, "001223", 3, "FABCDE", (s16[]){1, 2, 3, 4, 5, 6});
	expect_use(0, "AB|C|D|E|F");
	expect_use(1, "C|A|B|D|E|F");
	expect_use(2, "DE|A|B|C|F");
	expect_use(3, "F|A|B|C|D|E");
}

static void explicit_first(void)
{
	for (int rule = 0; rule < 3; rule++) {
		boot(rule, 2, "0101-", "-0559");
		CHECK_EQ(host_run(1000), 0, "status");
		expect_list(2, "0101-", 0, "ECDBA", NULL);
		CHECK_EQ(host_seek(7)->list[0].prio[0], -9, "key");
		CHECK_EQ(host_seek(7)->dev[0].prio, rule == MMS_rule_node ? -2 : -1, "the only automatic priority");
	}
}

static void no_node(void)
{
	boot(MMS_rule_node, 4, "---3", "");
	CHECK_EQ(host_run(1000), 0, "status");
	expect_list(4, "---3", 0, "ABCD", (s16[]){2, 3, 4, 5});
	expect_list(4, "---3", 3, "DABC", (s16[]){1, 2, 3, 4});
}

SUITE(documents)
{
	static const struct test tests[] = {
		{"documents: the four lists of commit a2468cc9bfdf", seed_000},
		{"documents: the one list before it", seed_000_before},
		{"documents: the one list of commit 52f37efc5949", seed_001},
		{"documents: four nodes and six devices, as in swap_numa.rst", six_devices},
		{"documents: given priorities first, equals in order, 0 before promoted", explicit_first},
		{"documents: a device without a node is promoted nowhere", no_node},
	};

	RUN(tests);
}
