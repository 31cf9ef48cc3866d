/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Widths, cells, numbers, keys and the prompt. */
#include "config.h"

#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tui/draw.h"
#include "tui/fmt.h"
#include "tui/input.h"
#include "tui/keymap.h"
#include "tui/layout.h"
#include "tui/prompt.h"
#include "tui/widths.h"

static void cut_is(const char *s, int cols, const char *want)
{
	char out[256];
	int w = ui_text_cut(out, sizeof out, s, strlen(s), cols);
	assert_string_equal(out, want);
	assert_int_equal(w, ui_text_width(out, strlen(out)));
	assert_true(w <= cols);
}

static void cutting(void **state)
{
	cut_is("match_orders", 12, "match_orders");
	cut_is("match_orders", 6, "match…");
	cut_is("match_orders", 1, "…");
	cut_is("match_orders", 0, "");
	assert_int_equal(ui_text_width("名前", 6), 4);
	cut_is("名前表示", 8, "名前表示");
	cut_is("名前表示", 7, "名前表…");
	cut_is("名前表示", 6, "名前…"); /* never half a character */
	cut_is("e\u0301a", 2, "e\u0301a"); /* a combining accent takes no column */
	char out[64];
	assert_int_equal(ui_text_cut_left(out, sizeof out, "/usr/lib/libfoo.so", 18, 10), 10);
	assert_string_equal(out, "…libfoo.so");
	ui_text_cut_left(out, sizeof out, "前前前前", 12, 6);
	assert_string_equal(out, "…前前");
}

static void name_is(const char *s, int cols, const char *want)
{
	char out[256];
	int w = ui_name_cut(out, sizeof out, s, strlen(s), cols);
	assert_string_equal(out, want);
	assert_true(w <= cols);
}

static void names_keep_what_matters(void **state)
{
	name_is("std::vector<int>::push_back(int const&)", 40, "std::vector<int>::push_back(int const&)");
	name_is("std::vector<int>::push_back(int const&)", 30, "std::vector<int>::push_back");
	name_is("std::vector<int>::push_back(int const&)", 26, "std::vector<…>::push_back");
	name_is("std::vector<int>::push_back(int const&)", 12, "push_back");
	name_is("(anonymous namespace)::f(int)", 25, "(anonymous namespace)::f");
	name_is("ns::S::operator()(int, int)", 18, "ns::S::operator()");
	name_is("bool operator< <int>(A const&)", 19, "bool operator< <…>");
	name_is("runtime.(*mheap).alloc", 22, "runtime.(*mheap).alloc");
	name_is("a<b", 2, "a…");
	name_is("weird(((((((name", 8, "weird((…");
}

static void ascii_only(void **state)
{
	char out[64];
	ui_set_ascii(true);
	ui_text_cut(out, sizeof out, "match_orders", 12, 6);
	assert_string_equal(out, "matc..");
	struct ui_cells c = {0};
	ui_cells_resize(&c, 10, 1);
	ui_draw_text(&c, 0, 0, 10, UI_NONE, "名é…│x");
	ui_draw_bar(&c, 6, 0, 4, UI_BAR, 0.6);
	for (int i = 0; i < 10; i++)
		for (int k = 0; k < ui_cells_at(&c, i, 0)->n; k++)
			assert_true((unsigned char)ui_cells_at(&c, i, 0)->s[k] < 0x80);
	ui_cells_release(&c);
	ui_set_ascii(false);
}

/* Whatever is written over whatever: no half of a wide character is left. */
static void cells_keep_wide_whole(void **state)
{
	struct ui_cells c = {0};
	ui_cells_resize(&c, 9, 2);
	unsigned seed = 7;
	for (int i = 0; i < 5000; i++) {
		static const char *const text[] = {"名", "a", "名前", "ab", "é", "e\u0301\u0301\u0301\u0301\u0301\u0301\u0301", " ", "\u0301"};
		seed = seed * 1103515245u + 12345u;
		int x = (int)(seed >> 16) % 11 - 1;
		const char *s = text[(seed >> 8) % 8];
		ui_cells_text(&c, x, (int)(seed >> 20) % 3 - 1, 9, UI_NONE, s, strlen(s));
		if (i % 7 == 0)
			ui_cells_split(&c, x, 0, 1 + i % 7, UI_BAR, UI_NONE);
		for (int y = 0; y < 2; y++)
			for (int k = 0; k < 9; k++) {
				const struct ui_cell *p = ui_cells_at(&c, k, y);
				if (p->w == 2)
					assert_true(k + 1 < 9 && p[1].w == 0);
				if (p->w == 0)
					assert_true(k > 0 && p[-1].w == 2 && p->n == 0);
				assert_true(p->n <= sizeof p->s);
			}
	}
	ui_cells_release(&c);
}

