/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Stubs, and why none of them can change a decision.
 *
 * - Locks, barriers, RCU and giving up the CPU order what several CPUs do. Here is one. What another CPU might do in
 *   between is done by the tests, at the places where a lock is not held.
 * - Statistics (vmstat, PSI, delay accounting) are written and never read by what decides.
 * - Trace points only report; the tests take what they report. Whether they are on is set for each unit.
 */
#ifndef KC_STUB_H
#define KC_STUB_H

typedef struct { char nothing; } spinlock_t;
#define DEFINE_SPINLOCK(name) spinlock_t name
#define __SPIN_LOCK_UNLOCKED(name) { 0 }
#define spin_lock(lock) ((void)(lock))
#define spin_unlock(lock) ((void)(lock))
#define assert_spin_locked(lock) ((void)(lock))
#define lockdep_assert_held(lock) ((void)(lock))
#define DEFINE_MUTEX(name) spinlock_t name
#define mutex_lock(lock) ((void)(lock))
#define mutex_unlock(lock) ((void)(lock))
#define rcu_read_lock() ((void)0)
#define rcu_read_unlock() ((void)0)
#define rcu_dereference(p) (p)
static inline int cond_resched(void) { return 0; }
#define count_vm_event(item) ((void)0)
#define count_vm_events(item, n) ((void)0)

#endif
