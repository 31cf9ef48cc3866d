/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "tui/theme.h"

#include <stdio.h>
#include <string.h>

/*
 * Each style: what it looks like with 256 colours (general, on dark, on light), with 8, and without
 * any. The hues are those that people with every kind of colour vision tell apart (Okabe and Ito),
 * lightened so that black text can stand on them.
 */
struct row { const char *name; struct ui_attr any, dark, light, eight, mono; };

#define D -1
#define B UI_BOLD
#define F UI_FAINT
#define U UI_UNDERLINE
#define R UI_REVERSE
/* name, any, dark, light, eight, mono */
static const struct row rows[UI_BOX] = {
	[UI_NONE] = {"none", {D, D, 0}, {D, D, 0}, {D, D, 0}, {D, D, 0}, {D, D, 0}},
	[UI_GAP] = {"gap", {D, D, 0}, {D, D, 0}, {D, D, 0}, {D, D, 0}, {D, D, 0}},
	[UI_HEAD] = {"head", {D, D, B}, {231, D, B}, {16, D, B}, {D, D, B}, {D, D, B}},
	[UI_HEAD_DIM] = {"head-dim", {D, D, 0}, {250, D, 0}, {239, D, 0}, {D, D, 0}, {D, D, 0}},
	[UI_TAB] = {"tab", {D, D, F}, {246, D, 0}, {242, D, 0}, {D, D, 0}, {D, D, 0}},
	[UI_TAB_KEY] = {"tab-key", {D, D, B}, {117, D, 0}, {25, D, 0}, {6, D, 0}, {D, D, 0}},
	[UI_TAB_ON] = {"tab-on", {D, D, B | R}, {16, 250, B}, {231, 239, B}, {D, D, B | R}, {D, D, B | R}},
	[UI_PATH] = {"path", {D, D, F}, {246, D, 0}, {242, D, 0}, {D, D, 0}, {D, D, 0}},
	[UI_PATH_LAST] = {"path-last", {D, D, B}, {231, D, B}, {16, D, B}, {D, D, B}, {D, D, B}},
	[UI_DIM] = {"dim", {D, D, F}, {244, D, 0}, {244, D, 0}, {D, D, 0}, {D, D, 0}},
	[UI_STRONG] = {"strong", {D, D, B}, {231, D, B}, {16, D, B}, {D, D, B}, {D, D, B}},
	[UI_KEY] = {"key", {D, D, B}, {117, D, B}, {25, D, B}, {6, D, B}, {D, D, B}},
	[UI_WARN] = {"warn", {D, D, B}, {221, D, 0}, {130, D, 0}, {3, D, B}, {D, D, B}},
	[UI_BAD] = {"bad", {231, 160, B}, {231, 160, B}, {231, 160, B}, {7, 1, B}, {D, D, B | R}},
	[UI_GOOD] = {"good", {D, D, B}, {115, D, 0}, {28, D, 0}, {2, D, 0}, {D, D, B}},
	[UI_ROW_SELECTED] = {"row-selected", {231, 25, B}, {231, 25, B}, {231, 25, B}, {7, 4, B}, {D, D, R}},
	[UI_ROW_MATCH] = {"row-match", {D, D, B | U}, {182, D, B}, {90, D, B}, {5, D, B}, {D, D, B | U}},
	[UI_COLUMN] = {"column", {D, D, U}, {250, D, U}, {239, D, U}, {D, D, U}, {D, D, U}},
	[UI_COLUMN_SORT] = {"column-sort", {D, D, B | U}, {231, D, B | U}, {16, D, B | U}, {D, D, B | U}, {D, D, B | U}},
	[UI_BAR] = {"bar", {67, D, 0}, {74, D, 0}, {67, D, 0}, {6, D, 0}, {D, D, 0}},
	[UI_RULE] = {"rule", {D, D, F}, {240, D, 0}, {248, D, 0}, {D, D, 0}, {D, D, 0}},
	[UI_PROMPT] = {"prompt", {D, D, B}, {231, D, B}, {16, D, B}, {D, D, B}, {D, D, B}},
	[UI_POPUP] = {"popup", {231, 238, 0}, {252, 237, 0}, {16, 254, 0}, {7, 4, 0}, {D, D, R}},
	[UI_POPUP_KEY] = {"popup-key", {222, 238, B}, {222, 237, B}, {25, 254, B}, {3, 4, B}, {D, D, R | B}},
	[UI_POPUP_SELECTED] = {"popup-selected", {231, 25, B}, {231, 25, B}, {231, 25, B}, {0, 7, 0}, {D, D, B | U}},
	[UI_MATCH_TEXT] = {"match-text", {231, 91, B}, {231, 91, B}, {231, 91, B}, {7, 5, B}, {D, D, B | U}},
	[UI_SCROLL] = {"scroll", {16, 221, B}, {16, 221, B}, {16, 221, B}, {0, 3, 0}, {D, D, R}},
	[UI_PROGRESS] = {"progress", {231, 25, B}, {231, 25, B}, {231, 25, B}, {7, 4, B}, {D, D, R}},
	[UI_PROGRESS_REST] = {"progress-rest", {231, 240, 0}, {231, 240, 0}, {16, 252, 0}, {7, 0, 0}, {D, D, U}},
};

