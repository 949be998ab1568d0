/* SPDX-License-Identifier: Apache-2.0 */
/* asif.h: marks and reserves of a machine as if its sysctls were others. */
#ifndef MMS_PASTE_ASIF_H
#define MMS_PASTE_ASIF_H

#include "internal.h"

struct change {
	bool has_kib, has_scale;
	s64 kib, scale;     /* min_free_kbytes, watermark_scale_factor */
	s64 ratio[COLUMNS]; /* lowmem_reserve_ratio */
	u32 ratios;
};

/* `min_free_kbytes=90112`, `watermark_scale_factor=100`, `lowmem_reserve_ratio=256,256,32`. False: it is none of them. */
bool mms_change_word(struct change *change, const struct word *word);

/* Changes `zones`, a copy of the snapshot's; why not, or NULL. */
const char *mms_change_apply(const struct paste *paste, const struct snapshot *snapshot, const struct change *change, struct zone *zones);

/* What the sysctls then are, and the marks. */
void mms_change_write(const struct paste *paste, const struct snapshot *snapshot, const struct change *change, const struct zone *zones,
	const char *why, struct mms_text *out);

#endif