static void nothing_raw(void **state)
{
	struct ui_cells c = {0};
	ui_cells_resize(&c, 60, 1);
	static const char evil[] = "a\033[31mb\x9b" "2Jc\u202edef\r\n\0x\xff";
	ui_draw_raw(&c, 0, 0, 60, UI_NONE, evil, sizeof evil - 1);
	char line[400] = "";
	for (int i = 0; i < 60; i++) {
		const struct ui_cell *p = ui_cells_at(&c, i, 0);
		for (int k = 0; k < p->n; k++)
			assert_true((unsigned char)p->s[k] >= 0x20 && p->s[k] != 0x7f);
		strncat(line, p->n ? p->s : " ", p->n ? p->n : 1);
	}
	assert_non_null(strstr(line, "a\\x1b[31mb\\x9b2Jc\\u{202e}def\\r\\n\\x00x\\xff"));
	ui_cells_release(&c);
}

static void numbers(void **state)
{
	assert_string_equal(ui_fmt_share(81, 100).s, "81%");
	assert_string_equal(ui_fmt_share(43, 1000).s, "4.3%");
	assert_string_equal(ui_fmt_share(999, 10000).s, "10%");
	assert_string_equal(ui_fmt_share(994, 10000).s, "9.9%");
	assert_string_equal(ui_fmt_share(5, 10000).s, "0.05%");
	assert_string_equal(ui_fmt_share(1, 1000000).s, "<0.01%");
	assert_string_equal(ui_fmt_share(0, 1000000).s, "0%");
	assert_string_equal(ui_fmt_share(0, 0).s, "0%");
	assert_string_equal(ui_fmt_share(UINT64_MAX, 3).s, "100%");
	assert_string_equal(ui_fmt_percent(1, 3).s, "33.33");
	assert_string_equal(ui_fmt_count(9999).s, "9999");
	assert_string_equal(ui_fmt_count(12400).s, "12.4k");
	assert_string_equal(ui_fmt_count(999999).s, "1.00M");
	assert_string_equal(ui_fmt_count(3100000).s, "3.10M");
	assert_string_equal(ui_fmt_count(UINT64_MAX).s, "18.4E");
	assert_string_equal(ui_fmt_full(1234567).s, "1,234,567");
	assert_string_equal(ui_fmt_full(UINT64_MAX).s, "18,446,744,073,709,551,615");
	assert_string_equal(ui_fmt_time(4210000).s, "4.21 ms");
	assert_string_equal(ui_fmt_time(200000000000).s, "3 min 20 s");
	/* Wilson, 50 of 100: 9.6 points (statistics text books) */
	double d = ui_fmt_doubt(50, 100, 100);
	assert_true(d > 9.5 && d < 9.7);
	assert_true(ui_fmt_doubt(1, 2, 0) < 0);
}

/* ---- keys ------------------------------------------------------------------------------------- */

static void events_are(const char *bytes, size_t n, const uint32_t *want, size_t n_want, size_t piece)
{
	struct ui_input in = {0};
	struct ui_event ev;
	size_t got = 0;
	for (size_t i = 0; i < n; i += piece) {
		ui_input_feed(&in, bytes + i, n - i < piece ? n - i : piece);
		while (ui_input_next(&in, &ev, false)) {
			assert_true(got < n_want);
			assert_int_equal(ev.type == UI_EV_KEY ? ev.key : 0x200000u + (uint32_t)ev.type, want[got++]);
		}
	}
	while (ui_input_next(&in, &ev, true)) {
		assert_true(got < n_want);
		assert_int_equal(ev.type == UI_EV_KEY ? ev.key : 0x200000u + (uint32_t)ev.type, want[got++]);
	}
	assert_int_equal(got, n_want);
	assert_false(ui_input_pending(&in));
	ui_input_release(&in);
}

