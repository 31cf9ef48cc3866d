/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * engine.h - opens inputs and fills a profile, in the background or step by step.
 */
#ifndef TFLAME_ENGINE_H
#define TFLAME_ENGINE_H

#include <tflame/err.h>
#include <tflame/profile.h>

struct tf_engine;

/* All pointers are borrowed until tf_engine_new() returns. Zero means the default. */
struct tf_engine_opts {
	const char *const *paths; /* recordings; "-" is standard input */
	size_t n_paths;
	const char *format;       /* name of an input format; NULL: found by content */
	const char *symfs;        /* look for all objects below this directory */
	const char *kallsyms;     /* this file instead of the recorded or own kernel's symbols */
	const char *vmlinux;      /* kernel image with symbols */
	bool no_demangle;         /* names as in the symbol table */
	bool no_buildid_check;    /* use an object although its build id differs (marked) */
	bool no_symbols;          /* do not open any object */
	bool merge_roots;         /* several files: no root level for each */
	unsigned threads;         /* 0: one for each CPU; 1: no helper threads */
};

/*
 * Opens the inputs and finds their formats. Returns NULL and fills err if one of them cannot be
 * read at all. The caller frees with tf_engine_free().
 */
struct tf_engine *tf_engine_new(const struct tf_engine_opts *opts, struct tf_err *err);
/* Stops all threads, drops the engine's own snapshot. Snapshots held by others stay valid. */
void tf_engine_free(struct tf_engine *e);

/*
 * Works for about budget_ms (0: until the end) on the calling thread (and helper threads that it
 * waits for). Returns 1: more to do; 0: all is read and named; negative: TF_E…, err filled, what
 * was read stays readable. Not together with tf_engine_start().
 */
int tf_engine_pump(struct tf_engine *e, unsigned budget_ms, struct tf_err *err) TF_CHECK_RESULT;

/* Does the same on a thread of its own. 0 or negative. */
int tf_engine_start(struct tf_engine *e, struct tf_err *err) TF_CHECK_RESULT;
/* Asks a started engine to stop reading; what was read stays. Returns at once. */
void tf_engine_stop(struct tf_engine *e);
/* A descriptor that becomes readable when there is a new snapshot; tf_engine_acquire() clears it. */
int tf_engine_fd(const struct tf_engine *e);
/* The error that ended a started engine: true and *err filled, else false. */
bool tf_engine_failed(struct tf_engine *e, struct tf_err *err);

/* The newest snapshot, with a reference for the caller (tf_snapshot_unref()). Never NULL. */
const struct tf_snapshot *tf_engine_acquire(struct tf_engine *e);

#endif
