/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include <tflame/engine.h>

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/strbuf.h"
#include "base/xalloc.h"
#include "input/input.h"
#include "model/tables.h"
#include "session/session.h"
#include "symbol/symbolizer.h"

/* How long a started engine reads before it shows what it has. The first picture shall be early. */
#define FIRST_SLICE_MS 40
#define SLICE_MS 150

struct source {
	struct tf_input_file file;
	const struct tf_input_ops *ops;
	struct tf_input *in;
	struct tf_session *session;
	bool open;
};

struct tf_engine {
	struct tf_profile *profile;
	struct tf_pool *pool;
	struct tf_symbolizer *symbolizer;
	struct source *sources;
	size_t n_sources, current;
	uint32_t named;         /* frames up to here have their names */
	bool done;
	struct tf_err failed;   /* first error of an input, code 0: none */
	_Atomic bool stop;      /* stop reading */
	_Atomic bool quit;      /* stop everything */
	bool started;
	pthread_t thread;
	int fd;
	pthread_mutex_t lock;   /* of snapshot */
	struct tf_snapshot *snapshot;
};

static void publish(struct tf_engine *e, bool complete)
{
	struct tf_snapshot *s = tf_profile_publish(e->profile, complete), *old;
	pthread_mutex_lock(&e->lock);
	old = e->snapshot;
	e->snapshot = s;
	pthread_mutex_unlock(&e->lock);
	tf_snapshot_unref(old);
	uint64_t one = 1;
	if (write(e->fd, &one, sizeof one) < 0)
		return; /* the counter is full: the reader is awake anyway */
}

static void add_meta_file(struct tf_engine *e, const struct source *src, size_t i)
{
	if (i == 0) {
		tf_profile_set_meta(e->profile, "file", src->file.path);
		tf_profile_set_meta(e->profile, "format", src->ops->name);
		return;
	}
	struct tf_strbuf b = TF_STRBUF_INIT;
	for (size_t k = 0; k <= i; k++)
		tf_strbuf_addf(&b, "%s%s", k ? ", " : "", e->sources[k].file.path);
	tf_profile_set_meta(e->profile, "file", b.s);
	tf_strbuf_release(&b);
}

static int open_source(struct tf_engine *e, const struct tf_engine_opts *o, size_t i, struct tf_err *err)
{
	struct source *src = &e->sources[i];
	int r = tf_input_file_open(&src->file, o->paths[i], err);
	if (r)
		return r;
	src->open = true;
	src->ops = tf_input_find(&src->file, o->format, err);
	if (!src->ops)
		return -TF_EFORMAT;
	src->session = tf_session_new(e->profile, tf_pool_size(e->pool), o->n_paths > 1 && !o->merge_roots ? o->paths[i] : NULL,
				      src->file.size);
	src->in = src->ops->open(&src->file, tf_session_sink(src->session), e->pool, err);
	if (!src->in)
		return -TF_EFORMAT;
	add_meta_file(e, src, i);
	return 0;
}

static void close_source(struct source *src)
{
	if (src->in)
		src->ops->close(src->in);
	src->in = NULL;
	tf_session_free(src->session);
	src->session = NULL;
	if (src->open)
		tf_input_file_close(&src->file);
	src->open = false;
}

struct tf_engine *tf_engine_new(const struct tf_engine_opts *o, struct tf_err *err)
{
	struct tf_engine *e = tf_xcalloc(1, sizeof *e);
	tf_err_clear(err);
	e->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	pthread_mutex_init(&e->lock, NULL);
	e->profile = tf_profile_new();
	e->pool = tf_pool_new(o->threads);
	struct tf_symbol_opts so = {.symfs = o->symfs, .kallsyms = o->kallsyms, .vmlinux = o->vmlinux, .no_demangle = o->no_demangle,
				    .no_buildid_check = o->no_buildid_check, .no_objects = o->no_symbols};
	e->symbolizer = tf_symbolizer_new(e->profile, &so);
	e->sources = tf_xcalloc(o->n_paths, sizeof *e->sources);
	e->n_sources = o->n_paths;
	publish(e, false);
	for (size_t i = 0; i < o->n_paths; i++) {
		if (open_source(e, o, i, err)) {
			tf_engine_free(e);
			return NULL;
		}
	}
	return e;
}

void tf_engine_free(struct tf_engine *e)
{
	if (!e)
		return;
	atomic_store(&e->stop, true);
	atomic_store(&e->quit, true);
	if (e->started)
		pthread_join(e->thread, NULL);
	for (size_t i = 0; i < e->n_sources; i++)
		close_source(&e->sources[i]);
	free(e->sources);
	tf_symbolizer_free(e->symbolizer);
	tf_pool_free(e->pool);
	tf_snapshot_unref(e->snapshot);
	tf_profile_unref(e->profile);
	pthread_mutex_destroy(&e->lock);
	if (e->fd >= 0)
		close(e->fd);
	free(e);
}

