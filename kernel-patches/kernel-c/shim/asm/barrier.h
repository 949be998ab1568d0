/* SPDX-License-Identifier: GPL-2.0-only */
/* Equal for this purpose: nothing runs at the same time here. */
#define smp_wmb() barrier()
#define smp_load_acquire(p) (*(p))
#define smp_store_release(p, value) (*(p) = (value))
