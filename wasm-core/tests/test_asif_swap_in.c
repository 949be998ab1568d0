/* SPDX-License-Identifier: Apache-2.0 */
/*
 * As if, of swap-in: under its own switch a capture gives back its own windows and reads; under another one every fault
 * and read is there once, decided as the policy does.
 */
#include "asif.h"
#include "captures.h"
#include "suite.h"
#include "host.h"
#include "machine/swap_in/asif.h"
#include "fixture.h"
#include "machine/random.h"

static u64 captures, decisions, same, means, near;

static const struct swap_in_asif *driven(void)
{
	return mms_session()->now.machine.self;
}

static bool as_if(const char *text, size_t len, int mode, bool own)
{
	return host_asif(text, len, MMS_machine_swap_in, "swap_poll", mode, own) >= 0;
}

static u64 own_of(u64 *fit)
{
	u64 n = asif_compare(MMS_KIND_swap_in, fit);

	return n + asif_compare(MMS_KIND_swap_ra, fit);
}

static void look_identity(const char *path, const char *text, size_t len)
{
	const struct swap_in_asif *d;
	u64 fit = 0, n;

	if (!as_if(text, len, 0, true)) {
		CHECK(!asif_count(asif_record(), MMS_KIND_swap_in), "%s: %s", path, host_error());
		return;
	}
	n = own_of(&fit);
	CHECK(fit == n, "%s: %llu of %llu decisions are its own", path, (unsigned long long)fit, (unsigned long long)n);
	d = driven();
	CHECK(d->means_near * 100 >= d->means * 85, "%s: %llu of %llu means are near", path, (unsigned long long)d->means_near,
	      (unsigned long long)d->means);
	captures++;
	decisions += n;
	same += fit;
	means += d->means;
	near += d->means_near;
}

static void identity(void)
{
	captures = decisions = same = means = near = 0;
	every_capture(look_identity);
	CHECK(means > 1000, "%llu means only", (unsigned long long)means);
	note("%llu captures, %llu decisions, %llu the same; %llu means, %llu near", (unsigned long long)captures,
	     (unsigned long long)decisions, (unsigned long long)same, (unsigned long long)means, (unsigned long long)near);
}

/* What was played of the record, by line, and by task the last of it. */
static void in_order(const char *path, const struct mms_log *here, const struct mms_log *there)
{
	u32 *place, last[1 << 16] = {0};
	u64 lines = 0;

	for (u32 i = 0; i < there->count; i++)
		lines = MMS_MAX(lines, there->event[i].line);
	place = calloc(lines + 1, sizeof(*place));
	for (u32 i = 0; i < there->count; i++)
		place[there->event[i].line] = i + 1;
	for (u32 i = 0; i < here->count; i++) {
		const struct mms_event *e = &here->event[i];
		u32 *before = &last[(u16)e->pid], at = place[e->line];

		CHECK(!i || e->ts >= e[-1].ts, "%s: time goes back", path);
		if (e->kind != MMS_KIND_swap_ra && e->kind != MMS_KIND_swap_in)
			continue;
		CHECK(at > *before, "%s: line %llu is not what its task does next", path, (unsigned long long)e->line);
		*before = at;
	}
	free(place);
}

/* Every fault and read of the record is there, each task's in its order, and as many end. */
static void conserved(const char *path)
{
	static const u8 kinds[] = {MMS_KIND_swap_ra, MMS_KIND_swap_in, MMS_KIND_swap_in_done};
	const struct mms_log *here = &mms_session()->now.log, *there = asif_record();

	CHECK(!driven()->heap_n, "%s: something is still under way", path);
	for (u32 i = 0; i < MMS_COUNT(kinds); i++)
		CHECK_EQ(asif_count(here, kinds[i]), asif_count(there, kinds[i]), path);
	in_order(path, here, there);
}

