/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes as a capture: refused with a sentence, or read, checked, written and read back the same. The
 * last byte says how the rest is cut into chunks, and as if of what the capture is run in the end. */
#include "host_session.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Whatever it holds: refused with a sentence, or run to its end and checked. */
static void drive(uint8_t how)
{
	static const u8 driven[] = {
#define D(machine, by, kind, recorded_by) MMS_machine_##machine,
		MMS_DRIVEN(D)
#undef D
	};
	int status;

	MUST(mms_param_set(29, 0, driven[(how >> 3) % MMS_COUNT(driven)]) == 0);
	MUST(mms_param_set(1, 0, how >> 5 & 1) == 0);
	MUST(mms_param_set(30, 0, (how >> 5) % 3) == 0);
	MUST(mms_param_set(101, 0, (how >> 5) % 3) == 0);
	status = mms_asif_begin(how & 4);
	while (status >= 0 && (status = mms_model_run(1000)) == MMS_status_more)
		continue;
	MUST(status == MMS_status_ok || ((const struct mms_error *)at(mms_error()))->text[0]);
	if (status >= 0)
		check_all();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t chunk = size && data[size - 1] % 2 ? 1 + data[size - 1] / 2 : MMS_STAGING_MAX;
	const struct mms_error *error;
	int status;

	mms_reset(100000, 256u << 20);
	MUST(mms_reader_begin() == 0);
	for (size_t from = 0; from < size; from += chunk) {
		size_t part = MMS_MIN(size - from, chunk);

		memcpy(at(mms_staging((uint32_t)part)), data + from, part);
		mms_reader_feed((uint32_t)part);
	}
	status = mms_reader_end();
	error = at(mms_error());
	look_at_states();
	if (status < 0) {
		MUST(error->status == status && error->text[0] && !error->text[sizeof(error->text) - 1]);
		return 0;
	}
	check_all();
	round_trip();
	drive(size ? data[size - 1] : 0);
	return 0;
}
