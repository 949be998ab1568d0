/* SPDX-License-Identifier: GPL-2.0-only */
/* plist_calls.h: the kernel's plist as the tests call it (swap.h); the same for every kernel, behind what is cut from it. */
static struct plist_head kc_plist = PLIST_HEAD_INIT(kc_plist);
static struct plist_node kc_plist_node[KC_PLIST];

void kc_plist_begin(void)
{
	plist_head_init(&kc_plist);
}

void kc_plist_new(int id, int prio)
{
	plist_node_init(&kc_plist_node[id], prio);
}

void kc_plist_add(int id)
{
	plist_add(&kc_plist_node[id], &kc_plist);
}

void kc_plist_del(int id)
{
	plist_del(&kc_plist_node[id], &kc_plist);
}

void kc_plist_requeue(int id)
{
	plist_requeue(&kc_plist_node[id], &kc_plist);
}

/* Forwards, and backwards to see that the links agree. */
int kc_plist_read(uint8_t *ids, int *prios)
{
	struct plist_node *node;
	struct list_head *back = kc_plist.node_list.prev;
	int n = 0;

	plist_for_each(node, &kc_plist) {
		if (n == KC_PLIST)
			return -1;
		ids[n] = (uint8_t)(node - kc_plist_node);
		prios[n++] = node->prio;
	}
	for (int i = n; i--; back = back->prev)
		if (back == &kc_plist.node_list || list_entry(back, struct plist_node, node_list) != &kc_plist_node[ids[i]])
			return -1;
	return n;
}
