/* SPDX-License-Identifier: GPL-2.0-or-later */
/* prompt.h - one line of text being typed: search, filter, palette, file name. Pure. */
#ifndef UI_TUI_PROMPT_H
#define UI_TUI_PROMPT_H

#include "tui/cells.h"
#include "tui/input.h"

struct ui_prompt {
	struct ui_buf text;
	size_t at;         /* the cursor, in bytes */
	char *history[32]; /* newest last */
	int n_history, hist; /* hist: position while walking, n_history: the new line */
	char *draft;       /* the new line while an old one is shown */
};

enum ui_prompt_result { UI_PROMPT_MORE, UI_PROMPT_CHANGED, UI_PROMPT_DONE, UI_PROMPT_CANCEL, UI_PROMPT_COMPLETE };

void ui_prompt_release(struct ui_prompt *p);
void ui_prompt_set(struct ui_prompt *p, const char *text);
enum ui_prompt_result ui_prompt_key(struct ui_prompt *p, uint32_t key);
/* Inserts text without its control characters. */
void ui_prompt_insert(struct ui_prompt *p, const char *s, size_t n);
/* Remembers the line. */
void ui_prompt_remember(struct ui_prompt *p);
/* Draws lead and the text with its cursor. Returns the column after it. */
int ui_prompt_draw(const struct ui_prompt *p, struct ui_cells *c, int x, int y, int end, const char *lead);

#endif