/* Names all frames that are there. False: interrupted. */
static bool name_frames(struct tf_engine *e)
{
	uint32_t n = tf_profile_n_frames(e->profile);
	if (n == e->named)
		return true;
	if (!tf_symbolizer_run(e->symbolizer, e->pool, e->named + 1, n + 1, &e->quit))
		return false;
	e->named = n;
	tf_profile_names_changed(e->profile);
	return true;
}

static int finish(struct tf_engine *e, struct tf_err *err)
{
	tf_profile_set_progress(e->profile, TF_PHASE_SYMBOLS, e->named, tf_profile_n_frames(e->profile), "symbols");
	name_frames(e);
	e->done = true;
	publish(e, true);
	if (tf_snapshot_n_samples(e->snapshot))
		return 0;
	if (e->failed.code) {
		if (err)
			*err = e->failed;
		return -e->failed.code;
	}
	if (tf_diag_damaged(tf_profile_diag(e->profile)) && !atomic_load(&e->stop))
		return tf_err_set(err, TF_EEMPTY, e->sources[0].file.path, "damaged, and no sample of it could be read");
	return 0;
}

/* One slice of reading. Returns as tf_engine_pump(). */
static int slice(struct tf_engine *e, unsigned budget_ms, struct tf_err *err)
{
	if (e->done)
		return 0;
	if (e->current == e->n_sources)
		return finish(e, err);
	struct source *src = &e->sources[e->current];
	struct tf_err why = {0};
	int r = src->ops->pump(src->in, budget_ms, &e->stop, &why);
	tf_session_flush(src->session);
	if (r < 0) {
		tf_diag_note(tf_profile_diag(e->profile), "read-error", true, TF_NO_OFFSET, "%s: %s", why.what, why.text);
		if (!e->failed.code)
			e->failed = why;
	}
	if (r <= 0) {
		close_source(src);
		e->current++;
	}
	return 1;
}

int tf_engine_pump(struct tf_engine *e, unsigned budget_ms, struct tf_err *err)
{
	int r;
	do
		r = slice(e, budget_ms, err);
	while (!budget_ms && r > 0);
	if (r > 0)
		publish(e, false);
	return r;
}

static void *engine_main(void *arg)
{
	struct tf_engine *e = arg;
	struct tf_err err = {0};
	int r;
	for (unsigned budget = FIRST_SLICE_MS; (r = slice(e, budget, &err)) > 0 && !atomic_load(&e->quit); budget = SLICE_MS) {
		/* The first picture does not wait for names: they arrive behind it. */
		if (!e->named)
			publish(e, false);
		if (tf_profile_n_frames(e->profile) != e->named)
			name_frames(e);
		publish(e, false);
	}
	if (r < 0) {
		pthread_mutex_lock(&e->lock);
		e->failed = err;
		pthread_mutex_unlock(&e->lock);
	}
	return NULL;
}

int tf_engine_start(struct tf_engine *e, struct tf_err *err)
{
	sigset_t all, old;
	sigfillset(&all);
	static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS, SIGTRAP};
	for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
		sigdelset(&all, crashes[i]); /* blocked, they would kill without its handlers */
	pthread_sigmask(SIG_SETMASK, &all, &old); /* signals are the front end's business */
	int r = pthread_create(&e->thread, NULL, engine_main, e);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	if (r)
		return tf_err_set(err, TF_ESTATE, "engine", "cannot start a thread: %s", strerror(r));
	e->started = true;
	return 0;
}

void tf_engine_stop(struct tf_engine *e)
{
	atomic_store(&e->stop, true);
}

int tf_engine_fd(const struct tf_engine *e)
{
	return e->fd;
}

bool tf_engine_failed(struct tf_engine *e, struct tf_err *err)
{
	pthread_mutex_lock(&e->lock);
	bool failed = e->failed.code && e->snapshot && tf_snapshot_complete(e->snapshot) && !tf_snapshot_n_samples(e->snapshot);
	if (failed && err)
		*err = e->failed;
	pthread_mutex_unlock(&e->lock);
	return failed;
}

const struct tf_snapshot *tf_engine_acquire(struct tf_engine *e)
{
	uint64_t n;
	if (read(e->fd, &n, sizeof n) < 0)
		n = 0; /* nothing new since the last time */
	pthread_mutex_lock(&e->lock);
	const struct tf_snapshot *s = tf_snapshot_ref(e->snapshot);
	pthread_mutex_unlock(&e->lock);
	return s;
}
