/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Keys and what they do, from actions.def. */
#include "config.h"
#include "tui/state.h"
#include "tui/textview.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct help_view { struct ui_textview t; };

static void help_release(struct ui_view *v) { ui_textview_release(&((struct help_view *)v->data)->t); }

static void reading(struct ui_textview *t)
{
	static const char *const text[] = {
		"Every box is a function. Its width is its share of the chosen event: what it did itself (self) and what it "
		"called (together: total). Boxes below it are what it called; where nothing is below, it ran itself.",
		"From left to right there is no time: siblings are ordered by name, so that the picture stays the same; s orders "
		"by weight. Boxes narrower than a column are merged into a +N box; Enter shows what is in it.",
		"Inverted (I) the picture begins with the functions that ran themselves, and their callers are below: the width "
		"of a caller is then only the part that it called for.",
	};
	ui_textview_adds(t, UI_STRONG, "Reading the picture", 0, UI_NONE, "");
	for (size_t i = 0; i < sizeof text / sizeof *text; i++)
		ui_textview_adds(t, UI_NONE, NULL, 2, UI_NONE, text[i]);
	ui_textview_adds(t, UI_NONE, NULL, 0, UI_NONE, "");
}

static void help_update(struct ui_view *v, struct ui_app *a, struct ui_rect r)
{
	struct ui_textview *t = &((struct help_view *)v->data)->t;
	if (t->width != r.w || !t->n) {
		const char *group = "";
		ui_textview_clear(t, r.w);
		reading(t);
		for (int i = 1; i < UI_ACT_N; i++) {
			const struct ui_action_row *row = ui_action_row((enum ui_action)i);
			char lead[64], text[400];
			if (strcmp(group, row->group)) {
				if (*group)
					ui_textview_adds(t, UI_NONE, NULL, 0, UI_NONE, "");
				group = row->group;
				ui_textview_adds(t, UI_STRONG, group, 0, UI_NONE, "");
			}
			snprintf(lead, sizeof lead, "  %s", row->keys);
			if (r.w >= 70)
				snprintf(text, sizeof text, "%-17s %s", row->name, row->help);
			else
				snprintf(text, sizeof text, "%s", row->help);
			ui_textview_adds(t, UI_KEY, lead, 14, UI_NONE, text);
		}
		ui_textview_adds(t, UI_NONE, NULL, 0, UI_NONE, "");
		ui_textview_adds(t, UI_STRONG, "Views", 0, UI_NONE, "");
		for (int i = 0; i < UI_VIEW_N; i++) {
			char lead[8] = {' ', ' ', ui_view_table[i]->key ? ui_view_table[i]->key : '?', 0};
			ui_textview_adds(t, UI_KEY, lead, 14, UI_NONE, ui_view_table[i]->title);
		}
		ui_textview_adds(t, UI_NONE, NULL, 0, UI_NONE, "");
		ui_textview_adds(t, UI_STRONG, "Mouse", 0, UI_NONE, "");
		ui_textview_adds(t, UI_KEY, "  click", 14, UI_NONE, "selects; a double click opens or zooms");
		ui_textview_adds(t, UI_KEY, "  wheel", 14, UI_NONE, "scrolls");
		ui_textview_adds(t, UI_KEY, "  right", 14, UI_NONE, "the menu; Shift leaves the mouse to the terminal");
	}
	ui_textview_fit(t, r.h);
}

static void help_draw(const struct ui_view *v, const struct ui_app *a, struct ui_cells *c, struct ui_rect r)
{
	ui_textview_draw(&((const struct help_view *)v->data)->t, c, r);
}

static bool help_act(struct ui_view *v, struct ui_app *a, enum ui_action act, const char *arg)
{
	return ui_textview_act(&((struct help_view *)v->data)->t, act);
}

static void help_scroll(struct ui_view *v, struct ui_app *a, int by)
{
	for (int i = 0; i < abs(by); i++)
		help_act(v, a, by < 0 ? UI_ACT_UP : UI_ACT_DOWN, NULL);
}

static bool help_find(struct ui_view *v, struct ui_app *a, int dir)
{
	return ui_textview_find(&((struct help_view *)v->data)->t, a->m.matcher, dir);
}

const struct ui_view_ops ui_view_help = {
	.name = "help", .title = "Help", .key = 0, .size = sizeof(struct help_view), .release = help_release,
	.update = help_update, .draw = help_draw, .act = help_act, .scroll = help_scroll, .find = help_find,
};
