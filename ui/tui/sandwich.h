/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sandwich.h - one function with everything that calls it and everything it calls, merged over all
 * the places where it is: two call trees in which node 0 is the function. Pure.
 */
#ifndef UI_TUI_SANDWICH_H
#define UI_TUI_SANDWICH_H

#include <tflame/calltree.h>

struct ui_sandwich { struct tf_calltree callers, callees; };

/*
 * Of the frames of func at or below node from. A frame below another frame of func is not counted
 * again. Both trees have column 0 only; callers: total of a node is the weight of func as reached
 * through it. Trees are empty (n 0) where func does not occur. Free with ui_sandwich_release().
 */
void ui_sandwich_make(struct ui_sandwich *s, const struct tf_calltree *t, uint32_t from, uint32_t func);
void ui_sandwich_release(struct ui_sandwich *s);

#endif
