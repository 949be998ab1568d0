/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MMS_MANIFEST_H
#define MMS_MANIFEST_H

#include "base/text.h"
#include "mms/params.h"

#define MMS_MODEL_MANIFEST_MAX 8192u /* bytes; parameters of at most 32 lanes of at most 11 digits each */

void mms_model_manifest(struct mms_text *text, const struct mms_params *params);

#endif