static void decoding(void **state)
{
	static const char all[] = "a\033[A\033OB\033[5~\033[H\033[1~\033[15~\033[Z\r\n\x7f\x0c\033[1;5C\033[[A名\xff"
				  "\033[<0;5;6M\033[<64;1;1M\033[200~q\033[A\033[201~z\033[M !!\033[?1;2c\033[99~x";
	static const uint32_t want[] = {
		'a', UI_KEY_UP, UI_KEY_DOWN, UI_KEY_PGUP, UI_KEY_HOME, UI_KEY_HOME, UI_KEY_F1 + 4, UI_KEY_BACKTAB, UI_KEY_ENTER,
		UI_KEY_ENTER, UI_KEY_BACKSPACE, 12, UI_KEY_RIGHT, UI_KEY_F1, 0x540d, 0x200000u + UI_EV_MOUSE,
		0x200000u + UI_EV_MOUSE, 0x200000u + UI_EV_PASTE, 'z', 0x200000u + UI_EV_MOUSE, 'x',
	};
	/* However the bytes are cut: over a slow line each may come alone. */
	for (size_t piece = 1; piece <= sizeof all; piece++)
		events_are(all, sizeof all - 1, want, sizeof want / sizeof *want, piece);
	events_are("\033", 1, (const uint32_t[]){UI_KEY_ESC}, 1, 1);
	events_are("\033\033[A", 4, (const uint32_t[]){UI_KEY_ESC, UI_KEY_UP}, 2, 4);
	events_are("\033q", 2, (const uint32_t[]){UI_KEY_ESC, 'q'}, 2, 2);
	struct ui_input in = {0};
	struct ui_event ev;
	ui_input_feed(&in, "\033[<2;11;21M\033[200~a\033[Ab", 22);
	assert_true(ui_input_next(&in, &ev, false));
	assert_int_equal(ev.mouse, UI_MOUSE_RIGHT);
	assert_int_equal(ev.x, 10);
	assert_int_equal(ev.y, 20);
	assert_false(ui_input_next(&in, &ev, true));
	ui_input_feed(&in, "\033[201~", 6);
	assert_true(ui_input_next(&in, &ev, false));
	assert_int_equal(ev.len, 5);
	assert_memory_equal(ev.text, "a\033[Ab", 5);
	ui_input_release(&in);
}

static void noise(void **state)
{
	unsigned seed = 3;
	for (int round = 0; round < 300; round++) {
		struct ui_input in = {0};
		struct ui_event ev;
		for (int i = 0; i < 200; i++) {
			static const char pieces[] = "\033[<;0123456789MmAO~\xc3\xe5\x80q";
			char c;
			seed = seed * 1103515245u + 12345u;
			c = seed & 0x8000 ? pieces[(seed >> 16) % (sizeof pieces - 1)] : (char)(seed >> 20);
			ui_input_feed(&in, &c, 1);
			for (int k = 0; ui_input_next(&in, &ev, false); k++)
				assert_true(k < 300);
		}
		while (ui_input_next(&in, &ev, true))
			;
		ui_input_release(&in);
	}
}

/* Each key does one thing, and every name of a key is one. */
static void keymap(void **state)
{
	char seen[64][16];
	int n = 0;
	for (int i = 1; i < UI_ACT_N; i++) {
		const struct ui_action_row *r = ui_action_row((enum ui_action)i);
		char keys[64];
		assert_true(strlen(r->name) && strlen(r->help) && strlen(r->group));
		assert_int_equal(ui_action_by_name(r->name, strlen(r->name)), i);
		snprintf(keys, sizeof keys, "%s", r->keys);
		for (char *k = strtok(keys, " "); k; k = strtok(NULL, " ")) {
			uint32_t key = ui_key_by_name(k, strlen(k));
			assert_true(key);
			assert_int_equal(ui_action_by_key(key), i);
			for (int j = 0; j < n; j++)
				assert_string_not_equal(seen[j], k);
			snprintf(seen[n++], sizeof *seen, "%s", k);
		}
	}
	assert_int_equal(ui_action_by_key('q'), UI_ACT_QUIT);
	assert_int_equal(ui_action_by_key(0x10fffd), UI_ACT_NONE);
	assert_int_equal(ui_key_by_name("Ctrl-L", 6), 12);
	assert_int_equal(ui_key_by_name("F12", 3), UI_KEY_F12);
	assert_int_equal(ui_key_by_name("F13", 3), 0);
}