/* A read that polling can wait for is waited for as the mode says, and what polls from the beginning never sleeps. */
static void by_mode(const char *path, u8 mode)
{
	static const u8 how[] = {MMS_swap_how_interrupt, MMS_swap_how_poll, MMS_swap_how_hybrid};
	const struct mms_log *here = &mms_session()->now.log;
	const struct mms_event *e;

	for (u32 at = 0; (e = asif_next(here, MMS_KIND_swap_in, &at));) {
		const struct mms_ev_swap_in *r = &e->swap_in;

		CHECK_EQ(r->mode, mode, path);
		if (r->how >= MMS_swap_how_interrupt)
			CHECK_EQ(r->how, r->single && r->can_poll && !r->order ? how[mode] : MMS_swap_how_interrupt, path);
	}
	for (u32 at = 0; (e = asif_next(here, MMS_KIND_swap_in_done, &at));) {
		const struct mms_ev_swap_in_done *r = &e->swap_in_done;

		CHECK(r->slept <= r->lat && (r->how == MMS_swap_how_hybrid || !r->slept), "%s: slept %llu of %llu ns, how %u", path,
		      (unsigned long long)r->slept, (unsigned long long)r->lat, r->how);
	}
}

static void look_other(const char *path, const char *text, size_t len)
{
	for (u8 mode = MMS_swap_poll_interrupt; mode <= MMS_swap_poll_hybrid; mode++) {
		const struct mms_totals *t;

		if (!as_if(text, len, mode, false))
			return;
		conserved(path);
		by_mode(path, mode);
		t = host_check();
		CHECK(t->decisions == t->same && t->decisions == t->replay_same + t->stateless_only && !t->keys_different,
		      "%s as mode %d: %llu decisions, %llu and %llu + %llu same; %llu of %llu keys differ", path, mode,
		      (unsigned long long)t->decisions, (unsigned long long)t->same, (unsigned long long)t->replay_same,
		      (unsigned long long)t->stateless_only, (unsigned long long)t->keys_different, (unsigned long long)t->keys);
		captures++;
		decisions += t->decisions;
	}
}

static void others(void)
{
	captures = decisions = 0;
	every_capture(look_other);
	CHECK(captures >= 3, "no capture has reads");
	note("%llu runs, %llu decisions", (unsigned long long)captures, (unsigned long long)decisions);
}

/* From interrupt to hybrid: once a window of reads has ended, reads sleep half of their mean. */
static void sleeps(void)
{
	size_t len;
	char *text = host_capture("swap-in-interrupt", &len);
	const struct mms_event *e;
	u64 asleep = 0, n = 0;
	u32 at = 0;

	CHECK(as_if(text, len, MMS_swap_poll_hybrid, false), "%s", host_error());
	while ((e = asif_next(&mms_session()->now.log, MMS_KIND_swap_in, &at))) {
		n++;
		asleep += e->swap_in.sleep > 0;
		if (!e->swap_in.delay)
			CHECK_EQ(e->swap_in.sleep, (e->swap_in.mean + 1) / 2, "sleep");
	}
	CHECK(asleep > n / 2, "%llu of %llu reads sleep", (unsigned long long)asleep, (unsigned long long)n);
	free(text);
	note("%llu of %llu reads sleep", (unsigned long long)asleep, (unsigned long long)n);
}

/* Kinds that no model makes, and of captures that say more or less: by address and place, on any device. */
static void made(void)
{
	u64 n = 0, fit = 0;

	captures = decisions = 0;
	for (u64 number = 0; number < 300 && !test_failed(); number++) {
		size_t len;
		char *text = fixture_swap_in(number, &len);

		CHECK(as_if(text, len, 0, true), "made %llu: %s", (unsigned long long)number, host_error());
		n += own_of(&fit);
		CHECK(fit == n, "made %llu: %llu of %llu are its own", (unsigned long long)number, (unsigned long long)fit,
		      (unsigned long long)n);
		look_other("a made capture", text, len);
		free(text);
	}
	note("%llu decisions, %llu the same; %llu decided otherwise", (unsigned long long)n, (unsigned long long)fit,
	     (unsigned long long)decisions);
}