/* Boxes: two tones of 256, the colour of 8 (its bright form is the second tone of 16). */
struct box { const char *name; int16_t fg, tone[2]; uint8_t flags; int16_t fg8, bg8; uint8_t mono; };
static const struct box boxes[UI_SLOT_N] = {
	[UI_SLOT_ALL] = {"all", 16, {252, 252}, 0, 0, 7, 0},
	[UI_SLOT_COMM] = {"comm", 16, {253, 249}, 0, 0, 7, 0},
	[UI_SLOT_UNKNOWN] = {"unknown", 16, {247, 244}, 0, 0, 7, 0},
	[UI_SLOT_REST] = {"rest", 253, {240, 238}, 0, 7, 0, UI_FAINT},
	[UI_SLOT_KERNEL] = {"kernel", 16, {209, 173}, 0, 7, 1, 0},
	[UI_SLOT_USER] = {"user", 16, {117, 74}, 0, 0, 6, 0},
	[UI_SLOT_INLINE] = {"inline", 16, {158, 115}, 0, 0, 2, 0},
	[UI_SLOT_JIT] = {"jit", 16, {228, 222}, 0, 0, 3, 0},
	[UI_SLOT_PLAIN] = {"plain", 16, {223, 187}, 0, 0, 7, 0},
	[UI_SLOT_MODULE] = {"module0", 16, {117, 74}, 0, 0, 6, 0},
	[UI_SLOT_MODULE + 1] = {"module1", 16, {222, 179}, 0, 0, 3, 0},
	[UI_SLOT_MODULE + 2] = {"module2", 16, {115, 72}, 0, 0, 2, 0},
	[UI_SLOT_MODULE + 3] = {"module3", 16, {182, 139}, 0, 7, 5, 0},
	[UI_SLOT_MODULE + 4] = {"module4", 16, {229, 186}, 0, 0, 3, 0},
	[UI_SLOT_MODULE + 5] = {"module5", 16, {147, 104}, 0, 7, 4, 0},
	[UI_SLOT_MODULE + 6] = {"module6", 16, {159, 116}, 0, 0, 6, 0},
	[UI_SLOT_MODULE + 7] = {"module7", 16, {218, 175}, 0, 7, 5, 0},
	[UI_SLOT_OUT] = {"out", 253, {241, 239}, 0, 7, 0, UI_FAINT},
	[UI_SLOT_MATCH] = {"match", 231, {91, 90}, UI_BOLD | UI_UNDERLINE, 7, 5, UI_BOLD | UI_UNDERLINE},
	[UI_SLOT_SELECTED] = {"selected", 231, {25, 25}, UI_BOLD, 7, 4, UI_REVERSE},
	[UI_SLOT_SELECTED_MATCH] = {"selected-match", 231, {25, 25}, UI_BOLD | UI_UNDERLINE, 7, 4,
				    UI_REVERSE | UI_BOLD | UI_UNDERLINE},
};
#undef D
#undef B
#undef F
#undef U
#undef R

