/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "tui/view.h"

#include <string.h>

#include "tui/app.h"

const struct ui_view_ops *const ui_view_table[UI_VIEW_N] = {
	[UI_VIEW_FLAME] = &ui_view_flame,       [UI_VIEW_FUNCTIONS] = &ui_view_functions,
	[UI_VIEW_CALLERS] = &ui_view_callers,   [UI_VIEW_TREE] = &ui_view_tree,
	[UI_VIEW_THREADS] = &ui_view_threads,   [UI_VIEW_MESSAGES] = &ui_view_messages,
	[UI_VIEW_INFO] = &ui_view_about,        [UI_VIEW_HELP] = &ui_view_help,
};

enum ui_view_id ui_view_by_name(const char *name)
{
	for (int i = 0; i < UI_VIEW_N; i++)
		if (!strcmp(ui_view_table[i]->name, name) || (ui_view_table[i]->key && ui_view_table[i]->key == name[0] && !name[1]))
			return (enum ui_view_id)i;
	return UI_VIEW_N;
}

bool ui_view_info(size_t i, const char **name, const char **title)
{
	if (i >= UI_VIEW_N)
		return false;
	*name = ui_view_table[i]->name;
	*title = ui_view_table[i]->title;
	return true;
}
