/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * err.h - why something a user asked for could not be done.
 *
 * Functions return 0 or a negative code and fill a struct tf_err in the caller's memory. No global
 * state, so every function here may be called from any thread.
 */
#ifndef TFLAME_ERR_H
#define TFLAME_ERR_H

#include <tflame/types.h>

enum tf_errcode {
	TF_ENOMEM = 1, /* not enough memory for a size that came from the input */
	TF_EIO,        /* the system refused to open, read or write: sys_errno says why */
	TF_EFORMAT,    /* the input is not what it should be */
	TF_EPERM,      /* not allowed */
	TF_ENOTSUP,    /* known, but not supported here */
	TF_ESTATE,     /* called at the wrong time, or stopped by the user */
	TF_EUSAGE,     /* an argument is wrong */
	TF_EEMPTY,     /* damaged input without one readable sample */
};

struct tf_err {
	int code;          /* enum tf_errcode, 0: no error */
	int sys_errno;     /* errno of the failed call, 0: none */
	char what[160];    /* what failed, e.g. the file's name */
	char text[320];    /* why, one sentence without a full stop */
	char advice[320];  /* what to type or do; empty: none */
};

/*
 * Fills err (may be NULL) and returns -code. what may be NULL. sys_errno is taken from errno when
 * code is TF_EIO, else 0.
 */
int tf_err_set(struct tf_err *err, int code, const char *what, const char *fmt, ...) TF_PRINTF(4, 5);
/* Sets the advice of err (may be NULL). */
void tf_err_advise(struct tf_err *err, const char *fmt, ...) TF_PRINTF(2, 3);
/* Removes any error from err. */
void tf_err_clear(struct tf_err *err);

#endif
