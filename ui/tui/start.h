/* SPDX-License-Identifier: GPL-2.0-or-later */
/* start.h - what ui_run() and ui_print() share. */
#ifndef UI_TUI_START_H
#define UI_TUI_START_H

#include "tui/state.h"

/* Sets locale, ASCII mode and colours: colours as the screen has them (0: none). */
void ui_start(const struct ui_options *o, int colours);
/* Runs o->view, o->keys and o->script. False: a sentence was printed on standard error. */
bool ui_start_actions(struct ui_app *a);

#endif
