/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "tui/input.h"

#include <string.h>
#include <tflame/text.h>

#include "tui/widths.h"

#define PASTE_MAX 65536 /* more is no name or file */

void ui_input_release(struct ui_input *in)
{
	ui_buf_release(&in->buf);
	ui_buf_release(&in->paste);
}

void ui_input_feed(struct ui_input *in, const void *bytes, size_t n)
{
	if (in->at == in->buf.n) {
		ui_buf_clear(&in->buf);
		in->at = 0;
	}
	ui_buf_add(&in->buf, bytes, n);
}

bool ui_input_pending(const struct ui_input *in) { return in->at < in->buf.n; }

enum { NEED_MORE = -1, IGNORED = 0 }; /* else: bytes used, event filled */

static uint32_t tilde_key(int n)
{
	static const struct { int n; uint32_t key; } keys[] = {
		{1, UI_KEY_HOME}, {2, UI_KEY_INS}, {3, UI_KEY_DEL}, {4, UI_KEY_END}, {5, UI_KEY_PGUP}, {6, UI_KEY_PGDN},
		{7, UI_KEY_HOME}, {8, UI_KEY_END}, {11, UI_KEY_F1}, {12, UI_KEY_F1 + 1}, {13, UI_KEY_F1 + 2},
		{14, UI_KEY_F1 + 3}, {15, UI_KEY_F1 + 4}, {17, UI_KEY_F1 + 5}, {18, UI_KEY_F1 + 6}, {19, UI_KEY_F1 + 7},
		{20, UI_KEY_F1 + 8}, {21, UI_KEY_F1 + 9}, {23, UI_KEY_F1 + 10}, {24, UI_KEY_F12},
	};
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (keys[i].n == n)
			return keys[i].key;
	return 0;
}

static uint32_t letter_key(char c)
{
	switch (c) {
	case 'A': return UI_KEY_UP;
	case 'B': return UI_KEY_DOWN;
	case 'C': return UI_KEY_RIGHT;
	case 'D': return UI_KEY_LEFT;
	case 'H': return UI_KEY_HOME;
	case 'F': return UI_KEY_END;
	case 'Z': return UI_KEY_BACKTAB;
	case 'M': return UI_KEY_ENTER;
	case 'P': case 'Q': case 'R': case 'S': return UI_KEY_F1 + (uint32_t)(c - 'P');
	}
	return 0;
}

static bool mouse_event(struct ui_event *ev, int button, int x, int y, bool release)
{
	static const enum ui_mouse buttons[] = {UI_MOUSE_LEFT, UI_MOUSE_MIDDLE, UI_MOUSE_RIGHT, UI_MOUSE_RELEASE};
	if (button & 32) /* motion */
		return false;
	ev->type = UI_EV_MOUSE;
	ev->x = x;
	ev->y = y;
	if (button & 64) {
		if ((button & 3) > 1)
			return false; /* sideways wheels */
		ev->mouse = button & 1 ? UI_MOUSE_WHEEL_DOWN : UI_MOUSE_WHEEL_UP;
		return true;
	}
	ev->mouse = release ? UI_MOUSE_RELEASE : buttons[button & 3];
	return true;
}

