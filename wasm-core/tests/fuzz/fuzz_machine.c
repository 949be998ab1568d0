/* SPDX-License-Identifier: Apache-2.0 */
/* Parameters from bytes: refused with a sentence, or a run that ends in bounded work, whose every decision
 * the checker finds the same, and now and then written and read back. The first byte says which machine,
 * every four after it set one lane. */
#include "host_session.h"

#include "tables/tables.h"

#define CALLS 2 /* of mms_model_run(): each is bounded, a run of many is only slow */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Most values small, so that runs are short; one in eight anywhere in the range. */
static int64_t value_of(const struct mms_param *p, uint8_t coarse, uint8_t fine)
{
	uint64_t span = (uint64_t)(p->max - p->min);
	uint64_t v = coarse % 8 ? (uint64_t)fine * (coarse / 8 + 1) : (span >> 8) * fine + coarse;

	return p->min + (int64_t)(v % (span + 1));
}

static uint32_t id_of(const char *name)
{
	for (uint32_t i = 0; i < mms_n_params; i++)
		if (!strcmp(mms_params_table[i].name, name))
			return mms_params_table[i].id;
	abort();
}

static void set_params(const uint8_t *data, size_t size)
{
	uint32_t machine = id_of("machine");

	if (!size)
		return;
	MUST(mms_param_set(machine, 0, data[0] % (mms_param_of(machine)->max + 1)) == 0);
	data++;
	size--;
	for (; size >= 4; data += 4, size -= 4) {
		const struct mms_param *p = &mms_params_table[data[0] % mms_n_params];

		MUST(mms_param_set(p->id, data[1] % p->count, value_of(p, data[2], data[3])) == 0);
	}
}

/* Sizes that make things happen soon; the input may set others. */
static void set_small(void)
{
	static const struct { const char *name; int64_t value; } small[] = {
		{"task_pages", 500}, {"memcg_pages", 600}, {"dev_pages", 700}, {"stop_decisions", 100}, {"frees", 1},
		{"file_pages", 700}, {"read_ahead", 60},
		{"node_pages", 4096}, {"dma_pages", 200}, {"dma32_pages", 900}, {"load", 1}, {"load_pages", 3000},
		{"load_rate", 50000}, {"run_ms", 60}, {"swap_pages", 2000},
	};

	for (size_t k = 0; k < sizeof(small) / sizeof(small[0]); k++)
		for (uint32_t i = 0; i < mms_n_params; i++)
			for (uint32_t lane = 0; !strcmp(mms_params_table[i].name, small[k].name) && lane < mms_params_table[i].count; lane++)
				MUST(mms_param_set(mms_params_table[i].id, lane, small[k].value) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct mms_totals *t;
	int status, calls = 0;

	mms_reset(20000, 64u << 20);
	set_small();
	set_params(data, MMS_MIN(size, (size_t)512));
	status = mms_model_begin();
	while (status >= 0 && (status = mms_model_run(500)) == MMS_status_more && ++calls < CALLS)
		continue;
	look_at_states();
	if (status) {
		const struct mms_error *error = at(mms_error());

		MUST(status == MMS_status_more || (error->status == status && error->text[0]));
		return 0;
	}
	t = check_all();
	MUST(!t->different && !t->incomplete && !t->replay_different && !t->replay_incomplete);
	MUST(t->keys == t->keys_same && !t->lost);
	if (size % 8 == 1) /* text is slow under the fuzzer's eyes, and fuzz_reader's business */
		round_trip();
	return 0;
}
