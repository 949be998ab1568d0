/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fields.h: how a row F(name, type, lanes, enum, unit, doc) of a .def table becomes a member of a
 * C struct (MMS_DECLARE) and a line of run-time description (MMS_DESCRIBE).
 */
#ifndef MMS_FIELDS_H
#define MMS_FIELDS_H

#include "types.h"

/* T(type, C type, name a host sees). x64 is a u64 that a capture's text writes in hexadecimal; those
 * who read records need not know. */
#define MMS_TYPES(T) \
	T(u8, u8, "u8") T(u16, u16, "u16") T(u32, u32, "u32") T(u64, u64, "u64") T(x64, u64, "u64") \
	T(s16, s16, "s16") T(s32, s32, "s32") T(s64, s64, "s64") T(text, char, "text") \
	T(error, struct mms_error, "error")

enum mms_type {
#define MMS_T(name, ctype, shown) MMS_TYPE_##name,
	MMS_TYPES(MMS_T)
#undef MMS_T
};

#define MMS_C_u8 u8
#define MMS_C_u16 u16
#define MMS_C_u32 u32
#define MMS_C_u64 u64
#define MMS_C_x64 u64
#define MMS_C_s16 s16
#define MMS_C_s32 s32
#define MMS_C_s64 s64
#define MMS_C_text char
#define MMS_C_error struct mms_error
#define MMS_C_trace_bad struct mms_trace_bad

/* A scalar for one lane, an array for more. A new length is one more line here. */
#define MMS_LANES_1(name) name
#define MMS_LANES_2(name) name[2]
#define MMS_LANES_3(name) name[3]
#define MMS_LANES_4(name) name[4]
#define MMS_LANES_8(name) name[8]
#define MMS_LANES_10(name) name[10]
#define MMS_LANES_16(name) name[16]
#define MMS_LANES_24(name) name[24]
#define MMS_LANES_32(name) name[32]
#define MMS_LANES_60(name) name[60]
#define MMS_LANES_128(name) name[128]
#define MMS_LANES_160(name) name[160]
#define MMS_LANES_240(name) name[240]

#define MMS_DECLARE(name, type, lanes, enm, unit, doc) MMS_C_##type MMS_LANES_##lanes(name);

struct mms_field {
	const char *name, *unit, *doc;
	u16 offset; /* bytes from the start of its record or row */
	u8 type;    /* enum mms_type */
	u8 lanes;
	u8 list;    /* 1 + its place in mms_enums; 0: its numbers have no names */
};

#endif
