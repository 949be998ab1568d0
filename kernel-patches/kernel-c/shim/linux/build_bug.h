/* SPDX-License-Identifier: GPL-2.0-only */
/* Equal for this purpose: what must hold when the kernel is built must hold here, where the compiler can see it. */
#ifndef KC_BUILD_BUG_H
#define KC_BUILD_BUG_H

#define BUILD_BUG_ON_MSG(condition, message) \
	((void)sizeof(char[1 - 2 * !!(__builtin_constant_p(condition) ? (condition) : 0)]))
#define BUILD_BUG_ON(condition) BUILD_BUG_ON_MSG(condition, "")
#define static_assert _Static_assert

#endif
