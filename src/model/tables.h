/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tables.h - the tables of a profile, as the engine fills them. Rows are only ever added. Adding
 * functions, frames, stacks, DSOs, threads and samples is safe from several threads at once; lengths
 * become visible to readers through tf_profile_publish(), called while nobody adds.
 */
#ifndef TF_MODEL_TABLES_H
#define TF_MODEL_TABLES_H

#include <tflame/profile.h>

#include "base/diag.h"
#include "base/strtab.h"

struct tf_profile;

/* A profile is counted: the engine and each snapshot hold a reference. */
struct tf_profile *tf_profile_new(void);
void tf_profile_unref(struct tf_profile *p);

struct tf_strtab *tf_profile_strings(struct tf_profile *p);
struct tf_diag *tf_profile_diag(struct tf_profile *p);

/* ---- adding rows --------------------------------------------------------------------------- */

/* A new event; the strings are copied. One thread. */
tf_event_id tf_profile_add_event(struct tf_profile *p, const struct tf_event *e);
struct tf_event *tf_profile_event(struct tf_profile *p, tf_event_id id); /* NULL: no such event */
uint32_t tf_profile_n_events(const struct tf_profile *p);

/*
 * The DSO of a mapping. Same kind, path, build id (may be NULL, 0) and pid: same id. The name is
 * cleaned here: " (deleted)" is cut off and remembered. Never fails.
 */
tf_dso_id tf_profile_dso(struct tf_profile *p, enum tf_dso_kind kind, const char *path, size_t path_len,
			 const uint8_t *build_id, size_t build_id_len, uint32_t pid);
/* The row, writable by its owner: text_* by the session, state, found and tried by the symbolizer. */
struct tf_dso *tf_profile_dso_row(struct tf_profile *p, tf_dso_id id);
uint32_t tf_profile_n_dsos(const struct tf_profile *p);
/* Learns the build id of a DSO that was recorded without one (header table). */
void tf_profile_dso_build_id(struct tf_profile *p, tf_dso_id id, const uint8_t *build_id, size_t len);

/*
 * Symbols that the recording itself brings for a DSO (simpleperf, hiperf). addr is in the unit of
 * tf_frame.addr. Kept in order of adding; one thread.
 */
struct tf_embedded_symbol { uint64_t addr, size; tf_str_id name; };
void tf_profile_add_symbol(struct tf_profile *p, tf_dso_id dso, uint64_t addr, uint64_t size, const char *name, size_t len);
const struct tf_embedded_symbol *tf_profile_symbols(const struct tf_profile *p, tf_dso_id dso, size_t *n);

/* The function (dso, name, flags that matter for identity). linkage and aliases may be NULL. */
tf_func_id tf_profile_func(struct tf_profile *p, tf_dso_id dso, const char *name, size_t len, uint32_t flags,
			   const char *linkage, const char *aliases);
const struct tf_func *tf_profile_func_row(const struct tf_profile *p, tf_func_id id);
/* The function that stands for the unnamed code of a DSO: [name], [kernel], [unknown]. */
tf_func_id tf_profile_unresolved(struct tf_profile *p, tf_dso_id dso);

tf_frame_id tf_profile_frame(struct tf_profile *p, tf_dso_id dso, uint64_t addr, uint32_t flags);
/* A frame that is its own name: process name (TF_FRAME_COMM), marker, or function of text input. */
tf_frame_id tf_profile_named_frame(struct tf_profile *p, tf_dso_id dso, const char *name, size_t len, uint32_t frame_flags);
const struct tf_frame *tf_profile_frame_row(const struct tf_profile *p, tf_frame_id id);
uint32_t tf_profile_n_frames(const struct tf_profile *p);
/* The answer of the symbolizer; offset: bytes from the symbol's start, UINT64_MAX: not known. */
void tf_profile_set_symref(struct tf_profile *p, tf_frame_id frame, tf_func_id func, uint64_t offset);
/* The answer so far; 0: none yet. */
tf_func_id tf_profile_symref(const struct tf_profile *p, tf_frame_id frame);

tf_stack_id tf_profile_stack(struct tf_profile *p, tf_stack_id prefix, tf_frame_id frame);
/* Memory that tf_profile_stack() will need, asked for some time before: first the table's slot, later
 * the row. Both only make it faster. */
void tf_profile_stack_soon(const struct tf_profile *p, tf_stack_id prefix, tf_frame_id frame);
void tf_profile_stack_next(const struct tf_profile *p, tf_stack_id prefix, tf_frame_id frame);

tf_thread_id tf_profile_thread(struct tf_profile *p, uint32_t pid, uint32_t tid);
uint32_t tf_profile_n_threads(const struct tf_profile *p);
const struct tf_thread *tf_profile_thread_row(const struct tf_profile *p, tf_thread_id id);
void tf_profile_thread_comm(struct tf_profile *p, tf_thread_id id, tf_str_id comm);

/*
 * Appends n sample rows and adds them to their events' sums. Any thread; call with many rows at a
 * time.
 */
void tf_profile_add_samples(struct tf_profile *p, const struct tf_sample_row *rows, size_t n);

/* Meta data, in order; the last value of a key wins. One thread. */
void tf_profile_set_meta(struct tf_profile *p, const char *key, const char *value);
/* Adds n to the count of a record kind (--stats); name is a literal. One thread at a time. */
void tf_profile_count_record(struct tf_profile *p, const char *name, uint64_t n);
/* Adds the counts in q to the profile's quality (bools: or'ed; times are kept by the samples). Any
 * thread. */
void tf_profile_add_quality(struct tf_profile *p, const struct tf_quality *q);
void tf_profile_set_progress(struct tf_profile *p, enum tf_phase phase, uint64_t done, uint64_t total, const char *what);

/*
 * Makes a snapshot of all that is there now. The caller makes sure that nobody adds rows meanwhile
 * (names may arrive). sym_version: see profile.h. Returned with one reference.
 */
struct tf_snapshot *tf_profile_publish(struct tf_profile *p, bool complete);
/* Says that names changed since the last snapshot. */
void tf_profile_names_changed(struct tf_profile *p);

#endif
