/* SPDX-License-Identifier: GPL-2.0-only */
/* Stub: a warning is counted and changes nothing, as in the kernel; a bug ends the program, as it would a kernel. */
#ifndef KC_BUG_H
#define KC_BUG_H

extern unsigned long kc_warnings;
_Noreturn void kc_bug(const char *what, const char *file, int line);

#define WARN_ON(condition) ({ bool kc_warn = (condition); kc_warnings += kc_warn; kc_warn; })
#define WARN(condition, ...) WARN_ON(condition)
#define WARN_ON_ONCE(condition) WARN_ON(condition)
#define BUG_ON(condition) do { if (condition) kc_bug(#condition, __FILE__, __LINE__); } while (0)
#define BUG() kc_bug("BUG", __FILE__, __LINE__)
#define VM_BUG_ON(condition) BUG_ON(condition)
#define VM_BUG_ON_FOLIO(condition, folio) BUG_ON(condition)
#define VM_WARN_ON(condition) WARN_ON(condition)

#endif
