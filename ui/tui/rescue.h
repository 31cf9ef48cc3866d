/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * rescue.h - gives the terminal back whatever ends the program: signals that kill, crashes, stops.
 * Handlers only write prepared bytes and set the saved modes, both safe in a signal handler.
 */
#ifndef UI_TUI_RESCUE_H
#define UI_TUI_RESCUE_H

#include <stddef.h>
#include <termios.h>
#include <tflame/types.h>

/* What to write to out and which modes to set on in. Copied. */
void ui_rescue_set(int out, const char *bytes, size_t n, int in, const struct termios *modes);
/* Whether there is something to give back. */
void ui_rescue_arm(bool on);
/* Gives it back now, once. */
void ui_rescue_now(void);
/* Sets and removes the handlers. */
void ui_rescue_install(void);
void ui_rescue_uninstall(void);
/* Readable after SIGWINCH ('w'), SIGTSTP ('t') and SIGCONT ('c'). */
int ui_rescue_fd(void);
/* Stops the program; returns when it is continued. */
void ui_rescue_stop(void);

#endif
