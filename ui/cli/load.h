/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * load.h - options that all commands on recordings share: which files, how to name code, which
 * samples count; and the loading itself.
 */
#ifndef UI_CLI_LOAD_H
#define UI_CLI_LOAD_H

#include <tflame/calltree.h>
#include <tflame/engine.h>

#include "options.h"

enum {
	OPT_INPUT = 1000, OPT_FORMAT, OPT_SYMFS, OPT_KALLSYMS, OPT_VMLINUX, OPT_NO_DEMANGLE, OPT_ANY_BUILD_ID, OPT_NO_SYMBOLS,
	OPT_MERGE_ROOTS, OPT_THREADS, OPT_COMMS, OPT_DSOS, OPT_SYMBOLS, OPT_PID, OPT_TID, OPT_CPU, OPT_TIME, OPT_EVENT,
	OPT_HIDE_KERNEL, OPT_KERNEL_ONLY, OPT_LOAD_END
};

#define UI_INPUT_OPTIONS                                                                                              \
	{OPT_INPUT, 'i', "input", "FILE", "recording to read, - is standard input (default perf.data); may be repeated"}, \
	{OPT_SYMFS, 0, "symfs", "DIR", "look for all executables and libraries below DIR"},                           \
	{OPT_KALLSYMS, 0, "kallsyms", "FILE", "kernel symbols from FILE"},                                            \
	{OPT_VMLINUX, 'k', "vmlinux", "FILE", "kernel symbols from this kernel image"},                               \
	{OPT_NO_DEMANGLE, 0, "no-demangle", NULL, "names as in the symbol table"},                                    \
	{OPT_ANY_BUILD_ID, 0, "any-build-id", NULL, "use an executable although it is not the recorded one"},         \
	{OPT_NO_SYMBOLS, 0, "no-symbols", NULL, "open no executable: modules instead of functions"},                  \
	{OPT_MERGE_ROOTS, 0, "merge-roots", NULL, "several files: no root for each"},                                 \
	{OPT_THREADS, 0, "threads", "N", "helper threads (default: one for each CPU)"}

#define UI_FILTER_OPTIONS                                                                                        \
	{OPT_EVENT, 'e', "event", "NAME", "this event only"},                                                    \
	{OPT_COMMS, 'c', "comms", "LIST", "only these process names"},                                           \
	{OPT_DSOS, 'd', "dsos", "LIST", "only samples in these modules"},                                        \
	{OPT_SYMBOLS, 'S', "symbols", "LIST", "only samples in these functions"},                                \
	{OPT_PID, 0, "pid", "LIST", "only these processes"},                                                     \
	{OPT_TID, 0, "tid", "LIST", "only these threads"},                                                       \
	{OPT_CPU, 'C', "cpu", "LIST", "only these CPUs, e.g. 0,4-7"},                                            \
	{OPT_TIME, 0, "time", "RANGES", "only these times: START,STOP in seconds, 10%-20%, 10%/2 (perf's syntax)"}, \
	{OPT_HIDE_KERNEL, 0, "hide-kernel", NULL, "take kernel frames off the stacks"},                          \
	{OPT_KERNEL_ONLY, 0, "kernel-only", NULL, "only samples in the kernel"}

/* Zero-filled is empty; ui_load_release(). Strings of argv are borrowed. */
struct ui_load {
	struct tf_engine_opts engine;
	const char **paths; size_t n_paths;
	const char *comms, *dsos, *symbols, *pids, *tids, *cpus, *time, *event;
	enum tf_kernel_filter kernel;
	/* after ui_load_run() */
	struct tf_engine *e;
	const struct tf_snapshot *s;
	struct tf_filter filter;
	tf_event_id event_id; /* 0: none was asked for */
	void **owned; size_t n_owned; /* memory behind the filter */
	struct tf_time_range *times;
};

/* Takes one of the options above. 0, -1: not one of them, or a status after a complaint. */
int ui_load_option(struct ui_load *l, int id, const char *arg);
/* More files, as positional arguments. */
void ui_load_paths(struct ui_load *l, const struct ui_positional *pos);
/* Opens the inputs, and makes the filter except for times. 0 or a status after a complaint. */
int ui_load_open(struct ui_load *l);
/* Reads all, names all, completes the filter. 0 or a status after a complaint. */
int ui_load_finish(struct ui_load *l);
void ui_load_release(struct ui_load *l);

/* --time: perf's syntax. first and last: times of the samples (TF_NO_TIME: none). Returns the number
 * of ranges in out (malloc'ed), or -1 with *why. */
int ui_parse_times(const char *text, uint64_t first, uint64_t last, struct tf_time_range **out, const char **why);

#endif
