/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sym_perfmap.c - /tmp/perf-PID.map: "start size name" a line, in hex; the name is the rest of the
 * line, whatever it holds. JITs write names with line breaks in them, so a line that is not of this
 * form is skipped by itself. Addresses are used again: what was written later is right.
 */
#include "config.h"
#include "symbol/symsrc.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_MAP (1U << 30)

static int hex(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 32;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static const char *blanks(const char *p, const char *end)
{
	while (p < end && (*p == ' ' || *p == '\t'))
		p++;
	return p;
}

/* A hex number, perhaps with 0x, and the blanks around it; at least one has to follow. */
static bool number(const char **p, const char *end, uint64_t *v)
{
	const char *s = blanks(*p, end);
	unsigned digits = 0;
	*v = 0;
	if (end - s > 2 && s[0] == '0' && (s[1] | 32) == 'x')
		s += 2;
	for (int h; s < end && (h = hex(*s)) >= 0; s++, digits++)
		*v = *v << 4 | (unsigned)h;
	*p = blanks(s, end);
	return digits && digits <= 16 && *p > s;
}

static void parse(struct tf_symsrc *s, const char *text, size_t n)
{
	const char *end = text + n;
	for (const char *p = text, *stop; p < end; p = stop + 1) {
		uint64_t start, size;
		stop = memchr(p, '\n', (size_t)(end - p));
		if (!stop)
			stop = end;
		if (!number(&p, stop, &start) || !number(&p, stop, &size) || !size)
			continue;
		size_t len = (size_t)(stop - p);
		while (len && (p[len - 1] == '\r' || p[len - 1] == '\0'))
			len--;
		if (len)
			tf_symtab_add(&s->own, start, size, 0, 0, tf_symtab_own(&s->own, p, len, ""), TF_RANK_GLOBAL,
				      0);
	}
}

static char *read_map(struct tf_symsrc *s, const char *path, size_t *n)
{
	struct stat st;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
	if (fd < 0) {
		tf_strbuf_addf(&s->tried, "%s: %s\n", path, strerror(errno));
		return NULL;
	}
	const char *why = NULL;
	if (fstat(fd, &st))
		why = strerror(errno);
	else if (!S_ISREG(st.st_mode))
		why = "no regular file";
	else if (st.st_uid != geteuid() && st.st_uid != 0) {
		/* /tmp is everybody's: a stranger could name our code. */
		why = "not used: it belongs to another user";
		s->foreign_map = true;
	} else if (st.st_size > MAX_MAP)
		why = "too large";
	if (why) {
		tf_strbuf_addf(&s->tried, "%s: %s\n", path, why);
		close(fd);
		return NULL;
	}
	char *text = tf_xmalloc((size_t)st.st_size + 1);
	size_t have = 0;
	ssize_t r;
	while (have < (size_t)st.st_size && (r = read(fd, text + have, (size_t)st.st_size - have)) != 0) {
		if (r < 0 && errno != EINTR)
			break;
		have += r > 0 ? (size_t)r : 0;
	}
	close(fd);
	s->map_size = (uint64_t)st.st_size;
	s->map_time = (uint64_t)st.st_mtim.tv_sec * 1000000000 + (uint64_t)st.st_mtim.tv_nsec;
	*n = have;
	return text;
}

static bool try_map(struct tf_symsrc *s, const char *root, uint32_t pid)
{
	struct tf_strbuf path = TF_STRBUF_INIT;
	size_t n;
	tf_strbuf_addf(&path, "%s/tmp/perf-%u.map", root, pid);
	char *text = read_map(s, path.s, &n);
	if (text) {
		tf_symtab_init(&s->own, true);
		parse(s, text, n);
		tf_symtab_finish(&s->own);
		free(text);
		tf_strbuf_addf(&s->tried, "%s: used\n", path.s);
		tf_strbuf_adds(&s->found, path.s);
		if (path.n < sizeof s->map_path)
			memcpy(s->map_path, path.s, path.n + 1);
	}
	tf_strbuf_release(&path);
	return text;
}

void tf_symsrc_perfmap(struct tf_symctx *c, tf_dso_id id, struct tf_symsrc *s)
{
	const struct tf_dso *d = tf_profile_dso_row(c->profile, id);
	s->state = TF_DSO_MISSING;
	if (!d->pid || d->pid == TF_NO_ID)
		return;
	if (!(c->dirs.symfs && try_map(s, c->dirs.symfs, d->pid)) && !try_map(s, "", d->pid)) {
		tf_symsrc_embedded(c, id, s);
		return;
	}
	s->opaque = true;
	s->tab = &s->own;
	s->state = s->own.sym.n ? TF_DSO_OK : TF_DSO_NOSYMS;
}

bool tf_symsrc_perfmap_changed(const struct tf_symsrc *s)
{
	struct stat st;
	return *s->map_path && !stat(s->map_path, &st) && S_ISREG(st.st_mode) &&
	       ((uint64_t)st.st_size != s->map_size ||
		(uint64_t)st.st_mtim.tv_sec * 1000000000 + (uint64_t)st.st_mtim.tv_nsec != s->map_time);
}
