/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lists over the picture: the menu of a frame, and the completions of the palette. */
#include "config.h"
#include "tui/draw.h"
#include "tui/state.h"
#include "tui/widths.h"

#include <string.h>

#define MAX_ITEMS ((int)(sizeof ((struct ui_popup *)0)->items / sizeof(enum ui_action)))

void ui_popup_menu(struct ui_app *a, int x, int y)
{
	static const enum ui_action items[] = {
		UI_ACT_ZOOM_IN, UI_ACT_ZOOM_OUT, UI_ACT_CALLERS, UI_ACT_FIND_NAME, UI_ACT_FILTER_DSO, UI_ACT_FILTER_PROCESS,
		UI_ACT_KERNEL, UI_ACT_INVERT, UI_ACT_COLOUR, UI_ACT_SORT, UI_ACT_EVENT, UI_ACT_COPY, UI_ACT_COPY_NAME,
		UI_ACT_EXPORT, UI_ACT_UNDO, UI_ACT_RESET,
	};
	struct ui_popup *p = &a->popup;
	p->n = (int)(sizeof items / sizeof *items);
	memcpy(p->items, items, sizeof items);
	p->sel = 0;
	p->x = x;
	p->y = y;
	a->mode = UI_MODE_MENU;
}

/* Actions whose names begin with what was typed; then those that contain it. */
void ui_popup_palette(struct ui_app *a)
{
	struct ui_popup *p = &a->popup;
	const char *s = ui_buf_str(&a->prompts[UI_PROMPT_PALETTE].text);
	size_t n = strcspn(s, " ");
	p->n = 0;
	for (int pass = 0; pass < 2 && !s[n]; pass++) {
		for (int i = 1; i < UI_ACT_N && p->n < MAX_ITEMS; i++) {
			const char *name = ui_action_row((enum ui_action)i)->name;
			const char *at = n ? memmem(name, strlen(name), s, n) : name;
			if (at && (pass == 0) == (at == name))
				p->items[p->n++] = (enum ui_action)i;
		}
	}
	if (p->sel >= p->n)
		p->sel = p->n ? p->n - 1 : 0;
	p->x = 0;
	p->y = -1; /* above the last line */
}

void ui_palette_complete(struct ui_app *a)
{
	struct ui_popup *p = &a->popup;
	struct ui_prompt *t = &a->prompts[UI_PROMPT_PALETTE];
	const char *s = ui_buf_str(&t->text);
	size_t typed = strlen(s);
	if (!p->n)
		return;
	const char *first = NULL;
	size_t common = 0;
	int begins = 0;
	for (int i = 0; i < p->n; i++) {
		const char *name = ui_action_row(p->items[i])->name;
		if (strncmp(name, s, typed))
			continue;
		size_t k = 0;
		while (first && k < common && name[k] == first[k])
			k++;
		common = first ? k : strlen(name);
		first = first ? first : name;
		begins++;
	}
	if (first && (common > typed || begins == 1)) {
		char text[64];
		size_t n = common < sizeof text - 2 ? common : sizeof text - 2;
		memcpy(text, first, n);
		if (begins == 1 && *ui_action_row(p->items[0])->arg)
			text[n++] = ' ';
		text[n] = 0;
		ui_prompt_set(t, text);
	} else {
		ui_prompt_set(t, ui_action_row(p->items[p->sel])->name);
	}
	ui_popup_palette(a);
}

void ui_draw_popup(struct ui_app *a)
{
	struct ui_popup *p = &a->popup;
	struct ui_cells *c = &a->cells;
	bool menu = a->mode == UI_MODE_MENU;
	int keys = 0, words = 0;
	char key[16];
	if (!p->n || (!menu && (a->mode != UI_MODE_PROMPT || a->prompt != UI_PROMPT_PALETTE)))
		return;
	for (int i = 0; i < p->n; i++) {
		const struct ui_action_row *r = ui_action_row(p->items[i]);
		keys = ui_max(keys, (int)strlen(menu ? ui_action_first_key(p->items[i], key) : r->name));
		words = ui_max(words, (int)strlen(r->help));
	}
	int w = ui_min(keys + words + 4, a->w), h = ui_min(p->n, ui_max(a->h - 2, 1));
	int from = ui_clamp(p->sel - h + 1, 0, p->n - h);
	int x = ui_clamp(p->x, 0, a->w - w), y = p->y < 0 ? a->h - 1 - h : ui_clamp(p->y, 0, ui_max(a->h - h, 0));
	p->r = (struct ui_rect){x, ui_max(y, 0), w, h};
	for (int i = 0; i < h; i++) {
		enum ui_action act = p->items[from + i];
		const struct ui_action_row *r = ui_action_row(act);
		bool sel = from + i == p->sel && (menu || a->prompts[UI_PROMPT_PALETTE].text.n || p->sel);
		int row = p->r.y + i;
		ui_cells_fill(c, (struct ui_rect){x, row, w, 1}, sel ? UI_POPUP_SELECTED : UI_POPUP, ' ');
		const char *lead = menu ? ui_action_first_key(act, key) : r->name;
		ui_draw_text(c, x + 1, row, x + w, sel ? UI_POPUP_SELECTED : UI_POPUP_KEY, lead);
		ui_draw_text(c, x + 3 + keys, row, x + w, sel ? UI_POPUP_SELECTED : UI_POPUP, r->help);
	}
}
