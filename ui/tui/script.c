/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Actions as text: --keys, --script, the palette and tests. */
#include "config.h"
#include "tui/state.h"

#include <stdio.h>
#include <string.h>
#include <tflame/text.h>

static bool resize(struct ui_app *a, const char *arg, char why[200])
{
	int w, h, n = 0;
	if (sscanf(arg, "%dx%d%n", &w, &h, &n) != 2 || arg[n] || w < 1 || h < 1 || w > 4096 || h > 4096) {
		snprintf(why, 200, "resize needs COLSxROWS, at most 4096x4096");
		return false;
	}
	ui_app_resize(a, w, h);
	return true;
}

/* Words are key names; anything else is typed character by character. */
static bool press(struct ui_app *a, const char *arg, char why[200])
{
	while (*arg) {
		size_t n = strcspn(arg, " ");
		uint32_t key = ui_key_by_name(arg, n);
		if (!key) {
			snprintf(why, 200, "there is no key named %.*s", (int)(n < 40 ? n : 40), arg);
			return false;
		}
		ui_app_event(a, &(struct ui_event){.type = UI_EV_KEY, .key = key});
		arg += n;
		while (*arg == ' ')
			arg++;
	}
	return true;
}

static void type(struct ui_app *a, const char *s)
{
	size_t n = strlen(s);
	for (size_t i = 0; i < n;) {
		uint32_t cp;
		size_t len = tf_utf8_next(s + i, n - i, &cp);
		if (len)
			ui_app_event(a, &(struct ui_event){.type = UI_EV_KEY, .key = cp});
		i += len ? len : 1;
	}
}

static bool click(struct ui_app *a, const char *arg, char why[200])
{
	int x, y, n = 0;
	if (sscanf(arg, "%d,%d%n", &x, &y, &n) != 2 || arg[n]) {
		snprintf(why, 200, "click needs X,Y");
		return false;
	}
	ui_app_event(a, &(struct ui_event){.type = UI_EV_MOUSE, .mouse = UI_MOUSE_LEFT, .x = x, .y = y});
	ui_app_event(a, &(struct ui_event){.type = UI_EV_MOUSE, .mouse = UI_MOUSE_RELEASE, .x = x, .y = y});
	return true;
}

bool ui_app_line(struct ui_app *a, const char *line, size_t n, char why[200])
{
	char buf[4200];
	while (n && (*line == ' ' || *line == '\t')) {
		line++;
		n--;
	}
	while (n && (line[n - 1] == ' ' || line[n - 1] == '\t' || line[n - 1] == '\r'))
		n--;
	if (!n || *line == '#')
		return true;
	if (n >= sizeof buf) {
		snprintf(why, 200, "an action is longer than %zu bytes", sizeof buf);
		return false;
	}
	memcpy(buf, line, n);
	buf[n] = 0;
	size_t word = strcspn(buf, " \t");
	char *arg = buf + word;
	while (*arg == ' ' || *arg == '\t')
		*arg++ = 0;
	enum ui_action act = ui_action_by_name(buf, strlen(buf));
	if (act == UI_ACT_NONE && !*arg && ui_view_by_name(buf) != UI_VIEW_N) { /* a view's name alone */
		ui_app_set_view(a, ui_view_by_name(buf));
		return true;
	}
	if (act == UI_ACT_NONE) {
		snprintf(why, 200, "there is no action named %.100s", buf);
		return false;
	}
	a->dirty = true;
	switch (act) {
	case UI_ACT_RESIZE: return resize(a, arg, why);
	case UI_ACT_KEY: return press(a, arg, why);
	case UI_ACT_TYPE: type(a, arg); return true;
	case UI_ACT_CLICK: return click(a, arg, why);
	case UI_ACT_DUMP:
		if (a->dump)
			ui_app_dump(a, a->dump);
		return true;
	default: break;
	}
	a->note[0] = 0;
	if (ui_app_act(a, act, arg))
		return true;
	snprintf(why, 200, "%.80s: %.110s", buf, a->note);
	return false;
}

bool ui_app_script(struct ui_app *a, const char *text, char why[200])
{
	while (*text) {
		size_t n = strcspn(text, ";\n");
		/* A search may want to hold a semicolon: \; is one. */
		while (text[n] == ';' && n && text[n - 1] == '\\')
			n += 1 + strcspn(text + n + 1, ";\n");
		char line[4200];
		size_t len = 0;
		for (size_t i = 0; i < n && len < sizeof line; i++)
			if (!(text[i] == '\\' && i + 1 < n && text[i + 1] == ';'))
				line[len++] = text[i];
		if (!ui_app_line(a, line, len, why))
			return false;
		text += n + (text[n] != 0);
	}
	return true;
}
