/* SPDX-License-Identifier: Apache-2.0 */
/* description.h: the tables of the trace reader as JSON text, for hosts. */
#ifndef MMS_TRACE_DESCRIPTION_H
#define MMS_TRACE_DESCRIPTION_H

#include "base/text.h"

#define MMS_TRACE_DESCRIBE_MAX 262144u /* bytes; a test sees that it is enough */

void mms_trace_describe_to(struct mms_text *text);

#endif