static void press(struct ui_prompt *p, const char *s)
{
	for (; *s; s++)
		ui_prompt_key(p, (unsigned char)*s);
}

static void prompt(void **state)
{
	struct ui_prompt p = {0};
	ui_prompt_set(&p, "");
	press(&p, "lex er");
	ui_prompt_key(&p, UI_KEY_LEFT);
	ui_prompt_key(&p, UI_KEY_BACKSPACE);
	assert_string_equal(ui_buf_str(&p.text), "lex r");
	ui_prompt_key(&p, 0x540d);
	assert_string_equal(ui_buf_str(&p.text), "lex 名r");
	ui_prompt_key(&p, UI_KEY_BACKSPACE);
	ui_prompt_key(&p, UI_KEY_HOME);
	ui_prompt_key(&p, UI_KEY_DEL);
	assert_string_equal(ui_buf_str(&p.text), "ex r");
	ui_prompt_key(&p, UI_KEY_END);
	ui_prompt_key(&p, 23); /* Ctrl-W */
	assert_string_equal(ui_buf_str(&p.text), "ex ");
	ui_prompt_insert(&p, "a\033b\n", 4);
	assert_string_equal(ui_buf_str(&p.text), "ex ab");
	ui_prompt_remember(&p);
	ui_prompt_set(&p, "");
	press(&p, "new");
	ui_prompt_key(&p, UI_KEY_UP);
	assert_string_equal(ui_buf_str(&p.text), "ex ab");
	ui_prompt_key(&p, UI_KEY_DOWN);
	assert_string_equal(ui_buf_str(&p.text), "new");
	assert_int_equal(ui_prompt_key(&p, UI_KEY_ESC), UI_PROMPT_CANCEL);
	assert_int_equal(ui_prompt_key(&p, UI_KEY_ENTER), UI_PROMPT_DONE);
	ui_prompt_release(&p);
}

/* No size makes parts that lie outside of the screen or over each other. */
static void layouts(void **state)
{
	for (int w = 1; w < 260; w++)
		for (int h = 1; h < 90; h++) {
			struct ui_layout l = ui_layout_make(w, h);
			assert_true(l.main.w > 0 && l.main.h > 0);
			assert_true(l.main.x >= 0 && l.main.x + l.main.w <= w && l.main.y >= 0 && l.main.y + l.main.h <= h);
			const int rows[] = {l.head, l.tabs, l.path, l.info, l.keys};
			for (size_t i = 0; i < 5; i++) {
				assert_true(rows[i] < h);
				assert_true(rows[i] < 0 || rows[i] < l.main.y || rows[i] >= l.main.y + l.main.h);
				for (size_t k = 0; k < i; k++)
					assert_true(rows[i] < 0 || rows[i] != rows[k]);
			}
			if (l.panel.w)
				assert_true(l.panel.x > l.main.x + l.main.w - 1 && l.panel.x + l.panel.w <= w);
		}
	assert_int_equal(ui_layout_make(120, 40).size, UI_SIZE_LARGE);
	assert_int_equal(ui_layout_make(80, 24).size, UI_SIZE_MEDIUM);
	assert_int_equal(ui_layout_make(40, 10).size, UI_SIZE_SMALL);
	assert_int_equal(ui_layout_make(3, 2).size, UI_SIZE_TINY);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cutting), cmocka_unit_test(names_keep_what_matters), cmocka_unit_test(ascii_only),
		cmocka_unit_test(cells_keep_wide_whole), cmocka_unit_test(nothing_raw), cmocka_unit_test(numbers),
		cmocka_unit_test(decoding), cmocka_unit_test(noise), cmocka_unit_test(keymap), cmocka_unit_test(prompt),
		cmocka_unit_test(layouts),
	};
	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests_name("text and keys of the screen", tests, NULL, NULL);
}
