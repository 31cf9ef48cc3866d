/* SPDX-License-Identifier: GPL-2.0-or-later */
/* listwidget.h - position in a list that is longer than the screen, for all list and tree views. */
#ifndef UI_TUI_LISTWIDGET_H
#define UI_TUI_LISTWIDGET_H

#include "tui/cells.h"
#include "tui/keymap.h"

struct ui_list { size_t n, sel, top; int page; };

/* Sets how many rows there are and how many fit; keeps the selection inside and in sight. */
void ui_list_fit(struct ui_list *l, size_t n, int page);
/* Moves; false: not an action of lists. */
bool ui_list_act(struct ui_list *l, enum ui_action a);
/* Scrolls by rows without moving the selection out of sight. */
void ui_list_scroll(struct ui_list *l, int by);
/* Marks at the right edge that say how much is above and below. */
void ui_list_marks(const struct ui_list *l, struct ui_cells *c, struct ui_rect r);

#endif
