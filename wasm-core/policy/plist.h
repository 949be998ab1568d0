/* SPDX-License-Identifier: Apache-2.0 */
/*
 * plist.h: a priority list of swap devices, as lib/plist.c keeps swap_avail_heads (Linux 6.12): sorted
 * by key, smallest first; equals in the order they came. The list is a row of the visible state
 * (state.def: list): `n` swap types in `type`, their keys in `prio`. A device is on it once at most.
 */
#ifndef MMS_PLIST_H
#define MMS_PLIST_H

#include "mms/state.h"

/* Place of a device, from 0; -1 when it is not on the list. */
int mms_plist_find(const struct mms_list *list, u8 type);

/* lib/plist.c:plist_add: behind its equals. False when it is on the list already, or no room is left. */
bool mms_plist_add(struct mms_list *list, u8 type, s16 key);

/* lib/plist.c:plist_del. False when it is not on the list. */
bool mms_plist_del(struct mms_list *list, u8 type);

/* lib/plist.c:plist_requeue: behind its equals; nothing moves when it is the last of them. False when it
 * is not on the list. */
bool mms_plist_requeue(struct mms_list *list, u8 type);

/* The device at a place; MMS_NO_TYPE behind the end. */
static inline u8 mms_plist_at(const struct mms_list *list, int place)
{
	return place < list->n ? list->type[place] : (u8)MMS_NO_TYPE;
}

#endif
