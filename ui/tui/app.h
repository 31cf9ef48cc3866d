/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * app.h - the full-screen program, as the command line starts it.
 */
#ifndef UI_TUI_APP_H
#define UI_TUI_APP_H

#include <stdio.h>
#include <tflame/calltree.h>
#include <tflame/engine.h>

enum ui_color { UI_COLOR_AUTO, UI_COLOR_ALWAYS, UI_COLOR_NEVER };

struct ui_options {
	struct tf_engine *engine;       /* not started; ui_run() starts it, ui_print() pumps it */
	const struct tf_filter *filter; /* from the command line; NULL: none */
	const char *title;              /* what is shown, e.g. "report perf.data" */
	const char *view;               /* name of the first view; NULL: flame */
	const char *keys;               /* actions to run first: "zoom-in; find lex; view functions" */
	const char *script;             /* file with one action a line */
	int cols, rows;                 /* ui_print(): size, 0: 80x24 */
	enum ui_color color;
	bool no_mouse, no_comm, ascii;
	double percent_limit;           /* below: merged into +N; 0: only what is too narrow */
};

/* Runs until the user quits. Returns the exit status. Needs a terminal (see ui_possible()). */
int ui_run(const struct ui_options *o);
/* Loads to the end, runs the actions, draws the view once as text (with SGR colours if asked). */
int ui_print(const struct ui_options *o, FILE *out);
/* Whether ui_run() can work here; else *why is a sentence ("TERM=dumb cannot …"). */
bool ui_possible(const char **why);
/* Name and title of the i-th view, name, keys and help of the i-th action, for help and man page. */
bool ui_view_info(size_t i, const char **name, const char **title);
bool ui_action_info(size_t i, const char **name, const char **keys, const char **help);

#endif
