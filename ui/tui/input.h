/* SPDX-License-Identifier: GPL-2.0-or-later */
/* input.h - bytes from a terminal become keys, mouse events and pasted text. Pure. */
#ifndef UI_TUI_INPUT_H
#define UI_TUI_INPUT_H

#include "tui/util.h"

/* Keys beyond Unicode. Control characters are their own codes: Ctrl-A is 1, Enter 13, Esc 27. */
enum ui_key {
	UI_KEY_TAB = 9, UI_KEY_ENTER = 13, UI_KEY_ESC = 27,
	UI_KEY_UP = 0x110000, UI_KEY_DOWN, UI_KEY_LEFT, UI_KEY_RIGHT, UI_KEY_HOME, UI_KEY_END, UI_KEY_PGUP, UI_KEY_PGDN,
	UI_KEY_INS, UI_KEY_DEL, UI_KEY_BACKSPACE, UI_KEY_BACKTAB, UI_KEY_F1, UI_KEY_F12 = UI_KEY_F1 + 11,
};

enum ui_mouse { UI_MOUSE_LEFT, UI_MOUSE_MIDDLE, UI_MOUSE_RIGHT, UI_MOUSE_RELEASE, UI_MOUSE_WHEEL_UP, UI_MOUSE_WHEEL_DOWN };

struct ui_event {
	enum { UI_EV_KEY, UI_EV_MOUSE, UI_EV_PASTE } type;
	uint32_t key;       /* KEY: character or enum ui_key */
	enum ui_mouse mouse;
	int x, y;           /* MOUSE: from 0 */
	const char *text;   /* PASTE: borrowed until the next call */
	size_t len;
};

struct ui_input {
	struct ui_buf buf, paste;
	size_t at;
	bool pasting;
};

void ui_input_release(struct ui_input *in);
void ui_input_feed(struct ui_input *in, const void *bytes, size_t n);
/*
 * The next event; false: nothing complete. late: no more bytes came for the time an escape sequence
 * may take, so what is there is all.
 */
bool ui_input_next(struct ui_input *in, struct ui_event *ev, bool late);
/* Whether there are bytes that may still become a sequence. */
bool ui_input_pending(const struct ui_input *in);

#endif
