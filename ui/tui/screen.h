/* SPDX-License-Identifier: GPL-2.0-or-later */
/* screen.h - where cells are shown: a terminal, or a stream of text. */
#ifndef UI_TUI_SCREEN_H
#define UI_TUI_SCREEN_H

#include <stdio.h>

#include "tui/cells.h"

struct ui_screen;

struct ui_screen_ops {
	const char *name;
	/* The size now, at least 1x1. */
	void (*size)(struct ui_screen *s, int *w, int *h);
	/* Shows the cells; whole: without trusting what is there. False: the screen is gone. */
	bool (*show)(struct ui_screen *s, const struct ui_cells *c, bool whole);
	/* Puts text into the clipboard; false: this screen has none. */
	bool (*copy)(struct ui_screen *s, const char *text, size_t n);
	/* Gives the terminal back, and takes it again. */
	void (*leave)(struct ui_screen *s);
	void (*enter)(struct ui_screen *s);
	void (*free)(struct ui_screen *s);
};
struct ui_screen { const struct ui_screen_ops *ops; };

static inline void ui_screen_size(struct ui_screen *s, int *w, int *h) { s->ops->size(s, w, h); }
static inline bool ui_screen_show(struct ui_screen *s, const struct ui_cells *c, bool whole) { return s->ops->show(s, c, whole); }
static inline bool ui_screen_copy(struct ui_screen *s, const char *text, size_t n) { return s->ops->copy(s, text, n); }
void ui_screen_free(struct ui_screen *s);

/*
 * The terminal on standard output with keys from standard input, or /dev/tty if that is none.
 * NULL: *why says why not (static text). Installs handlers that restore the terminal before the
 * program dies of a signal. One at a time.
 */
struct ui_screen *ui_screen_terminal(bool mouse, bool colour, const char **why);
/* Where the keys come from, and a pipe that is readable after a change of size (w), a stop asked for
 * by someone else (t), or a continuation (c): one byte each. */
int ui_terminal_fd(const struct ui_screen *s);
int ui_terminal_signal_fd(const struct ui_screen *s);
/* Colours of the terminal that TERM names: 0, 8, 16, 256 … */
int ui_terminal_colours(const struct ui_screen *s);
/* Stops the program as the terminal would after Ctrl-Z; returns when it goes on. */
void ui_terminal_stop(struct ui_screen *s);
/* Whether ui_screen_terminal() can work; else *why. */
bool ui_terminal_possible(const char **why);

/* A screen of fixed size that writes each picture to out as lines of text, blanks at their ends cut
 * off. sgr: with colours. */
struct ui_screen *ui_screen_null(FILE *out, int w, int h, bool sgr);
void ui_null_resize(struct ui_screen *s, int w, int h);

#endif
