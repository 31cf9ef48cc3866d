/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * types.h - ids and small types that every part of tflame shares.
 *
 * Everything stored in a profile is an id into one of its tables. The ids are wrapped in structs so
 * that a frame can never be passed where a stack is wanted. Id 0 is always "none".
 */
#ifndef TFLAME_TYPES_H
#define TFLAME_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct { uint32_t v; } tf_str_id;    /* a string of the string table */
typedef struct { uint32_t v; } tf_dso_id;    /* an executable, library, kernel, JIT area */
typedef struct { uint32_t v; } tf_func_id;   /* (DSO, full symbol): what one function is */
typedef struct { uint32_t v; } tf_frame_id;  /* one code address of one DSO */
typedef struct { uint32_t v; } tf_stack_id;  /* (prefix stack, frame); 0 is the empty stack */
typedef struct { uint32_t v; } tf_thread_id; /* (pid, tid) */
typedef struct { uint32_t v; } tf_event_id;  /* what was sampled or counted; ids start at 1 */
typedef struct { uint32_t v; } tf_node_id;   /* node of a call tree; 0 is its root */

/* A time that was not recorded. All times are nanoseconds on the recording's own clock. */
#define TF_NO_TIME UINT64_MAX
/* A pid, tid or CPU that was not recorded. */
#define TF_NO_ID UINT32_MAX

#if defined(__GNUC__)
#define TF_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#define TF_CHECK_RESULT __attribute__((warn_unused_result))
#else
#define TF_PRINTF(fmt, args)
#define TF_CHECK_RESULT
#endif

#endif
