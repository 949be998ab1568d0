/* SPDX-License-Identifier: Apache-2.0 */
/* wrong_file.h: what a file is that is no text of a trace. */
#ifndef MMS_TRACE_WRONG_FILE_H
#define MMS_TRACE_WRONG_FILE_H

#include "base/text.h"

/* A sentence that begins with "this is", and says what makes a text of it; NULL: not known. `text` are the first
 * bytes of the file: of one of these. */
const char *mms_wrong_file(const char *text, u32 len);

/* How many of the first bytes are blanks and ends of lines. */
u32 mms_blanks(const char *text, u32 len);

/* mms_wrong_file() of a text that no format fits. */
const char *mms_wrong_text(const char *text, u32 len);

#endif
