/* SPDX-License-Identifier: GPL-2.0-or-later */
/* view.h - the views: one file and one row of ui_view_table[] each. */
#ifndef UI_TUI_VIEW_H
#define UI_TUI_VIEW_H

#include "tui/cells.h"
#include "tui/keymap.h"

struct ui_app;
struct ui_view;

enum ui_view_id {
	UI_VIEW_FLAME, UI_VIEW_FUNCTIONS, UI_VIEW_CALLERS, UI_VIEW_TREE, UI_VIEW_THREADS, UI_VIEW_MESSAGES, UI_VIEW_INFO,
	UI_VIEW_HELP, UI_VIEW_N,
};

struct ui_view_ops {
	const char *name;  /* for --view and the view action */
	const char *title; /* in the row of views */
	char key;          /* goes there; 0: none */
	size_t size;       /* of its data, zeroed at the start */
	void (*release)(struct ui_view *v);                                        /* may be NULL */
	/* Brings the data up to date with the model and the place r; before every draw and act. */
	void (*update)(struct ui_view *v, struct ui_app *a, struct ui_rect r);
	void (*draw)(const struct ui_view *v, const struct ui_app *a, struct ui_cells *c, struct ui_rect r);
	/* False: not mine. */
	bool (*act)(struct ui_view *v, struct ui_app *a, enum ui_action act, const char *arg);
	/* x, y: on the screen. Selects; twice: opens. */
	void (*click)(struct ui_view *v, struct ui_app *a, struct ui_rect r, int x, int y, bool twice); /* may be NULL */
	void (*scroll)(struct ui_view *v, struct ui_app *a, int by);               /* may be NULL */
	/* The next match of the search; NULL: among the frames. False: none. */
	bool (*find)(struct ui_view *v, struct ui_app *a, int dir);
};
struct ui_view { const struct ui_view_ops *ops; void *data; };

extern const struct ui_view_ops *const ui_view_table[UI_VIEW_N];
extern const struct ui_view_ops ui_view_flame, ui_view_functions, ui_view_callers, ui_view_tree, ui_view_threads,
	ui_view_messages, ui_view_about, ui_view_help;
/* UI_VIEW_N: no view of this name. */
enum ui_view_id ui_view_by_name(const char *name);

#endif
