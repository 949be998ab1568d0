/* SPDX-License-Identifier: Apache-2.0 */
/*
 * make forgeries: each lie applied to one decision, to a tenth and to all, of each real capture that has such decisions.
 * A lie is noticed when the check finds something different, or an account that does not balance, where it found nothing in
 * the unforged capture.
 *
 *     forgeries [-q] [-a] [-v] CAPTURE…
 *
 * -q: one extent for each lie and capture, in turn. -a: accepts the result. -v: each forgery that goes unnoticed.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "abi/session.h"
#include "balances/balances.h"
#include "checker/checker.h"
#include "reader/internal.h"
#include "result.h"
#include "tests/host.h"
#include "tests/suite.h"
#include "witnesses.h"

#define EVENTS 20000 /* of each capture, so many of its first events are forged, and their decisions checked; all are balanced */
#define DECISIONS 10 /* of a policy; captures with fewer are not forged */
#define ONES 4       /* times that one decision is forged */
#define TRIES 4000   /* for one that can be */
#define FIELD_TRIES 100 /* of a lie about a field */
#define FIELD_EVENTS 6000 /* of each capture, by lies about fields */
#define SHARE 4      /* of the captures, of those one for each lie, where it is to be quick */
#define RESULT "tests/golden/forgeries.tsv"

/* A capture's first events, and a place to forge them in. */
struct capture {
	const char *path;
	struct mms_event *event;
	u32 count;
	u32 behind; /* events behind those, which stand behind them in `log` */
	struct mms_log log;
	struct mms_record record; /* its manifests */
	char *end; /* the last line's, with the witnesses that forged events have; NULL: as it was */
	u32 end_len;
	u64 incomplete; /* findings of the check in the unforged one; different are none */
	u32 decisions[16]; /* by policy */
	u32 kinds[256]; /* events by kind */
	u32 forged;   /* the event forged last */
	bool *let_in; /* of the forged: a reader would let this event in as it is */
};

static struct tally (*tallies)[FORGERY_EXTENTS]; /* shared by the processes, each of which adds */
static struct mms_checker checker;
static bool quick, verbose;

/* The checker alone, without a text between: what a reader refuses is not forged, see refused() and in_order(). */
static void check(const struct mms_log *log, u64 lost, u64 *different, u64 *incomplete)
{
	struct mms_arena *arena = &mms_session()->arena;
	size_t mark = arena->top;
	struct mms_totals t;

	CHECK(mms_checker_begin(&checker, arena, log, &t, lost) == MMS_status_ok, "no memory");
	mms_checker_run(&checker, UINT32_MAX);
	*different = t.different + t.replay_different + t.keys_different;
	*incomplete = t.incomplete + t.replay_incomplete + t.keys_incomplete;
	mms_arena_rewind(arena, mark);
}

/*
 * The last line with counters as the log has them: `stats` has of each how often it came, its first value and its last. Freed by the
 * caller.
 */
static char *end_again(const struct mms_record *record, const struct mms_log *log, u32 *len)
{
	static const char member[] = "\"stats\":{";
	char *from = strstr((char *)(uintptr_t)record->end, member), *text;
	FILE *to;
	size_t size;

	if (!from)
		return NULL;
	from += strlen(member);
	to = open_memstream(&text, &size);
	fwrite(record->end, 1, (size_t)(from - record->end), to);
	for (u32 i = 0, names = 0; i < log->count; i++) {
		const struct mms_ev_stat *first = &log->event[i].stat, *last = first;
		u32 n = 0;

		if (log->event[i].kind != MMS_KIND_stat)
			continue;
		for (u32 k = 0; k < log->count; k++)
			if (log->event[k].kind == MMS_KIND_stat && !strcmp(log->event[k].stat.text, first->text)) {
				n = k < i ? UINT32_MAX / 2 : n + 1;
				last = &log->event[k].stat;
			}
		if (n < UINT32_MAX / 2)
			fprintf(to, "%s\"%s\":[%u,%llu,%llu]", names++ ? "," : "", first->text, n, (unsigned long long)first->value,
				(unsigned long long)last->value);
	}
	fputs(strchr(from, '}'), to);
	fclose(to);
	*len = (u32)size;
	return text;
}

