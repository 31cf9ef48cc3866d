/* SPDX-License-Identifier: GPL-2.0-or-later */
/* keymap.h - actions, their names and their keys, all from actions.def. */
#ifndef UI_TUI_KEYMAP_H
#define UI_TUI_KEYMAP_H

#include "tui/input.h"

enum ui_action {
	UI_ACT_NONE,
#define UI_ACTION(id, name, keys, arg, group, help) UI_ACT_##id,
#include "tui/actions.def"
#undef UI_ACTION
	UI_ACT_N
};

struct ui_action_row { const char *name, *keys, *arg, *group, *help; };

/* The row of an action, NULL: none. */
const struct ui_action_row *ui_action_row(enum ui_action a);
/* UI_ACT_NONE: no such name. len: of the name. */
enum ui_action ui_action_by_name(const char *name, size_t len);
enum ui_action ui_action_by_key(uint32_t key);
/* The code of a key's name ("Ctrl-L", "F1", "Esc", "x"); 0: no such key. */
uint32_t ui_key_by_name(const char *name, size_t len);
/* The first key of an action as people write it, "" if it has none. */
const char *ui_action_first_key(enum ui_action a, char buf[16]);

#endif
