/* SPDX-License-Identifier: Apache-2.0 */
/* stock.h: decisions of an unpatched kernel, read by a probe, as events of ours. Nothing is decided: what it read and did, in
 * the same fields. */
#ifndef MMS_STOCK_H
#define MMS_STOCK_H

#include "mms/event.h"

/* A wake-up, a window, a turn or a place, into *ours. False: it is none of these.
 *
 * Of a wake-up the zones are those whose mark is looked at: up to the first that meets it, all where kswapd was woken or a block is
 * asked for. A window of 0 is not recorded: another fault's stands in its place, or it goes by place on the device. Interleave has no
 * granularity, and no counter but that of weights. */
bool mms_stock_event(const struct mms_event *e, struct mms_event *ours);

#endif