/*
 * The accounts of the whole capture that do not balance. `log`: its first events, at most as many as there were. `again`: the last line
 * agrees with it.
 */
static u64 off_balance(const struct capture *c, u64 lost, bool again)
{
	static struct mms_balance row[MMS_BALANCE_ROWS];
	struct mms_arena *arena = &mms_session()->arena;
	u32 room = c->count - c->log.count;
	struct mms_log log = {.event = c->log.event + room, .count = c->log.count + c->behind};
	struct mms_record record = c->record;
	char *end = NULL;
	u64 off = 0;
	s32 rows;

	if (room)
		memmove(log.event, c->log.event, c->log.count * sizeof(*log.event));
	record.log = &log;
	if (c->end) {
		record.end = c->end;
		record.end_len = c->end_len;
	}
	if (again && (end = end_again(&record, &log, &record.end_len)))
		record.end = end;
	record.missing = lost;
	rows = mms_balance_record(&record, arena, row);
	CHECK(rows >= 0, "no memory");
	for (s32 i = 0; i < rows; i++)
		off += row[i].state == MMS_balance_off;
	free(end);
	return off;
}

/* A copy that outlives the session. */
static const char *keep(const char *text, u32 len)
{
	char *copy = memcpy(malloc(len + 1), text, len);

	copy[len] = 0;
	return copy;
}

/* The policy of the event's decision; -1: it decides nothing. */
static int policy_of(const struct mms_event *e)
{
	int mode = mms_mode_of(e);

	return mode < 0 ? -1 : (int)mms_modes[mode].policy;
}

static void read_capture(struct capture *c, const char *path)
{
	size_t len;
	char *text = host_unpack(path, &len);
	const struct mms_log *log = &mms_session()->now.log;
	u64 different;

	/* all of it: the lines of a file are not in the order of its events */
	CHECK(host_read(text, len, 0) == 0, "%s: %s", path, host_error());
	free(text);
	c->path = path;
	c->count = MMS_MIN(log->count, (u32)EVENTS);
	c->behind = log->count - c->count;
	c->event = malloc(c->count * sizeof(*c->event));
	memcpy(c->event, log->event, c->count * sizeof(*c->event));
	c->log = (struct mms_log){.event = malloc(log->count * sizeof(*c->event)), .cap = c->count, .max = c->count};
	memcpy(c->log.event, log->event, log->count * sizeof(*c->event));
	c->record.start = mms_reader_manifest(mms_session()->now.reader, &c->record.start_len);
	c->record.end = mms_reader_end_manifest(mms_session()->now.reader, &c->record.end_len);
	c->record.start = keep(c->record.start, c->record.start_len);
	c->record.end = keep(c->record.end, c->record.end_len);
	host_reset();
	c->log.count = c->count;
	CHECK(!off_balance(c, 0, false) && !off_balance(c, 0, true), "%s does not balance where nothing is forged", path);
	check(&c->log, 0, &different, &c->incomplete);
	c->let_in = malloc(c->count);
	memset(c->decisions, 0, sizeof(c->decisions));
	memset(c->kinds, 0, sizeof(c->kinds));
	for (u32 i = 0; i < c->count; i++, c->kinds[c->event[i - 1].kind]++)
		if (policy_of(&c->event[i]) >= 0)
			c->decisions[policy_of(&c->event[i])]++;
	CHECK(!different, "%s: the check finds %llu different where nothing is forged", path, (unsigned long long)different);
}

static void free_capture(struct capture *c)
{
	free(c->event);
	free(c->log.event);
	free(c->let_in);
	free((void *)(uintptr_t)c->record.start);
	free((void *)(uintptr_t)c->record.end);
}

static bool refused(const struct mms_event *e)
{
	struct mms_range_error bad;

	return e->kind && !mms_range_check(e, &bad);
}