/* One task, one page at a time, a look at the queue in no time: what the disk does is known to the nanosecond. */
static void scenario(u64 seed, int mode, long long delay)
{
	host_set("machine", 0, MMS_machine_swap_in);
	host_set("seed", 0, (long long)seed);
	host_set("swap_poll", 0, mode);
	host_set("swap_poll_delay", 0, delay);
	host_set("page_cluster", 0, 0);
	host_set("dev_ns", 0, 300 + (long long)seed * 997 % 60000);
	host_set("dev_spread", 0, 30);
	host_set("work_ns", 0, (long long)seed * 7919 % 300000);
	host_set("irq_ns", 0, 1800 + (long long)seed % 5 * 700);
	host_set("poll_ns", 0, 1);
	host_set("faults", 0, 3000);
}

/* The times of reads and how they were decided, one after the other. */
static u64 *reads(u32 *n)
{
	const struct mms_log *log = &mms_session()->now.log;
	const struct mms_event *e;
	u64 *ends = calloc(log->count, 2 * sizeof(*ends));
	u32 at = 0;

	*n = 0;
	while ((e = asif_next(log, MMS_KIND_swap_in_done, &at))) {
		ends[(*n)++] = e->ts;
		ends[(*n)++] = e->swap_in_done.lat << 3 | e->swap_in_done.how;
	}
	return ends;
}

/* Of one task the model has the same faults in every mode: as if comes to what the model does in the other. */
static void exact(void)
{
	u64 compared = 0;

	for (u64 seed = 1; seed <= 12 && !test_failed(); seed++) {
		long long delay = seed % 3 ? 0 : 5000;

		for (int from = MMS_swap_poll_interrupt; from <= MMS_swap_poll_poll; from++) {
			size_t len;
			char *text;

			host_reset();
			scenario(seed, from, delay);
			CHECK_EQ(host_run(1000), MMS_status_ok, "the run");
			text = host_write(&len);
			for (int to = MMS_swap_poll_interrupt; to <= MMS_swap_poll_hybrid; to++) {
				u32 n, like;
				u64 *real, *found;
				s32 status;

				host_reset();
				scenario(seed, to, delay);
				CHECK_EQ(host_run(1000), MMS_status_ok, "the run");
				real = reads(&like);
				CHECK(host_read(text, len, 0) >= 0, "%s", host_error());
				scenario(seed, to, delay);
				CHECK_EQ(mms_asif_begin(false), MMS_status_ok, "as if");
				while ((status = mms_model_run(1000)) == MMS_status_more)
					continue;
				CHECK_EQ(status, MMS_status_ok, "the run as if");
				found = reads(&n);
				CHECK_EQ(n, like, "reads");
				for (u32 i = 0; i < n; i++)
					CHECK(found[i] == real[i], "seed %llu, %d as %d: read %u: %llu, not %llu", (unsigned long long)seed, from,
					      to, i / 2, (unsigned long long)found[i], (unsigned long long)real[i]);
				compared += n / 2;
				free(real);
				free(found);
			}
			free(text);
		}
	}
	note("%llu reads", (unsigned long long)compared);
}

/* A read that is hidden from the record shows in the mean of the window behind it. */
static void means_matter(void)
{
	size_t len;
	char *text = host_capture("swap-in-poll", &len), *at;
	u64 before;

	CHECK(as_if(text, len, 0, true), "%s", host_error());
	before = driven()->means_near;
	text = realloc(text, len + 1);
	text[len] = 0;
	at = text;
	for (u32 i = 0; (at = asif_find(at, " lat=")); at += 5, i++)
		if (i % 10 == 5)
			at[5] = '9'; /* as many digits as before */
	CHECK(as_if(text, len, 0, true), "%s", host_error());
	CHECK(driven()->means_near < before - before / 5, "%llu means are near, %llu were", (unsigned long long)driven()->means_near,
	      (unsigned long long)before);
	note("%llu of %llu left", (unsigned long long)driven()->means_near, (unsigned long long)before);
	free(text);
}

