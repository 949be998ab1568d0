/* SPDX-License-Identifier: GPL-2.0-only */
/* swap.h: the kernel's choice of a swap device (swap.c.in), as the tests call it. Devices go by their swap type. */
#ifndef KC_SWAP_H
#define KC_SWAP_H

#include <stdbool.h>
#include <stdint.h>

#define KC_SWAP_NODES 8
#define KC_SWAP_DEVS 24
#define KC_PLIST 32
#define KC_SWAP_FILE(type) ((type) % 5 == 4) /* in 6.1 such a device is a file, which has no clusters for folios */
#define KC_SWAP_CLUSTER_ORDER 9 /* in 6.1 a folio as large as a cluster, or a page: nothing between */

/* What mm_swap_select reports of a walk; vectors by lane. */
struct kc_swap_walk {
	int64_t avail;
	uint8_t list_type[16];
	int16_t list_prio[16];
	uint8_t visit_type[8], visit_verdict[8], visit_next[8];
	int16_t nid, list, type;
	uint16_t goal, batch, ret;
	uint8_t mode, order, pass, list_n, visits, end;
};

struct kc_swap_hooks {
	void *self;
	void (*before)(void *self, int type);                   /* the device was chosen and requeued; no lock is held */
	int (*scan)(void *self, int type, int nr, int order);   /* scan_swap_map_slots(): slots found, up to nr */
	void (*walk)(void *self, const struct kc_swap_walk *w); /* a walk ended, while trace is on */
};

/* Nodes 0 to nodes - 1 exist, their lists are empty. */
void kc_swap_begin(int nodes, int rule, bool trace);
void kc_swap_device(int type, bool full, bool writeok, const int16_t *keys);
void kc_swap_state(int type, bool full, bool writeok);
void kc_swap_add(int type);
void kc_swap_del(int type);
void kc_swap_requeue(int type, int list);
bool kc_swap_listed(int type);
int kc_swap_read(int list, uint8_t *types, int *keys); /* devices in order; -1: the list has no end */
void kc_swap_switch(int rule);
void kc_swap_node(int nid);
int kc_get_swap_pages(int goal, int order, long *free, const struct kc_swap_hooks *hooks);

void kc_swap_prio(int rule, int nodes, int given, int *least, int node_id, bool file, int *prio, int *list_prio, int *keys);
bool kc_swap_range_alloc(unsigned int pages, unsigned int used, unsigned int nr); /* left the lists? */
bool kc_swap_range_free(unsigned int pages, unsigned int used, unsigned int nr, unsigned int offset, bool writeok); /* joined? */
/* `drained`: bit 0 the slots, bit 1 those that were given back. */
bool kc_check_cache_active(bool enabled, bool active, long free, unsigned int cpus, bool *answer, unsigned int *drained);

/* A small device whose slots 1 to `pages` are all free, and what became of it by the last operation. */
struct kc_range {
	unsigned int lowest, highest, used;
	long free;                                     /* nr_swap_pages */
	bool listed, reclaims;                         /* reclaim was scheduled */
	uint64_t zeros, invalidated, notified, shadows; /* by slot: what was cleared or reported */
	int changes, op, reason, list;                 /* of the lists: how many, the last one */
};
/* Slots as the bits of one word. */
static inline uint64_t kc_slots(unsigned long begin, unsigned long end)
{
	uint64_t slots = 0;

	while (begin <= end && begin < 64)
		slots |= 1ull << begin++;
	return slots;
}
enum { KC_ADD, KC_DEL };                       /* op */
enum { KC_SWAPOFF = 1, KC_FULL = 2, KC_FREED = 3 }; /* reason */
void kc_range_begin(unsigned int pages, bool notify, bool clusters, bool swap_full);
void kc_range_alloc(unsigned int offset, unsigned int nr);
void kc_range_free(unsigned int offset, unsigned int nr);
void kc_range_off(void); /* swapoff begins */
struct kc_range kc_range_read(void);

void kc_plist_begin(void);
void kc_plist_new(int id, int prio);
void kc_plist_add(int id);
void kc_plist_del(int id);
void kc_plist_requeue(int id);
int kc_plist_read(uint8_t *ids, int *prios); /* -1: the links do not agree */

#endif