/* Forges event i; false when there is nothing to forge, or no reader would let it in. */
static bool forge_at(struct capture *c, const struct forgery *f, u32 i, struct mms_random *r)
{
	struct mms_event was = c->log.event[i];

	int policy = was.kind ? policy_of(&was) : 0;

	if (!was.kind || (f->lie && policy >= 0 && policy != f->lie->policy) || !forgery_apply(f, &c->log, i, r))
		return false;
	if (!refused(&c->log.event[i])) {
		c->forged = i;
		return c->let_in[i] = true;
	}
	if (!f->lie && f->field.way == WAY_WHEREVER) /* it altered others, too */
		memcpy(c->log.event, c->event, c->count * sizeof(*c->event));
	c->log.event[i] = was;
	return false;
}

static u32 forge_one(struct capture *c, const struct forgery *f, struct mms_random *r)
{
	for (u32 tries = 0; tries < (f->lie ? TRIES : FIELD_TRIES); tries++) {
		u32 i = mms_random_below(r, c->count);

		/* of rare events one is drawn, too */
		while (!f->lie && c->event[i].kind != f->field.kind->id)
			i = (i + 1) % c->count;
		if (forge_at(c, f, i, r))
			return 1;
	}
	return 0;
}

static u32 forge_some(struct capture *c, const struct forgery *f, u32 of, struct mms_random *r)
{
	u32 n = 0;

	for (u32 i = 0; i < c->count; i++)
		if (of == 1 || !mms_random_below(r, of))
			n += forge_at(c, f, i, r);
	return n;
}

/* Dropped events are gone, and nobody sees it in the numbers of swap_avail_lock's order. */
static void close_up(struct mms_log *log)
{
	u32 to = 0;
	u64 gone = 0;

	for (u32 i = 0; i < log->count; i++) {
		struct mms_event *e = &log->event[i];

		gone += !e->kind && e->seq;
		if (!e->kind)
			continue;
		if (mms_kind_ordered(e->kind))
			e->seq -= gone;
		if (to != i)
			log->event[to] = *e;
		to++;
	}
	log->count = to;
}

/* In the order that a reader gives them; false when it would refuse them. `missing`: gaps in seq. */
static bool in_order(struct mms_log *log, u64 *missing)
{
	static struct mms_reader reader; /* too large for a stack */
	struct mms_report report = {0};
	struct mms_error error;

	reader.arena = &mms_session()->arena;
	reader.log = log;
	reader.report = &report;
	reader.error = &error;

	if (mms_order(&reader) < 0)
		return false;
	*missing = report.missing;
	return true;
}

static void add(u32 *to, u32 n)
{
	__atomic_add_fetch(to, n, __ATOMIC_RELAXED);
}

/* One forged capture. False: there was nothing to forge. */
static bool forge(struct capture *c, const struct forgery *f, enum extent extent, struct mms_random *r, struct tally *t)
{
	u64 different = 0, incomplete = 0, missing;
	bool in;
	u32 n;

	c->log.count = c->count;
	memcpy(c->log.event, c->event, c->count * sizeof(*c->event));
	memset(c->let_in, 0, c->count);
	n = extent == FORGERY_ONE || (!f->lie && f->field.way == WAY_WHEREVER) ? forge_one(c, f, r) : forge_some(c, f, extent == FORGERY_ALL ? 1 : 10, r);
	if (!n)
		return false;
	for (u32 i = 0; i < c->count; i++) {
		bool let_in = c->let_in[i] || !memcmp(&c->log.event[i], &c->event[i], sizeof(*c->event)) ||
			      !refused(&c->log.event[i]);

		CHECK(let_in || !f->lie, "\"%s\": no reader would let in what it made of event %u of %s", f->name, i, c->path);
		if (!let_in)
			return false;
	}
	if (!f->lie && f->field.way == WAY_WITNESSED)
		c->end = witnesses_again(c->record.end, c->record.end_len, c->event, c->log.event, c->count, &c->end_len);
	close_up(&c->log);
	in = in_order(&c->log, &missing);
	if (in)
		check(&c->log, missing, &different, &incomplete);
	if (in && !different)
		different = off_balance(c, missing, !f->lie && f->field.way == WAY_AGAIN);
	free(c->end);
	c->end = NULL;
	if (!in)
		return false;
	add(&t->forged, 1);
	add(&t->different, different > 0);
	add(&t->incomplete, !different && incomplete > c->incomplete);
	if (verbose && !different)
		printf("# %s, \"%s\", %s: %u forged in %s, the last on line %llu: nothing different%s\n", f->about,
		       f->name, forgery_extents[extent], n, c->path, (unsigned long long)c->event[c->forged].line,
		       incomplete > c->incomplete ? ", incomplete" : "");
	return true;
}

