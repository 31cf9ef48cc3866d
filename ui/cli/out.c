/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "cli/out.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <tflame/text.h>

#include "complain.h"

static char stdout_buffer[1 << 16];

void ui_out_init(void)
{
	signal(SIGPIPE, SIG_IGN);
	setvbuf(stdout, stdout_buffer, _IOFBF, sizeof stdout_buffer);
}

int ui_out_finish(int status)
{
	int bad = ferror(stdout);
	errno = 0;
	if (fflush(stdout) != 0)
		bad = 1;
	if (!bad)
		return status;
	/* The error of an earlier write is gone; a pipe without a reader still says so. */
	struct pollfd p = {.fd = STDOUT_FILENO, .events = POLLOUT};
	if (errno == EPIPE || (!errno && poll(&p, 1, 0) > 0 && p.revents & POLLERR))
		return status;
	ui_error("standard output", "%s", errno ? strerror(errno) : "cannot be written: the disk may be full");
	return status ? status : 1;
}

static int write_file(void *ctx, const char *bytes, size_t n)
{
	return fwrite(bytes, 1, n, ctx) == n ? 0 : -TF_EIO;
}

struct tf_out ui_out_file(FILE *f)
{
	return (struct tf_out){write_file, f};
}

static int put_escaped(struct ui_escaped *e, const char *s, size_t n)
{
	char *text = tf_escape_dup(s, n);
	int r = fputs(text, e->f) < 0 ? -TF_EIO : 0;
	free(text);
	return r;
}

/* Lines are kept until they are whole, so that no character is taken apart. */
static int write_escaped(void *ctx, const char *bytes, size_t n)
{
	struct ui_escaped *e = ctx;
	while (n) {
		const char *nl = memchr(bytes, '\n', n);
		size_t k = nl ? (size_t)(nl - bytes) : n;
		if (e->n || !nl) {
			if (e->n + k > e->cap) {
				size_t cap = (e->n + k) * 2;
				char *p = realloc(e->line, cap);
				if (!p)
					return -TF_ENOMEM;
				e->line = p;
				e->cap = cap;
			}
			memcpy(e->line + e->n, bytes, k);
			e->n += k;
		}
		if (!nl)
			return 0;
		int r = e->n ? put_escaped(e, e->line, e->n) : put_escaped(e, bytes, k);
		if (r || fputc('\n', e->f) == EOF)
			return -TF_EIO;
		e->n = 0;
		bytes += k + 1;
		n -= k + 1;
	}
	return 0;
}

struct tf_out ui_out_escaped(struct ui_escaped *e, FILE *f)
{
	*e = (struct ui_escaped){.f = f};
	return (struct tf_out){write_escaped, e};
}

int ui_out_escaped_end(struct ui_escaped *e)
{
	int r = e->n ? put_escaped(e, e->line, e->n) : 0;
	free(e->line);
	return r;
}
