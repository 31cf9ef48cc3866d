/* SPDX-License-Identifier: GPL-2.0-or-later */
/* state.h - everything the screen program knows while it runs, and what its parts do with it. */
#ifndef UI_TUI_STATE_H
#define UI_TUI_STATE_H

#include "tui/app.h"
#include "tui/keymap.h"
#include "tui/layout.h"
#include "tui/model.h"
#include "tui/prompt.h"
#include "tui/screen.h"
#include "tui/view.h"

enum ui_mode { UI_MODE_NORMAL, UI_MODE_PROMPT, UI_MODE_MENU };
enum ui_prompt_kind { UI_PROMPT_FIND, UI_PROMPT_FILTER, UI_PROMPT_PALETTE, UI_PROMPT_EXPORT, UI_PROMPT_LIMIT, UI_PROMPT_N };

struct ui_popup { enum ui_action items[24]; int n, sel, x, y; struct ui_rect r; };

struct ui_app {
	const struct ui_options *o;
	struct ui_model m;
	struct ui_screen *screen;
	struct ui_cells cells;
	int w, h;
	struct ui_layout lay;
	struct ui_view views[UI_VIEW_N];
	enum ui_view_id view, back_view; /* back_view: where help leads back to */

	enum ui_mode mode;
	enum ui_prompt_kind prompt;
	struct ui_prompt prompts[UI_PROMPT_N];
	char *find_before;         /* the search that a cancelled prompt gives back */
	struct ui_path sel_before;
	struct ui_popup popup;     /* menu, or completions of the palette */

	char note[256];            /* shown until the next key */
	enum ui_style note_style;
	struct tf_err failed;      /* why loading ended early, code 0: it did not */
	bool started;              /* the engine runs beside us */
	bool quit, whole;          /* whole: paint everything */
	bool dirty;
	uint64_t click_time; int click_x, click_y;
	FILE *dump;                /* where the dump action writes, NULL: nowhere */
};

/* ---- app.c -------------------------------------------------------------------------------- */
void ui_app_init(struct ui_app *a, const struct ui_options *o);
void ui_app_release(struct ui_app *a);
void ui_app_resize(struct ui_app *a, int w, int h);
void ui_app_event(struct ui_app *a, const struct ui_event *ev);
/* Draws all into a->cells. */
void ui_app_draw(struct ui_app *a);
/* Writes the picture to out as text. */
void ui_app_dump(struct ui_app *a, FILE *out);
void ui_app_note(struct ui_app *a, enum ui_style st, const char *fmt, ...) TF_PRINTF(3, 4);
void ui_app_set_view(struct ui_app *a, enum ui_view_id v);

/* ---- act.c: what actions do --------------------------------------------------------------- */
/* arg: NULL or the text behind the name. False: the argument is wrong, a->note says why. */
bool ui_app_act(struct ui_app *a, enum ui_action act, const char *arg);
void ui_app_prompt_key(struct ui_app *a, uint32_t key);
/* Takes a filter as typed; false: nothing of it is understood. */
bool ui_app_filter(struct ui_app *a, const char *text);

/* ---- script.c ----------------------------------------------------------------------------- */
/* Runs actions, one a line or between semicolons. False: *why says what is wrong. */
bool ui_app_script(struct ui_app *a, const char *text, char why[200]);
bool ui_app_line(struct ui_app *a, const char *line, size_t n, char why[200]);

/* ---- chrome.c, panel.c, popup.c ----------------------------------------------------------- */
void ui_draw_chrome(struct ui_app *a);
void ui_draw_panel(struct ui_app *a, struct ui_rect r);
void ui_draw_info(struct ui_app *a, int y);
void ui_popup_menu(struct ui_app *a, int x, int y);
void ui_popup_palette(struct ui_app *a);
void ui_draw_popup(struct ui_app *a);
/* The completion of what is typed in the palette: the common beginning, or the selected row. */
void ui_palette_complete(struct ui_app *a);

/* ---- export.c ----------------------------------------------------------------------------- */
/* Writes what is shown to a new file. False: *why says why not. */
bool ui_export(struct ui_app *a, const char *path, char why[400]);

#endif