/* The same choice of decisions whatever other lies and captures there are (FNV-1a). */
static u64 seed_of(const struct forgery *f, const char *path, unsigned extent)
{
	const char *part[] = {f->lie ? f->about : f->field.kind->name, f->draw, strrchr(path, '/') ? strrchr(path, '/') : path,
			      forgery_extents[extent]};
	u64 seed = 14695981039346656037ull;

	for (unsigned i = 0; i < MMS_COUNT(part); i++)
		for (const char *at = part[i]; *at; at++)
			seed = (seed ^ (u8)*at) * 1099511628211ull;
	return seed;
}

/* Only its first events are forged from here on. */
static void narrow(struct capture *c, u32 count)
{
	u64 different;

	memcpy(c->log.event, c->event, c->count * sizeof(*c->event));
	c->behind += c->count - MMS_MIN(c->count, count);
	c->count = MMS_MIN(c->count, count);
	c->log.cap = c->log.max = c->log.count = c->count;
	memset(c->kinds, 0, sizeof(c->kinds));
	for (u32 i = 0; i < c->count; i++)
		c->kinds[c->event[i].kind]++;
	check(&c->log, 0, &different, &c->incomplete);
}

static void forgery_capture(struct capture *c)
{
	const struct forgery *f;

	for (unsigned i = 0; (f = forgery_at(i)); i++) {
		if (!f->lie && c->count > FIELD_EVENTS)
			narrow(c, FIELD_EVENTS);
		if (f->lie ? c->decisions[f->lie->policy] < DECISIONS : !c->kinds[f->field.kind->id])
			continue;
		for (unsigned e = 0; e < FORGERY_EXTENTS; e++) {
			struct mms_random r = mms_random(seed_of(f, c->path, e));
			struct tally *t = &tallies[i][e];
			u64 draw = seed_of(f, c->path, 0) >> 8;
			bool made = false;

			/* a lie about a field to each capture once; when quick, any lie to some of them */
			if ((quick || !f->lie) && draw % FORGERY_EXTENTS != e)
				continue;
			if (quick && draw / FORGERY_EXTENTS % SHARE)
				continue;
			for (unsigned times = e == FORGERY_ONE && !quick && f->lie ? ONES : 1; times; times--)
				made = forge(c, f, (enum extent)e, &r, t) || made;
			add(&t->captures, made);
		}
	}
}

/* The lies that are not as tests/lies expects them: `stale`, those that are noticed every time now. */
static void judge(unsigned *outside, unsigned *stale, unsigned *never)
{
	const struct forgery *f;

	for (unsigned i = 0; (f = forgery_at(i)); i++)
		for (unsigned e = 0; e < FORGERY_EXTENTS; e++) {
			const struct tally *t = &tallies[i][e];
			const struct miss *row = forgery_miss(f, (enum extent)e);
			u32 missed = t->forged - t->different;

			if (missed && !row) {
				printf("not noticed: %s, \"%s\", %s: %u of %u, %u of them only incomplete\n", f->about,
				       f->name, forgery_extents[e], missed, t->forged, t->incomplete);
				*outside += missed;
			} else if (f->lie && !quick && row && t->forged && !missed) {
				printf("noticed every time: %s, \"%s\", %s: take out its MISS\n", f->about,
				       f->name, forgery_extents[e]);
				++*stale;
			} else if (f->lie && !quick && !t->forged && row) {
				printf("never tried: %s, \"%s\", %s: no capture has such events; take out its MISS\n",
				       f->about, f->name, forgery_extents[e]);
				++*never;
			}
		}
}