/* A line that the reader takes, of numbers that no kernel records. */
static size_t odd_line(struct mms_random *r, char *text, u64 ts, int pid)
{
	static const u64 odd[] = {0, 1, 7, 150000, 1ull << 40, UINT64_MAX - 1, UINT64_MAX};
	unsigned long long v[5];
	int type = (int)mms_random_below(r, 3) ? 0 : (int)mms_random_below(r, MMS_DEVS);

	for (u32 i = 0; i < MMS_COUNT(v); i++)
		v[i] = mms_random_below(r, 3) ? mms_random_below(r, 9) : odd[mms_random_below(r, MMS_COUNT(odd))];
	switch (mms_random_below(r, 3)) {
	case 0:
		return (size_t)sprintf(text, "swap_in ts=%llu cpu=0 pid=%d seq=0 type=%d offset=%llu order=0 single=%u zero=0"
				       " zswap=%llu fs=0 sync=0 can_poll=1 mode=%u delay=%llu mean=%llu mean_n=9 window=%llu how=%u sleep=0"
				       " comm=x\n", (unsigned long long)ts, pid, type, v[0], mms_random_below(r, 2), v[4] & 1, mms_random_below(r, 3),
				       v[1], v[2], v[3], mms_random_below(r, 7));
	case 1:
		return (size_t)sprintf(text, "swap_in_done ts=%llu cpu=0 pid=%d seq=0 type=%d offset=%llu how=%u lat=%llu slept=%llu"
				       " polls=%llu yields=0 window=%llu window_n=1 status=0 comm=x\n",
				       (unsigned long long)ts, pid, type, v[0], mms_random_below(r, 7), v[1], v[2], v[4], v[3]);
	default:
		return (size_t)sprintf(text, "swap_ra ts=%llu cpu=0 pid=%d seq=0 ra=%u type=%d max_win=8 prev=%llu cur=%llu"
				       " hits=%llu prev_win=%llu win=8 lo=%llu hi=%llu start=0 end=0 comm=x\n",
				       (unsigned long long)ts, pid, mms_random_below(r, 2), type, v[0], v[1] % 900 + 1, v[2] % 70,
				       v[3] % 9, 1ull, 901 + v[4] % 9000);
	}
}

/* Whatever a capture records, a run as if ends, and loses nothing. */
static void hostile(void)
{
	static const char head[] = "mmscope-capture 1\nmanifest {}\n";
	struct mms_random r = mms_random(3);
	u64 n = 0, refused = 0;

	for (u32 number = 0; number < 400 && !test_failed(); number++) {
		char *text = malloc(200000);
		u32 tasks = 1 + mms_random_below(&r, 200), lines = 1 + mms_random_below(&r, 250);
		u64 ts = mms_random_below(&r, 2) ? 0 : 1ull << 62;
		size_t len = (size_t)sprintf(text, "%s", head);

		for (u32 i = 0; i < lines; i++) {
			ts += mms_random_below(&r, 2000) * (mms_random_below(&r, 9) ? 1ull : 1000000ull);
			len += odd_line(&r, text + len, ts, (int)mms_random_below(&r, tasks));
		}
		len += (size_t)sprintf(text + len, "end events=%u lost=0 manifest={}\n", lines);
		for (int mode = -1; mode <= MMS_swap_poll_hybrid; mode++) {
			if (!as_if(text, len, MMS_MAX(mode, 0), mode < 0)) {
				CHECK(strstr(host_error(), "no read from swap"), "%s", host_error());
				refused++;
				continue;
			}
			conserved("a hostile capture");
			host_check();
			n++;
		}
		free(text);
	}
	CHECK(n > 1000, "%llu runs, %llu refused", (unsigned long long)n, (unsigned long long)refused);
	note("%llu runs, %llu refused", (unsigned long long)n, (unsigned long long)refused);
}

SUITE(asif_swap_in)
{
	static const struct test tests[] = {
		{"as if: under its own switch a capture gives back its own windows and reads from swap", identity},
		{"as if: under another swap_poll every fault and read is there once, as the policy decides it", others},
		{"as if: hybrid polling sleeps by the mean of its own reads", sleeps},
		{"as if: made captures of reads from swap, under their own switch and each other", made},
		{"as if: of a model's reads from swap, what the model does in the other mode", exact},
		{"as if: a read's time shows in the means behind it", means_matter},
		{"as if: hostile reads from swap end, and none is lost", hostile},
	};

	RUN(tests);
}
