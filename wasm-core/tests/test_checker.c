/* SPDX-License-Identifier: Apache-2.0 */
/* What a model never shows: walks that others disturb, gaps, captures that begin late. */
#include "suite.h"
#include "host.h"
#include "checker/internal.h"

static struct mms_ev_swap_select select_of(const u8 *type, const s16 *key, u8 n)
{
	struct mms_ev_swap_select e = {.goal = 64, .batch = 64, .avail = 1000, .list_n = n, .type = -1, .end = MMS_walk_end_none};

	memset(e.list_type, 0xff, sizeof(e.list_type));
	memset(e.list_prio, 0xff, sizeof(e.list_prio));
	memset(e.visit_type, 0xff, sizeof(e.visit_type));
	memcpy(e.list_type, type, n);
	memcpy(e.list_prio, key, n * sizeof(*key));
	return e;
}

static void visit(struct mms_ev_swap_select *e, u8 type, u8 verdict, u8 next)
{
	e->visit_type[e->visits] = type;
	e->visit_verdict[e->visits] = verdict;
	e->visit_next[e->visits++] = next;
}

static void expect(const struct mms_ev_swap_select *e, u8 check, u8 why, const char *what)
{
	struct mms_finding f = mms_check_select(e, 0);

	CHECK(f.check == check && f.why == why, "%s: check %u why %u, not %u %u (visit %u expected %d)", what, f.check, f.why,
	      check, why, f.visit, f.expected);
}

static void finish(struct mms_ev_swap_select *e, u8 end, s16 type, u16 ret)
{
	e->end = end;
	e->type = type;
	e->ret = ret;
}

static void disturbed(void)
{
	struct mms_ev_swap_select e = select_of((u8[]){0, 1, 2}, (s16[]){1, 1, 5}, 3);

	visit(&e, 0, MMS_verdict_full, 1);
	visit(&e, 1, MMS_verdict_zero, 7); /* 7 joined meanwhile */
	visit(&e, 7, MMS_verdict_gone, 2);
	visit(&e, 2, MMS_verdict_took, MMS_NO_TYPE);
	finish(&e, MMS_walk_end_took, 2, 5);
	expect(&e, MMS_check_same, 0, "three others disturbed");
	e.visit_verdict[2] |= MMS_NEXT_LEFT;
	expect(&e, MMS_check_different, MMS_check_why_visit, "went on although next had left");
	e.visits = 3;
	finish(&e, MMS_walk_end_restart, -1, 0);
	expect(&e, MMS_check_same, 0, "next had left");
	e.visit_verdict[2] = MMS_verdict_gone;
	expect(&e, MMS_check_different, MMS_check_why_visit, "stopped in the middle");
}

static void large(void)
{
	struct mms_ev_swap_select e = select_of((u8[]){0, 1}, (s16[]){1, 2}, 2);

	e.order = 4;
	e.goal = e.batch = 1;
	visit(&e, 0, MMS_verdict_zero, 1);
	finish(&e, MMS_walk_end_order, -1, 0);
	expect(&e, MMS_check_same, 0, "one device");
	visit(&e, 1, MMS_verdict_took, MMS_NO_TYPE);
	finish(&e, MMS_walk_end_took, 1, 1);
	expect(&e, MMS_check_different, MMS_check_why_visit, "a second device");
	e.visit_verdict[0] = MMS_verdict_full;
	expect(&e, MMS_check_same, 0, "a second device behind a full one");
}

static void rules(void)
{
	struct mms_ev_swap_select e = select_of((u8[]){0, 1}, (s16[]){1, 1}, 2);

	visit(&e, 0, MMS_verdict_took, 1);
	finish(&e, MMS_walk_end_took, 0, 64);
	expect(&e, MMS_check_same, 0, "two local devices");
	e.mode = MMS_rule_global;
	expect(&e, MMS_check_different, MMS_check_why_key, "two devices of priority -1 under global");
	e.mode = MMS_rule_roundrobin;
	expect(&e, MMS_check_same, 0, "two devices under roundrobin");
	e.nid = 3;
	expect(&e, MMS_check_same, 0, "another node under roundrobin");
	e.mode = MMS_rule_node;
	expect(&e, MMS_check_different, MMS_check_why_which_list, "another node's list under node");
	e.nid = 0;
	e.list_prio[1] = 0;
	expect(&e, MMS_check_different, MMS_check_why_order, "not sorted");
	e.list_prio[1] = 1;
	e.visit_next[0] = 0;
	expect(&e, MMS_check_different, MMS_check_why_visit, "next is not the second");
	e.visit_next[0] = 1;
	e.ret = 65;
	expect(&e, MMS_check_different, MMS_check_why_ret, "more than asked for");
	e.ret = 0;
	expect(&e, MMS_check_different, MMS_check_why_ret, "took nothing");
	e.ret = 3;
	expect(&e, MMS_check_same, 0, "a short batch");
	e.type = 1;
	expect(&e, MMS_check_different, MMS_check_why_type, "another device");
	e.type = 0;
	e.batch = 63;
	expect(&e, MMS_check_different, MMS_check_why_batch, "batch");
	e.batch = 64;
	e.list_n = 17;
	expect(&e, MMS_check_incomplete, MMS_check_why_lanes, "more devices than lanes");
}

