/* SPDX-License-Identifier: GPL-2.0-or-later */
/* textview.h - pages of wrapped text for the messages, info and help views. */
#ifndef UI_TUI_TEXTVIEW_H
#define UI_TUI_TEXTVIEW_H

#include "tui/listwidget.h"
#include "tui/util.h"

struct ui_text_line { enum ui_style st, lead_st; char *lead, *text; int indent; };
struct ui_textview {
	struct ui_list list; /* sel is the first row shown */
	struct ui_text_line *v; size_t n, cap;
	int width;           /* lines are wrapped for */
};

void ui_textview_clear(struct ui_textview *t, int width);
void ui_textview_release(struct ui_textview *t);
/* Adds a paragraph: lead (may be NULL) in its own style, text wrapped behind column indent. Any bytes. */
void ui_textview_add(struct ui_textview *t, enum ui_style lead_st, const char *lead, int indent, enum ui_style st,
		     const char *text, size_t n);
void ui_textview_adds(struct ui_textview *t, enum ui_style lead_st, const char *lead, int indent, enum ui_style st, const char *text);
void ui_textview_draw(const struct ui_textview *t, struct ui_cells *c, struct ui_rect r);
bool ui_textview_act(struct ui_textview *t, enum ui_action a);
void ui_textview_fit(struct ui_textview *t, int h);
struct tf_matcher;
/* Goes to the next line that matches. */
bool ui_textview_find(struct ui_textview *t, const struct tf_matcher *m, int dir);

#endif
