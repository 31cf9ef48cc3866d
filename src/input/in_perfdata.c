/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The perf.data format: file, pipe and directory form; perf's, simpleperf's and hiperf's. */
#include "config.h"
#include "input/perf_reader.h"

#include <time.h>
#include <unistd.h>

extern const struct tf_input_ops tf_in_perfdata;

struct tf_input { struct tf_perf_reader r; };

static int probe(const struct tf_input_file *f)
{
	if (f->is_dir)
		return tf_perf_is_directory(f->path, NULL) ? 100 : 0;
	return tf_perf_magic(f->head, f->head_len) ? 100 : 0;
}

static void free_events(struct tf_perf_reader *r)
{
	for (size_t i = 0; i < r->events.n; i++) {
		free(r->events.v[i].ids.v);
		free(r->events.v[i].name);
		free(r->events.v[i].unit);
	}
	free(r->events.v);
	free(r->ids);
}

static void close_input(struct tf_input *in)
{
	if (!in)
		return;
	struct tf_perf_reader *r = &in->r;
	tf_perf_cursor_release(&r->cur);
	free_events(r);
	for (size_t i = 0; i < r->segs.n; i++)
		if (r->segs.v[i].own_fd)
			close(r->segs.v[i].fd);
	free(r->segs.v);
	free(r->chunks.v);
	for (size_t i = 0; i < r->pmus.n; i++)
		free(r->pmus.v[i].name);
	free(r->pmus.v);
	for (size_t i = 0; i < r->tracepoints.n; i++)
		free(r->tracepoints.v[i].name);
	free(r->tracepoints.v);
	for (size_t i = 0; i < r->spare.n; i++)
		free(r->spare.v[i]);
	free(r->spare.v);
	for (unsigned i = 0; i < r->n_workers; i++) {
		free(r->workers[i].buf);
		free(r->workers[i].reads);
		free(r->workers[i].chain);
	}
	free(r->workers);
	tf_perf_symbols_free(r);
	tf_perf_stacks_free(r);
	if (r->own_fd)
		close(r->fd);
	free(r->path);
	free(in);
}

static void announce(struct tf_perf_reader *r)
{
	tf_perf_events_settle(r);
	tf_perf_events_emit(r);
	tf_perf_meta_emit(r);
	tf_perf_build_ids_read(r);
	r->state = TF_PERF_RECORDS;
}

static struct tf_input *open_input(const struct tf_input_file *f, struct tf_sink *sink, struct tf_pool *pool, struct tf_err *err)
{
	struct tf_input *in = tf_xcalloc(1, sizeof *in);
	struct tf_perf_reader *r = &in->r;
	r->path = tf_xstrdup(f->path[0] == '-' && !f->path[1] ? "standard input" : f->path);
	r->fd = f->fd;
	r->size = f->size;
	r->sink = sink;
	r->diag = sink->diag;
	r->pool = pool;
	r->q.first_time = r->q.last_time = TF_NO_TIME;
	r->n_workers = pool ? tf_pool_size(pool) : 1;
	r->workers = tf_xcalloc(r->n_workers, sizeof *r->workers);
	for (unsigned i = 0; i < r->n_workers; i++)
		r->workers[i].buf = tf_xmalloc(TF_PERF_BLOCK);
	if (f->is_dir) {
		r->directory = r->own_fd = true;
		if (!tf_perf_is_directory(f->path, &r->fd)) {
			r->own_fd = false;
			tf_err_set(err, TF_EFORMAT, r->path, "is a directory, and none that perf record wrote");
			goto fail;
		}
		off_t end = lseek(r->fd, 0, SEEK_END);
		r->size = end > 0 ? (uint64_t)end : 0;
	}
	if (tf_perf_file_read(r, err))
		goto fail;
	if (!r->pipe) {
		tf_perf_features_read(r);
		announce(r);
	}
	return in;
fail:
	close_input(in);
	return NULL;
}

static uint64_t now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void finish(struct tf_perf_reader *r)
{
	for (unsigned i = 0; i < r->n_workers; i++)
		r->q.bad_samples += r->workers[i].bad;
	r->sink->on_quality(r->sink, &r->q);
	r->state = TF_PERF_DONE;
}

static int pump(struct tf_input *in, unsigned budget_ms, const _Atomic bool *stop, struct tf_err *err)
{
	struct tf_perf_reader *r = &in->r;
	uint64_t deadline = budget_ms ? now() + (uint64_t)budget_ms * 1000000 : 0;
	if (r->state == TF_PERF_SCAN) {
		if (tf_perf_scan_pass(r, deadline, stop))
			return 1;
		if (stop && *stop)
			return 0;
		if (!r->events.n) {
			r->state = TF_PERF_DONE;
			return tf_err_set(err, TF_EFORMAT, r->path, "is a perf.data stream that announces no event");
		}
		announce(r);
	}
	if (r->state == TF_PERF_RECORDS) {
		if (tf_perf_record_pass(r, deadline, stop))
			return 1;
		tf_perf_symbols_emit(r);
		r->sink->on_records_end(r->sink);
		r->state = TF_PERF_SAMPLES;
	}
	if (r->state == TF_PERF_SAMPLES) {
		if (tf_perf_sample_pass(r, deadline, stop))
			return 1;
		finish(r);
	}
	return 0;
}

const struct tf_input_ops tf_in_perfdata = {
	.name = "perf.data",
	.help = "recordings of perf record, simpleperf and hiperf: file, stream or directory",
	.probe = probe,
	.open = open_input,
	.pump = pump,
	.close = close_input,
};
