/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A view as text, once: the same code draws it as on the screen. */
#include "config.h"
#include "tui/start.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tflame/text.h>

#include "complain.h"
#include "tui/widths.h"

#define SCRIPT_MAX (1 << 20)

void ui_start(const struct ui_options *o, int colours)
{
	setlocale(LC_CTYPE, "");
	const char *set = nl_langinfo(CODESET);
	ui_set_ascii(o->ascii || !set || (strcmp(set, "UTF-8") && strcmp(set, "utf8") && strcmp(set, "utf-8")));
	ui_theme_set_colours(colours);
}

static bool run_file(struct ui_app *a, const char *path, char why[200])
{
	FILE *f = fopen(path, "re");
	char *text = NULL;
	bool ok = false;
	if (!f) {
		snprintf(why, 200, "%.100s: %.80s", path, strerror(errno));
		return false;
	}
	text = ui_xmalloc(SCRIPT_MAX + 1);
	size_t n = fread(text, 1, SCRIPT_MAX, f);
	text[n] = 0;
	/* In a file a line is an action; a semicolon is part of it. */
	ok = true;
	for (char *line = text; ok && line < text + n;) {
		size_t len = strcspn(line, "\n");
		ok = ui_app_line(a, line, len, why);
		line += len + 1;
	}
	free(text);
	fclose(f);
	return ok;
}

bool ui_start_actions(struct ui_app *a)
{
	const struct ui_options *o = a->o;
	char why[200] = "", safe[800];
	bool ok = true;
	if (o->view) {
		enum ui_view_id v = ui_view_by_name(o->view);
		if (v == UI_VIEW_N) {
			snprintf(why, sizeof why, "there is no view named %.100s", o->view);
			ok = false;
		} else {
			ui_app_set_view(a, v);
		}
	}
	if (ok && o->keys)
		ok = ui_app_script(a, o->keys, why);
	if (ok && o->script)
		ok = run_file(a, o->script, why);
	if (!ok) {
		tf_escape(safe, sizeof safe, why, strlen(why));
		fprintf(stderr, "tflame: %s\n", safe);
	}
	return ok;
}

int ui_print(const struct ui_options *o, FILE *out)
{
	struct ui_app a;
	struct tf_err err = {0};
	int status = 0;
	ui_start(o, o->color == UI_COLOR_ALWAYS ? 256 : 0);
	ui_app_init(&a, o);
	a.dump = out;
	ui_app_resize(&a, o->cols > 0 ? o->cols : 80, o->rows > 0 ? o->rows : 24);
	int r;
	while ((r = tf_engine_pump(o->engine, 0, &err)) > 0)
		;
	ui_model_take(&a.m, tf_engine_acquire(o->engine));
	if (r < 0) {
		a.failed = err;
		ui_complain_err(&err);
		status = tf_snapshot_n_samples(a.m.snap) ? 0 : 1;
	}
	if (ui_start_actions(&a))
		ui_app_dump(&a, out);
	else
		status = 2;
	if (fflush(out))
		status = status ? status : 1;
	ui_app_release(&a);
	return status;
}
