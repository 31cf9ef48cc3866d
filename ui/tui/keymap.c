/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "tui/keymap.h"

#include <string.h>
#include <tflame/text.h>

#include "tui/app.h"

static const struct ui_action_row action_table[UI_ACT_N] = {
#define UI_ACTION(id, name, keys, arg, group, help) [UI_ACT_##id] = {name, keys, arg, group, help},
#include "tui/actions.def"
#undef UI_ACTION
};

static const struct { const char *name; uint32_t key; } key_table[] = {
	{"Up", UI_KEY_UP}, {"Down", UI_KEY_DOWN}, {"Left", UI_KEY_LEFT}, {"Right", UI_KEY_RIGHT},
	{"Home", UI_KEY_HOME}, {"End", UI_KEY_END}, {"PgUp", UI_KEY_PGUP}, {"PgDn", UI_KEY_PGDN},
	{"Ins", UI_KEY_INS}, {"Del", UI_KEY_DEL}, {"Backspace", UI_KEY_BACKSPACE}, {"Tab", UI_KEY_TAB},
	{"S-Tab", UI_KEY_BACKTAB}, {"Enter", UI_KEY_ENTER}, {"Esc", UI_KEY_ESC}, {"Space", ' '},
};

const struct ui_action_row *ui_action_row(enum ui_action a)
{
	return a > UI_ACT_NONE && a < UI_ACT_N ? &action_table[a] : NULL;
}

enum ui_action ui_action_by_name(const char *name, size_t len)
{
	for (int i = 1; i < UI_ACT_N; i++)
		if (strlen(action_table[i].name) == len && !memcmp(action_table[i].name, name, len))
			return (enum ui_action)i;
	return UI_ACT_NONE;
}

uint32_t ui_key_by_name(const char *name, size_t len)
{
	uint32_t cp;
	for (size_t i = 0; i < sizeof key_table / sizeof *key_table; i++)
		if (strlen(key_table[i].name) == len && !memcmp(key_table[i].name, name, len))
			return key_table[i].key;
	if (len == 6 && !memcmp(name, "Ctrl-", 5) && name[5] >= 'A' && name[5] <= 'Z')
		return (uint32_t)(name[5] - 'A' + 1);
	if ((len == 2 || len == 3) && name[0] == 'F' && name[1] >= '1' && name[1] <= '9') {
		int n = name[1] - '0';
		if (len == 3)
			n = name[2] >= '0' && name[2] <= '9' ? n * 10 + name[2] - '0' : 99;
		return n <= 12 ? UI_KEY_F1 + (uint32_t)n - 1 : 0;
	}
	if (len && tf_utf8_next(name, len, &cp) == len)
		return cp;
	return 0;
}

/* The next word of a list of key names; its length, 0: no more. */
static size_t word(const char **s)
{
	while (**s == ' ')
		(*s)++;
	return strcspn(*s, " ");
}

enum ui_action ui_action_by_key(uint32_t key)
{
	for (int i = 1; i < UI_ACT_N; i++) {
		const char *s = action_table[i].keys;
		for (size_t n; (n = word(&s)); s += n)
			if (ui_key_by_name(s, n) == key)
				return (enum ui_action)i;
	}
	return UI_ACT_NONE;
}

const char *ui_action_first_key(enum ui_action a, char buf[16])
{
	const struct ui_action_row *r = ui_action_row(a);
	const char *s = r ? r->keys : "";
	size_t n = word(&s);
	if (n > 15)
		n = 15;
	memcpy(buf, s, n);
	buf[n] = 0;
	return buf;
}

bool ui_action_info(size_t i, const char **name, const char **keys, const char **help)
{
	if (i >= UI_ACT_N - 1)
		return false;
	const struct ui_action_row *r = &action_table[i + 1];
	*name = r->name;
	*keys = r->keys;
	*help = r->help;
	return true;
}
