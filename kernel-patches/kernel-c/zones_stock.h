/* SPDX-License-Identifier: GPL-2.0-only */
/* zones_stock.h: what the tests ask of a kernel without our patches: answers, and no reports of them. Asks for
 * KC_HIGHATOMIC, KC_BELOW_HIGH, KC_FAILURES and KC_GFP. */
#define KC_SWITCHES(world) ((void)0)
#define KC_SET_BATCH(zone, batch) ((void)0)
#define KC_BATCH(zone) 0
#include "zones_calls.h"

bool kc_get_page(const struct kc_ask *ask, const struct kc_zone_hooks *hooks)
{
	struct alloc_context ac = context_of(ask);
	bool asleep;

	kc_hooks = hooks;
	/* 7.3 passes over nodes whose kswapd is awake while there are others; policy/ has no rule for it. So on several nodes
	 * each is asleep, or none where that cannot change the order: the first pass, in vain, gives up ALLOC_NOFRAGMENT. */
	asleep = kc.online > 1 && (ask->flags & ALLOC_NOFRAGMENT || ask->gfp & 1);
	for (int nid = 0; nid < NODES; nid++)
		kc_pgdat[nid].kswapd_wait.active = asleep;
	return get_page_from_freelist(KC_GFP(ask->gfp, ask->flags), ask->order, (int)ask->flags, &ac);
}

void kc_watermark(int nr, int order, unsigned long mark, int highest, unsigned int flags, struct kc_check *out)
{
	struct zone *zone = zone_of(nr);

	out->ok = __zone_watermark_ok(zone, (unsigned int)order, mark, highest, flags, (long)zone_page_state(zone, NR_FREE_PAGES));
}

void kc_watermark_fast(int nr, int order, unsigned long mark, int highest, unsigned int flags, struct kc_check *out)
{
	out->ok = zone_watermark_fast(zone_of(nr), (unsigned int)order, mark, highest, flags, KC_GFP(0, flags));
}

bool kc_wakeup_kswapd(int nr, uint32_t gfp, int order, int highest, bool asleep, int failures, struct kc_wake *wake)
{
	struct zone *zone = zone_of(nr);

	zone->zone_pgdat->kswapd_wait.active = asleep;
	KC_FAILURES(zone->zone_pgdat, failures);
	kc_woken = false;
	wakeup_kswapd(zone, gfp, order, (enum zone_type)highest);
	*wake = (struct kc_wake){.traced = false};
	return kc_woken;
}
