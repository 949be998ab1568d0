/* SPDX-License-Identifier: Apache-2.0 */
/* lib/plist.c, as the avail lists use it. */
#include "suite.h"
#include "policy/plist.h"

static void expect(const struct mms_list *list, const char *order)
{
	CHECK_EQ(list->n, strlen(order), "number of devices");
	for (int i = 0; i < list->n; i++)
		CHECK(list->type[i] == order[i] - 'A', "place %d holds %c, not %c", i, 'A' + list->type[i], order[i]);
}

static struct mms_list three_equal(void)
{
	struct mms_list list = {0};

	mms_plist_add(&list, 0, 1);
	mms_plist_add(&list, 1, 1);
	mms_plist_add(&list, 2, 1);
	return list;
}

static void sorted(void)
{
	struct mms_list list = {0};

	mms_plist_add(&list, 0, 4);
	mms_plist_add(&list, 1, -7);
	mms_plist_add(&list, 2, 4);
	mms_plist_add(&list, 3, 0);
	mms_plist_add(&list, 4, 5);
	expect(&list, "BDACE");
	CHECK(!mms_plist_add(&list, 0, 9), "a device joined twice");
}

static void requeue(void)
{
	struct mms_list list = three_equal();

	mms_plist_add(&list, 3, 2);
	mms_plist_requeue(&list, 0);
	expect(&list, "BCAD");
	mms_plist_requeue(&list, 0);
	expect(&list, "BCAD");
	mms_plist_requeue(&list, 3);
	expect(&list, "BCAD");
	mms_plist_requeue(&list, 2);
	expect(&list, "BACD");
	CHECK(!mms_plist_requeue(&list, 9), "a device that is not there was requeued");
}

static void leave(void)
{
	struct mms_list list = three_equal();
	struct mms_list empty = {0};

	CHECK(mms_plist_del(&list, 1), "B was not there");
	CHECK(!mms_plist_del(&list, 1), "B left twice");
	expect(&list, "AC");
	mms_plist_add(&list, 1, 1);
	expect(&list, "ACB");
	mms_plist_del(&list, 0);
	mms_plist_del(&list, 2);
	mms_plist_del(&list, 1);
	CHECK(!memcmp(&list, &empty, sizeof(list)), "an emptied list holds traces");
}

static void full(void)
{
	struct mms_list list = {0};

	for (u8 i = 0; i < MMS_DEVS; i++)
		CHECK(mms_plist_add(&list, i, (s16)(i % 3)), "device %u found no room", i);
	CHECK(!mms_plist_add(&list, 77, 0), "a 33rd device found room");
	CHECK_EQ(list.n, MMS_DEVS, "devices");
}

SUITE(plist)
{
	static const struct test tests[] = {
		{"plist: sorted by key, equals in order of arrival", sorted},
		{"plist: requeue moves behind equals, and only there", requeue},
		{"plist: what leaves and comes back stands behind its equals", leave},
		{"plist: 32 devices and no more", full},
	};

	RUN(tests);
}
