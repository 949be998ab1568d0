/* SPDX-License-Identifier: Apache-2.0 */
/* The model's parameters, row by row. */
#include "mms/params.h"
#include "tables.h"

s64 *mms_param_lanes(struct mms_params *params, const struct mms_param *p)
{
	return (s64 *)(void *)((u8 *)params + p->offset);
}

void mms_param_defaults(struct mms_params *params)
{
	mms_fill(params, 0, sizeof(*params));
	for (u32 i = 0; i < mms_n_params; i++)
		for (u32 lane = 0; lane < mms_params_table[i].count; lane++)
			mms_param_lanes(params, &mms_params_table[i])[lane] = mms_params_table[i].def;
}