/* Behind ESC [. s[0] is the first byte after it. Returns bytes used or NEED_MORE; *hit: event filled. */
static int csi(struct ui_input *in, const char *s, size_t n, struct ui_event *ev, bool *hit)
{
	int par[4] = {0}, np = 0;
	size_t i = 0;
	if (n && s[0] == 'M') { /* the old mouse form: three bytes */
		if (n < 4)
			return NEED_MORE;
		const unsigned char *u = (const unsigned char *)s;
		int b = u[1] - 32;
		*hit = mouse_event(ev, b & ~0x1c, u[2] - 33, u[3] - 33, (b & 3) == 3 && !(b & 64));
		return 4;
	}
	if (n && s[0] == '[') { /* function keys of the Linux console */
		if (n < 2)
			return NEED_MORE;
		if (s[1] >= 'A' && s[1] <= 'E') {
			ev->key = UI_KEY_F1 + (uint32_t)(s[1] - 'A');
			*hit = true;
		}
		return 2;
	}
	bool sgr = n && s[0] == '<';
	for (i = sgr; i < n && (unsigned char)s[i] >= 0x20 && (unsigned char)s[i] < 0x40; i++) {
		if (s[i] >= '0' && s[i] <= '9' && par[np] < 100000)
			par[np] = par[np] * 10 + s[i] - '0';
		else if (s[i] == ';' && np < 3)
			np++;
		if (i > 32)
			return (int)i; /* no sequence of any terminal */
	}
	if (i >= n)
		return NEED_MORE;
	if ((unsigned char)s[i] < 0x40 || (unsigned char)s[i] > 0x7e)
		return (int)i; /* broken off by another sequence or a control byte */
	if (sgr) {
		if (s[i] == 'M' || s[i] == 'm')
			*hit = mouse_event(ev, par[0] & ~0x1c, par[1] - 1, par[2] - 1, s[i] == 'm');
		return (int)i + 1;
	}
	if (s[i] == '~' && par[0] == 200) {
		in->pasting = true;
		ui_buf_clear(&in->paste);
	} else {
		ev->key = s[i] == '~' ? tilde_key(par[0]) : letter_key(s[i]);
		*hit = ev->key != 0;
	}
	return (int)i + 1;
}

static int escape(struct ui_input *in, const char *s, size_t n, struct ui_event *ev, bool *hit)
{
	if (n < 2)
		return NEED_MORE;
	if (s[1] == '[') {
		int k = csi(in, s + 2, n - 2, ev, hit);
		return k == NEED_MORE ? NEED_MORE : k + 2;
	}
	if (s[1] == 'O') {
		if (n < 3)
			return NEED_MORE;
		ev->key = letter_key(s[2]);
		*hit = ev->key != 0;
		return *hit ? 3 : 2;
	}
	ev->key = UI_KEY_ESC;
	*hit = true;
	return 1;
}

static int one(struct ui_input *in, const char *s, size_t n, struct ui_event *ev, bool late, bool *hit)
{
	unsigned char c = (unsigned char)*s;
	ev->type = UI_EV_KEY;
	if (c == 27) {
		int k = escape(in, s, n, ev, hit);
		if (k != NEED_MORE || !late)
			return k;
		ev->key = UI_KEY_ESC;
		*hit = true;
		return 1;
	}
	if (c < 0x80) {
		ev->key = c == '\n' ? UI_KEY_ENTER : c == 8 || c == 127 ? UI_KEY_BACKSPACE : c;
		*hit = true;
		return 1;
	}
	uint32_t cp;
	size_t len = tf_utf8_next(s, n, &cp);
	if (!len) {
		size_t want = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : 2;
		return c >= 0xc2 && n < want && !late ? NEED_MORE : 1;
	}
	ev->key = cp;
	*hit = !tf_char_unsafe(cp) && !ui_ascii();
	return (int)len;
}

/* Collects up to the end mark. True: the paste is complete. */
static bool collect(struct ui_input *in)
{
	static const char mark[] = "\033[201~";
	const char *s = in->buf.s + in->at;
	size_t n = in->buf.n - in->at;
	const char *end = memmem(s, n, mark, sizeof mark - 1);
	size_t take = end ? (size_t)(end - s) : n;
	if (!end && take >= sizeof mark - 1)
		take -= sizeof mark - 2; /* the mark may have begun */
	else if (!end)
		take = 0;
	if (in->paste.n < PASTE_MAX)
		ui_buf_add(&in->paste, s, take);
	in->at += take + (end ? sizeof mark - 1 : 0);
	return end != NULL;
}

bool ui_input_next(struct ui_input *in, struct ui_event *ev, bool late)
{
	while (in->at < in->buf.n) {
		*ev = (struct ui_event){.type = UI_EV_KEY};
		if (in->pasting) {
			if (!collect(in))
				return false;
			in->pasting = false;
			ev->type = UI_EV_PASTE;
			ev->text = ui_buf_str(&in->paste);
			ev->len = in->paste.n;
			return true;
		}
		bool hit = false;
		int k = one(in, in->buf.s + in->at, in->buf.n - in->at, ev, late, &hit);
		if (k == NEED_MORE)
			return false;
		in->at += (size_t)(k > 0 ? k : 1);
		if (hit)
			return true;
	}
	return false;
}