enum { THEME_DEFAULT, THEME_DARK, THEME_LIGHT, THEME_MONO };
static const char *const theme_table[] = {"default", "dark", "light", "mono"};
static int theme = THEME_DEFAULT, colours = 256;

void ui_theme_set_colours(int n) { colours = n >= 256 ? 256 : n >= 16 ? 16 : n >= 8 ? 8 : 0; }
int ui_theme_colours(void) { return theme == THEME_MONO ? 0 : colours; }
const char *ui_theme_name(size_t i) { return i < sizeof theme_table / sizeof *theme_table ? theme_table[i] : NULL; }
bool ui_theme_boxes(void) { return ui_theme_colours() >= 8; }
bool ui_theme_tones(void) { return ui_theme_colours() >= 16; }

bool ui_theme_set(const char *name)
{
	for (int i = 0; i <= THEME_MONO; i++)
		if (!strcmp(theme_table[i], name)) {
			theme = i;
			return true;
		}
	return false;
}

static struct ui_attr box_attr(int slot, int tone)
{
	const struct box *b = &boxes[slot];
	int n = ui_theme_colours();
	if (n >= 256)
		return (struct ui_attr){b->fg, b->tone[tone], b->flags};
	if (n == 16) {
		/* On the bright form only black can be read. */
		bool bright = !tone && b->bg8 != 0 && slot < UI_SLOT_OUT;
		return (struct ui_attr){bright ? 0 : b->fg8, (int16_t)(b->bg8 + (bright ? 8 : 0)), b->flags};
	}
	if (n == 8)
		return (struct ui_attr){b->fg8, b->bg8, b->flags};
	return (struct ui_attr){-1, -1, b->mono};
}

static struct ui_attr plain_attr(uint8_t style)
{
	if (style >= UI_STYLE_N)
		style = UI_NONE;
	if (style >= UI_BOX)
		return box_attr((style - UI_BOX) / 2, (style - UI_BOX) % 2);
	const struct row *r = &rows[style];
	int n = ui_theme_colours();
	if (n == 0)
		return r->mono;
	if (n < 256)
		return r->eight;
	return theme == THEME_DARK ? r->dark : theme == THEME_LIGHT ? r->light : r->any;
}

struct ui_attr ui_theme_attr(uint8_t style, uint8_t under)
{
	struct ui_attr a = plain_attr(style);
	if (!under)
		return a;
	struct ui_attr b = plain_attr(under);
	if (a.bg < 0) /* background on the left: the block itself has to be the hole */
		return (struct ui_attr){b.bg, -1, b.bg < 0 ? 0 : UI_REVERSE};
	return (struct ui_attr){a.bg, b.bg, 0};
}

const char *ui_style_name(uint8_t style, char buf[24])
{
	if (style >= UI_STYLE_N)
		return NULL;
	if (style < UI_BOX)
		snprintf(buf, 24, "%s", rows[style].name);
	else
		snprintf(buf, 24, "%s%s", boxes[(style - UI_BOX) / 2].name, (style - UI_BOX) % 2 ? "'" : "");
	return buf;
}

unsigned ui_colour_rgb(int i)
{
	static const unsigned base[16] = {0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
					  0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff};
	static const unsigned level[6] = {0, 95, 135, 175, 215, 255};
	if (i < 0 || i > 255)
		return 0;
	if (i < 16)
		return base[i];
	if (i >= 232)
		return (unsigned)(8 + (i - 232) * 10) * 0x010101u;
	i -= 16;
	return level[i / 36] << 16 | level[i / 6 % 6] << 8 | level[i % 6];
}
