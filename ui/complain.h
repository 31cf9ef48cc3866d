/* SPDX-License-Identifier: GPL-2.0-or-later */
/* complain.h - what goes to stderr: one line "tflame: WHAT: WHY", then at most one "tflame: try: …". */
#ifndef UI_COMPLAIN_H
#define UI_COMPLAIN_H

#include <tflame/err.h>
#include <tflame/profile.h>

/* All of them escape what they print. what may be NULL. */
void ui_error(const char *what, const char *fmt, ...) TF_PRINTF(2, 3);
void ui_advise(const char *fmt, ...) TF_PRINTF(1, 2);
/* Both lines of err. Returns the exit status for it: 2 for TF_EUSAGE, else 1. */
int ui_complain_err(const struct tf_err *err);
/* What the input said was wrong: each kind once, at most 10 lines, one line of advice. */
void ui_complain_messages(const struct tf_snapshot *s);

#endif
