/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "object/impl.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "base/strbuf.h"
#include "base/xalloc.h"

struct search {
	struct tf_object *o;
	const struct tf_debug_dirs *dirs;
	struct tf_strbuf *tried;
	bool *wrong;
	bool have_crc;
	uint32_t crc;
};

static void say(struct search *s, const char *path, const char *what)
{
	tf_strbuf_addf(s->tried, "%s: %s\n", path, what);
}

/* A candidate of any kind: the debug file if it belongs to the object. */
static struct tf_object *try_path(struct search *s, const char *path)
{
	struct tf_object *d;
	int r = tf_object_open(&d, path);
	if (r) {
		if (r != -TF_EIO || (errno != ENOENT && errno != ENOTDIR))
			say(s, path,
			    r == -TF_EIO     ? strerror(errno)
			    : r == -TF_EPERM ? "no regular file"
					     : "no ELF file");
		return NULL;
	}
	bool same;
	if (d->dev == s->o->dev && d->ino == s->o->ino && d->mapped && s->o->mapped) {
		tf_object_free(d); /* the link leads back to the object itself */
		return NULL;
	}
	if (s->o->build_id_len && d->build_id_len)
		same = tf_build_id_equal(s->o->build_id, s->o->build_id_len, d->build_id, d->build_id_len);
	else
		same = s->have_crc && tf_object_crc32(d->bytes, d->size) == s->crc;
	if (!same)
		*s->wrong = true;
	else if (tf_object_has_symbols(d, TF_SYMTAB)) {
		say(s, path, "debug file");
		return d;
	}
	say(s, path, same ? "debug file without symbols" : "debug file of another build");
	tf_object_free(d);
	return NULL;
}

static struct tf_object *try_parts(struct search *s, const char *a, const char *b, const char *c, const char *d)
{
	struct tf_strbuf path = TF_STRBUF_INIT;
	tf_strbuf_addf(&path, "%s%s%s%s", a, b, c, d);
	struct tf_object *x = try_path(s, path.s);
	tf_strbuf_release(&path);
	return x;
}

static struct tf_object *by_build_id(struct search *s)
{
	const struct tf_debug_dirs *d = s->dirs;
	char hex[2 * sizeof s->o->build_id + 1], tail[2 * sizeof s->o->build_id + 16];
	struct tf_object *x = NULL;
	if (s->o->build_id_len < 2)
		return NULL;
	tf_build_id_hex(s->o->build_id, s->o->build_id_len, hex);
	snprintf(tail, sizeof tail, "/%.2s/%s", hex, hex + 2);
	if (d->symfs && (x = try_parts(s, d->symfs, "/.build-id", tail, ".debug")))
		return x;
	if (d->symfs && (x = try_parts(s, d->symfs, "/usr/lib/debug/.build-id", tail, ".debug")))
		return x;
	if (d->symfs && (x = try_parts(s, d->symfs, "/.build-id", tail, "/debug")))
		return x;
	if ((x = try_parts(s, d->debug_dir, "/.build-id", tail, ".debug")))
		return x;
	return d->home ? try_parts(s, d->home, "/.debug/.build-id", tail, "/debug") : NULL;
}

static struct tf_object *by_link(struct search *s)
{
	size_t n, i = tf_object_find_section(s->o, ".gnu_debuglink");
	const char *link = i ? tf_object_bytes(s->o, i, &n) : NULL;
	size_t len = link ? strnlen(link, n) : 0;
	/* The name, padded to four bytes, then the checksum. */
	size_t at = (len + 4) & ~(size_t)3;
	if (!len || at + 4 > n || memchr(link, '/', len))
		return NULL;
	struct tf_bytes b = tf_bytes_init(link + at, 4, s->o->swap);
	s->crc = tf_bytes_u32(&b);
	s->have_crc = true;
	const char *slash = strrchr(s->o->path, '/');
	char *dir = slash ? tf_xmemdup0(s->o->path, (size_t)(slash - s->o->path)) : tf_xstrdup(".");
	struct tf_object *x = try_parts(s, dir, "/", link, "");
	if (!x)
		x = try_parts(s, dir, "/.debug/", link, "");
	if (!x && s->dirs->symfs && !strncmp(dir, s->dirs->symfs, strlen(s->dirs->symfs))) {
		struct tf_strbuf root = TF_STRBUF_INIT;
		tf_strbuf_addf(&root, "%s/usr/lib/debug", s->dirs->symfs);
		x = try_parts(s, root.s, dir + strlen(s->dirs->symfs), "/", link);
		tf_strbuf_release(&root);
	}
	if (!x && *dir == '/')
		x = try_parts(s, s->dirs->debug_dir, dir, "/", link);
	free(dir);
	return x;
}

struct tf_object *tf_debugfile_find(struct tf_object *o, const struct tf_debug_dirs *dirs, struct tf_strbuf *tried,
				    bool *wrong)
{
	struct search s = {.o = o, .dirs = dirs, .tried = tried, .wrong = wrong};
	struct tf_object *x = by_build_id(&s);
	return x ? x : by_link(&s);
}
