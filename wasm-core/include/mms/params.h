/* SPDX-License-Identifier: Apache-2.0 */
/* params.h: params.def as C: the tunables of the model by name. */
#ifndef MMS_PARAMS_H
#define MMS_PARAMS_H

#include "fields.h"
#include "params.def"

#define MMS_NAME_MAX 16 /* bytes of a device's name, NUL included */

struct mms_params {
#define MMS_P(name, number, count, min, max, def, enm, unit, doc) s64 MMS_LANES_##count(name);
	MMS_PARAMS(MMS_P)
#undef MMS_P
#define MMS_P(name, number, count, bytes, doc) char name[count][MMS_NAME_MAX];
	MMS_PARAM_TEXTS(MMS_P)
#undef MMS_P
};

#endif
