/* SPDX-License-Identifier: Apache-2.0 */
/* What other events say of the one being checked: charge.c, mean.c and frame.c found it before. */
#include "internal.h"

struct mms_finding mms_replay_context(const struct mms_checker *c, u8 visit)
{
	static const u8 why[] = {
		[MMS_CONTEXT_CHARGES] = MMS_check_why_charges,
		[MMS_CONTEXT_HIDDEN] = MMS_check_why_hidden,
		[MMS_CONTEXT_MEAN] = MMS_check_why_mean,
		[MMS_CONTEXT_FRAME] = MMS_check_why_frame,
		[MMS_CONTEXT_UNSET] = MMS_check_why_unset,
	};
	const struct mms_context *context = &c->context[c->at];

	if (context->what == MMS_CONTEXT_NONE)
		return mms_found_nothing_else();
	return context->what == MMS_CONTEXT_FITS ? mms_found_same() : mms_found(why[context->what], visit, context->expected);
}
