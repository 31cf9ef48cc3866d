/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * process.h - who ran when: processes and threads with the names and address spaces that they had
 * at each moment. Records are applied in order of time; then the table is frozen and any thread may
 * ask.
 */
#ifndef TF_SESSION_PROCESS_H
#define TF_SESSION_PROCESS_H

#include "base/strtab.h"
#include "session/aspace.h"

struct tf_processes;

struct tf_processes *tf_processes_new(struct tf_strtab *strings);
void tf_processes_free(struct tf_processes *p);

/* A real fork (inherits maps and name), a new thread (pid == ppid), or, synthesized, the
 * announcement of a process that already ran: nothing is inherited. */
void tf_processes_fork(struct tf_processes *p, uint32_t pid, uint32_t tid, uint32_t ppid, uint32_t ptid, bool synthesized,
		       uint64_t time);
/* A new name; exec: also a new address space. */
void tf_processes_comm(struct tf_processes *p, uint32_t pid, uint32_t tid, tf_str_id name, bool exec, uint64_t time);
/* The address space of a process now, made if there is none. */
struct tf_aspace *tf_processes_aspace(struct tf_processes *p, uint32_t pid, uint64_t time);
void tf_processes_freeze(struct tf_processes *p);
uint32_t tf_processes_count(const struct tf_processes *p);

/* What a thread was at one moment, and from when until when that holds. */
struct tf_thread_at {
	const struct tf_aspace *aspace; /* NULL: the process is not known */
	tf_str_id comm;                 /* 0: not known */
	uint64_t from, to;
};
void tf_processes_find(const struct tf_processes *p, uint32_t pid, uint32_t tid, uint64_t time, struct tf_thread_at *out);

#endif
