/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * in_perfscript_parse.h - single lines of `perf script` text. Pure functions; all results borrow from
 * the line.
 *
 * The columns depend on the options of `perf script` (-F) and nothing in the text names them:
 *     COMM [PID[/TID]] [\[CPU\]] [TIME:] [PERIOD] [EVENT:] [payload] [ADDR SYM+0xOFF (DSO)]
 * COMM may hold blanks, brackets and numbers, so the columns are found from the time leftwards.
 */
#ifndef TF_INPUT_IN_PERFSCRIPT_PARSE_H
#define TF_INPUT_IN_PERFSCRIPT_PARSE_H

#include "model/record.h"

enum tf_ps_strength {
	TF_PS_NONE,   /* no header */
	TF_PS_WEAK,   /* could be one: a header if frames follow */
	TF_PS_STRONG, /* has a time, or an event and a thread */
};

struct tf_ps_header {
	enum tf_ps_strength strength;
	const char *comm; size_t comm_len;   /* outer blanks cut */
	uint32_t pid, tid, cpu;              /* TF_NO_ID; a lone number is the tid (perf's default) */
	uint64_t time;                       /* ns, TF_NO_TIME */
	uint64_t period; bool has_period;
	const char *event; size_t event_len; /* NULL: no such column */
	const char *rest; size_t rest_len;   /* behind the event: payload, one-line stack or nothing */
	bool record;                         /* a PERF_RECORD_* line (--show-*-events): event is its name */
};

void tf_ps_parse_header(const char *s, size_t n, struct tf_ps_header *h);
/* Whether a time column (digits.digits:) stands somewhere: only headers have one. */
bool tf_ps_has_time(const char *s, size_t n);

struct tf_ps_frame {
	const char *name; size_t len;       /* len 0: no name ("[unknown]") */
	const char *module; size_t module_len; /* NULL: none */
	uint64_t addr;
	bool has_addr, inlined;
};
/* A line of a stack. False: there is nothing on it. */
bool tf_ps_parse_frame(const char *s, size_t n, struct tf_ps_frame *f);
/* Whether the first word is an address with something behind it. */
bool tf_ps_starts_with_address(const char *s, size_t n);
/* The frame of a sample without a call chain, on the header line; branch samples: the source. */
bool tf_ps_parse_one_line(const char *s, size_t n, struct tf_ps_frame *f);
/* Kernel or user, by the kind of object and the half of the address space. */
bool tf_ps_is_kernel(const struct tf_ps_frame *f);

#endif