/* The rows of tests/lies/fields.def that nothing needs. */
static unsigned idle_rows(void)
{
	const struct forgery *f;
	const struct miss *row;
	const char *name;
	unsigned idle = 0;

	for (unsigned n = 0; !quick && (name = field_miss_at(n, &row)); n++) {
		u32 missed = 0;

		for (unsigned i = 0; (f = forgery_at(i)); i++)
			for (unsigned e = 0; e < FORGERY_EXTENTS && !f->lie && forgery_miss(f, (enum extent)e) == row; e++)
				missed += tallies[i][e].forged - tallies[i][e].different;
		if (!missed)
			printf("noticed every time: %s: take out its row\n", name);
		idle += !missed;
	}
	return idle;
}

/* The lies that can go unnoticed because of the captures or the check stand out: they are to become fewer. */
static void print_waiting(const char *until, const char *says)
{
	const struct forgery *f;

	for (unsigned i = 0; (f = forgery_at(i)); i++) {
		char extents[32] = "";
		u32 forged = 0, missed = 0;

		for (unsigned e = 0; e < FORGERY_EXTENTS; e++) {
			const struct miss *row = forgery_miss(f, (enum extent)e);

			if (!row || strcmp(row->until, until) || !tallies[i][e].forged)
				continue;
			snprintf(extents + strlen(extents), sizeof(extents) - strlen(extents), " %s", forgery_extents[e]);
			forged += tallies[i][e].forged;
			missed += tallies[i][e].forged - tallies[i][e].different;
		}
		if (forged)
			printf("%s: %s, \"%s\":%s: not noticed in %u of %u\n", says, f->about, f->name, extents, missed,
			       forged);
	}
}

/* Each process takes the next capture that none has taken. False: one of them failed. */
static bool forgery_captures(char **path, u32 n)
{
	u32 *next = mmap(NULL, sizeof(*next), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	int status, children = 0;
	bool well = true;

	forgery_at(0);
	for (long cpus = sysconf(_SC_NPROCESSORS_ONLN); children < cpus; children++) {
		if (fork())
			continue;
		for (u32 i; (i = __atomic_fetch_add(next, 1, __ATOMIC_RELAXED)) < n;) {
			struct capture c = {0};

			read_capture(&c, path[i]);
			forgery_capture(&c);
			free_capture(&c);
		}
		exit(0);
	}
	while (children--)
		well &= wait(&status) > 0 && !status;
	return well;
}

int main(int argc, char **argv)
{
	unsigned outside = 0, stale = 0, never = 0, bad = lie_bad_misses(), changed = 0, kinds = 0;
	u32 forged = 0, different = 0, incomplete = 0, captures = 0;
	bool accept = false;

	tallies = mmap(NULL, FORGERIES * sizeof(*tallies), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	for (int i = 1; i < argc; i++) {
		if (argv[i][0] == '-') {
			quick |= argv[i][1] == 'q';
			accept |= argv[i][1] == 'a';
			verbose |= argv[i][1] == 'v';
			continue;
		}
		argv[captures++] = argv[i];
	}
	CHECK(forgery_captures(argv, captures), "a capture could not be forged");
	for (unsigned i = 0; forgery_at(i); i++) {
		u32 of_kind = 0;

		for (unsigned e = 0; e < FORGERY_EXTENTS; e++) {
			of_kind += tallies[i][e].forged;
			different += tallies[i][e].different;
			incomplete += tallies[i][e].incomplete;
		}
		forged += of_kind;
		kinds += of_kind > 0;
	}
	judge(&outside, &stale, &never);
	stale += idle_rows();
	print_waiting("captures", "not with these captures");
	print_waiting("check", "not with this check");
	if (accept && !quick)
		CHECK(forgery_write(RESULT, tallies), RESULT " cannot be written");
	else
		changed = forgery_compare(RESULT, tallies, quick);
	if (changed)
		printf("%u lines are not as in %s; if that is meant: make forgeries ACCEPT=1\n", changed, RESULT);
	printf("%s of each capture's first %u events; %u only incomplete; of %u not noticed, %u have no MISS\n",
	       quick ? "one extent for each lie" : "three extents", EVENTS, incomplete, forged - different, outside);
	printf("forgeries kinds=%u captures=%u altered=%u noticed=%u unnoticed=%u undeclared=%u\n", kinds, captures, forged,
	       different, forged - different, outside);
	return outside || stale || never || bad || changed || !forged;
}
