/* SPDX-License-Identifier: Apache-2.0 */
#include "plist.h"

int mms_plist_find(const struct mms_list *list, u8 type)
{
	for (int i = 0; i < list->n; i++)
		if (list->type[i] == type)
			return i;
	return -1;
}

bool mms_plist_add(struct mms_list *list, u8 type, s16 key)
{
	u32 at = 0;

	if (list->n == MMS_COUNT(list->type) || mms_plist_find(list, type) >= 0)
		return false;
	while (at < list->n && list->prio[at] <= key)
		at++;
	mms_move(&list->type[at + 1], &list->type[at], list->n - at);
	mms_move(&list->prio[at + 1], &list->prio[at], (list->n - at) * sizeof(s16));
	list->type[at] = type;
	list->prio[at] = key;
	list->n++;
	return true;
}

bool mms_plist_del(struct mms_list *list, u8 type)
{
	int place = mms_plist_find(list, type);
	u32 at;

	if (place < 0)
		return false;
	at = (u32)place;
	list->n--;
	mms_move(&list->type[at], &list->type[at + 1], list->n - at);
	mms_move(&list->prio[at], &list->prio[at + 1], (list->n - at) * sizeof(s16));
	/* Places not in use hold zeroes: two equal lists are equal byte by byte. */
	list->type[list->n] = 0;
	list->prio[list->n] = 0;
	return true;
}

bool mms_plist_requeue(struct mms_list *list, u8 type)
{
	int at = mms_plist_find(list, type);

	if (at < 0)
		return false;
	for (; at + 1 < list->n && list->prio[at + 1] == list->prio[at]; at++) {
		list->type[at] = list->type[at + 1];
		list->type[at + 1] = type;
	}
	return true;
}
