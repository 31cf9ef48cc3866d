/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * theme.h - styles are meanings; a theme says how they look with as many colours as there are.
 */
#ifndef UI_TUI_THEME_H
#define UI_TUI_THEME_H

#include <tflame/types.h>

/* What a box of the flame graph stands for. Each has two tones, so that neighbours differ. */
enum ui_slot {
	UI_SLOT_ALL, UI_SLOT_COMM, UI_SLOT_UNKNOWN, UI_SLOT_REST, UI_SLOT_KERNEL, UI_SLOT_USER, UI_SLOT_INLINE,
	UI_SLOT_JIT, UI_SLOT_PLAIN,
	UI_SLOT_MODULE, /* eight hues from here */
	UI_SLOT_OUT = UI_SLOT_MODULE + 8, /* above the zoomed frame */
	UI_SLOT_MATCH, UI_SLOT_SELECTED, UI_SLOT_SELECTED_MATCH, UI_SLOT_N,
};
#define UI_MODULE_HUES 8

enum ui_style {
	UI_NONE, /* the terminal's own colours */
	UI_GAP,  /* nothing there: the background beside a box */
	UI_HEAD, UI_HEAD_DIM, UI_TAB, UI_TAB_KEY, UI_TAB_ON, UI_PATH, UI_PATH_LAST, UI_DIM, UI_STRONG, UI_KEY, UI_WARN,
	UI_BAD, UI_GOOD, UI_ROW_SELECTED, UI_ROW_MATCH, UI_COLUMN, UI_COLUMN_SORT, UI_BAR, UI_RULE, UI_PROMPT, UI_POPUP,
	UI_POPUP_KEY, UI_POPUP_SELECTED, UI_MATCH_TEXT, UI_SCROLL, UI_PROGRESS, UI_PROGRESS_REST,
	UI_BOX, /* UI_BOX + slot * 2 + tone */
	UI_STYLE_N = UI_BOX + UI_SLOT_N * 2,
};
static inline enum ui_style ui_box_style(enum ui_slot slot, int tone) { return (enum ui_style)(UI_BOX + slot * 2 + (tone & 1)); }

enum { UI_BOLD = 1, UI_FAINT = 2, UI_UNDERLINE = 4, UI_REVERSE = 8 };
/* Colours: -1 the terminal's own, else 0 … 255. */
struct ui_attr { int16_t fg, bg; uint8_t flags; };

/* colours: 0 (none), 8, 16, 256 or more. */
void ui_theme_set_colours(int colours);
int ui_theme_colours(void);
/* default, dark, light, mono; false: no such theme. */
bool ui_theme_set(const char *name);
const char *ui_theme_name(size_t i); /* NULL: no more */
/* How a cell with style (and, split, the style of its right part, else 0) looks. */
struct ui_attr ui_theme_attr(uint8_t style, uint8_t under);
/* Whether boxes have colours and tones of their own; else they need lines at their edges. */
bool ui_theme_boxes(void);
bool ui_theme_tones(void);
/* The name of a style, for tests. NULL: out of range. */
const char *ui_style_name(uint8_t style, char buf[24]);
/* 0xRRGGBB of one of the 256 colours. */
unsigned ui_colour_rgb(int index);

#endif
