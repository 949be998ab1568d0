/* SPDX-License-Identifier: Apache-2.0 */
/* description.h: the tables as JSON text, for hosts. */
#ifndef MMS_DESCRIPTION_H
#define MMS_DESCRIPTION_H

#include "base/text.h"

#define MMS_DESCRIBE_MAX 163840u /* bytes; a test sees that it is enough */

void mms_describe_to(struct mms_text *text);

#endif
