/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include <tflame/err.h>

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int tf_err_set(struct tf_err *err, int code, const char *what, const char *fmt, ...)
{
	int saved = errno;
	if (!err)
		return -code;
	err->code = code;
	err->sys_errno = code == TF_EIO ? saved : 0;
	err->advice[0] = 0;
	snprintf(err->what, sizeof err->what, "%s", what ? what : "");
	va_list ap;
	va_start(ap, fmt);
	vsnprintf(err->text, sizeof err->text, fmt, ap);
	va_end(ap);
	return -code;
}

void tf_err_advise(struct tf_err *err, const char *fmt, ...)
{
	if (!err)
		return;
	va_list ap;
	va_start(ap, fmt);
	vsnprintf(err->advice, sizeof err->advice, fmt, ap);
	va_end(ap);
}

void tf_err_clear(struct tf_err *err)
{
	if (err)
		memset(err, 0, sizeof *err);
}
