/* SPDX-License-Identifier: Apache-2.0 */
/* Parameters from bytes: refused with a sentence, or a run that ends in bounded work, whose every decision
 * the checker finds the same, and which is written and read back the same. Four bytes set one lane. */
#include "host_fuzz.h"

#include "tables/tables.h"

#define CALLS 40

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Most values small, so that runs are short; one in eight anywhere in the range. */
static int64_t value_of(const struct mms_param *p, uint8_t coarse, uint8_t fine)
{
	uint64_t span = (uint64_t)(p->max - p->min);
	uint64_t v = coarse % 8 ? (uint64_t)fine * (coarse / 8 + 1) : (span >> 8) * fine + coarse;

	return p->min + (int64_t)(v % (span + 1));
}

static void set_params(const uint8_t *data, size_t size)
{
	for (; size >= 4; data += 4, size -= 4) {
		const struct mms_param *p = &mms_params_table[data[0] % mms_n_params];

		MUST(mms_param_set(p->id, data[1] % p->count, value_of(p, data[2], data[3])) == 0);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct mms_totals *t;
	int status, calls = 0;

	mms_reset(20000, 64u << 20);
	/* sizes that make things happen soon; the input may set others */
	mms_param_set(mms_params_table[10].id, 0, 500);
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
	round_trip();
	return 0;
}
