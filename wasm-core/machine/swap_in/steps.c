/* SPDX-License-Identifier: Apache-2.0 */
/* A read of one page that meets nobody: no queue, no lock to wait for, a CPU of its own. */
#include "internal.h"

static void sleeps(const struct mms_params *p, u64 until, u64 irq, u64 at[STEPS])
{
	at[AWAY] = at[SUBMITTED] + (u64)p->switch_ns;
	at[WAKE] = until + (u64)p->wake_ns;
	if (until <= at[AWAY]) { /* the interrupt comes in the middle of the switch */
		at[AWAY] += irq;
		at[WAKE] = at[AWAY];
		at[BACK] = at[AWAY] + (u64)p->switch_ns;
		return;
	}
	at[BACK] = at[WAKE] + irq + (u64)p->switch_ns;
}

static u64 polls(const struct mms_params *p, u64 from, u64 done)
{
	u64 look = (u64)p->poll_ns;

	return done > from ? (done - from + look - 1) / look : 1;
}

void si_steps_alone(const struct mms_params *p, u8 mode, u64 device, u64 sleep, u64 before, u64 at[STEPS], u64 *on_cpu)
{
	u64 asleep = 0, looks = 0;

	for (u32 i = 0; i < STEPS; i++)
		at[i] = FOREVER;
	at[SUBMITTED] = before;
	at[DISK_DONE] = before + device;
	if (mode == MMS_swap_poll_interrupt) {
		sleeps(p, at[DISK_DONE], (u64)p->irq_ns, at);
		at[KNOWN] = at[BACK];
		asleep = 2 * (u64)p->switch_ns + (u64)p->irq_ns;
	} else {
		at[POLLING] = before;
		if (mode == MMS_swap_poll_hybrid && sleep) {
			sleeps(p, before + sleep, (u64)p->timer_ns, at);
			at[POLLING] = at[BACK];
			asleep = 2 * (u64)p->switch_ns + (u64)p->timer_ns;
		}
		looks = polls(p, at[POLLING], at[DISK_DONE]);
		at[KNOWN] = at[POLLING] + looks * (u64)p->poll_ns;
	}
	at[RETURNED] = at[KNOWN] + (u64)p->finish_ns;
	*on_cpu = before + asleep + looks * (u64)p->poll_ns + (u64)p->finish_ns;
}