static void noswap(void)
{
	struct mms_ev_swap_select e = select_of((u8[]){0}, (s16[]){1}, 1);

	e.avail = 0;
	e.batch = 0;
	e.end = MMS_walk_end_noswap;
	expect(&e, MMS_check_same, 0, "no free swap");
	e.end = MMS_walk_end_none;
	expect(&e, MMS_check_different, MMS_check_why_end, "none without a walk");
	e.end = MMS_walk_end_noswap;
	e.type = 0;
	expect(&e, MMS_check_different, MMS_check_why_type, "a device without a walk");
}

static void run_model(void)
{
	host_reset();
	host_set("nodes", 0, 2);
	host_set("devices", 0, 4);
	for (unsigned i = 0; i < 4; i++) {
		host_set("dev_pages", i, 8000);
		host_set("dev_node", i, i % 2);
	}
	host_set("task_pages", 0, 4000);
	host_set("memcg_pages", 0, 4000);
	host_set("stop_decisions", 0, 400);
	host_set("frees", 0, 0);
	CHECK_EQ(host_run(1000), 0, "status");
}

/* The text without the lines that hold this. */
static char *without(const char *text, size_t len, const char *holds, size_t *left)
{
	char *out = malloc(len + 1);

	*left = 0;
	while (len) {
		size_t n = (size_t)((const char *)memchr(text, '\n', len) - text) + 1;

		if (!memmem(text, n, holds, strlen(holds))) {
			memcpy(out + *left, text, n);
			*left += n;
		}
		text += n;
		len -= n;
	}
	return out;
}

static void gap(void)
{
	const struct mms_totals *t;
	size_t len, left;
	char *text, *cut;

	run_model();
	text = host_write(&len);
	cut = without(text, len, " seq=50 ", &left);
	CHECK_EQ(host_read(cut, left, 0), 0, "status");
	CHECK_EQ(host_report()->missing, 1, "missing");
	t = host_check();
	CHECK_EQ(t->lost, 1, "lost");
	CHECK_EQ(t->same, t->decisions, "stateless");
	CHECK_EQ(t->replay_incomplete, 2, "incomplete until both lists were seen again");
	CHECK_EQ(t->replay_different, 0, "different");
	CHECK_EQ(t->replay_same, t->decisions - 2, "same again");
	free(cut);
	free(text);
}

static void lost(void)
{
	const struct mms_totals *t;
	size_t len;
	char *text, *more, *at;

	run_model();
	text = host_write(&len);
	more = malloc(len + 16);
	at = memmem(text, len, "swap_select", 11);
	for (int i = 0; i < 100; i++)
		at = memchr(at, '\n', len) + 1;
	memcpy(more, text, (size_t)(at - text));
	memcpy(more + (at - text), "lost n=3\n", 9);
	memcpy(more + (at - text) + 9, at, len - (size_t)(at - text));
	CHECK_EQ(host_read(more, len + 9, 0), 0, "status");
	t = host_check();
	CHECK_EQ(t->same, 100, "same before it");
	CHECK_EQ(t->incomplete, t->decisions - 100, "incomplete after it");
	CHECK_EQ(t->replay_incomplete, t->decisions - 100, "incomplete after it");
	CHECK_EQ(t->lost, 3, "lost");
	free(more);
	free(text);
}

static void begins_late(void)
{
	const struct mms_totals *t;
	size_t len, left;
	char *text, *cut;

	run_model();
	text = host_write(&len);
	cut = without(text, len, "swap_list", &left);
	cut[left - 3] = '\n'; /* the end line's count would not fit: cut off */
	left = (size_t)((char *)memmem(cut, left, "\nend ", 5) - cut) + 1;
	CHECK_EQ(host_read(cut, left, 0), 0, "status");
	t = host_check();
	CHECK_EQ(t->same, t->decisions, "stateless");
	CHECK_EQ(t->replay_incomplete, 2, "incomplete: the first of each list");
	CHECK_EQ(t->replay_same, t->decisions - 2, "same");
	CHECK(host_seek(mms_event_count())->dev[0].node_id == 0 && host_seek(mms_event_count())->dev[1].node_id == 1,
	      "promoted devices sit on the list's node");
	CHECK(!host_seek(mms_event_count())->dev[0].seen && host_seek(mms_event_count())->dev[0].present, "seen");
	free(cut);
	free(text);
}

SUITE(checker)
{
	static const struct test tests[] = {
		{"checker: a disturbed walk is the same, a wrong one is not", disturbed},
		{"checker: large folios", large},
		{"checker: each rule's list, keys, batch, result", rules},
		{"checker: no free swap", noswap},
		{"checker: after a gap the replay is incomplete until the lists are seen again", gap},
		{"checker: after lost events nothing is the same", lost},
		{"checker: a capture that begins late", begins_late},
	};

	RUN(tests);
}
