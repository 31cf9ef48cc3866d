/* SPDX-License-Identifier: GPL-2.0-or-later */
/* roles.h - what an event measures, whatever it is called on the machine at hand. */
#ifndef TF_INPUT_ROLES_H
#define TF_INPUT_ROLES_H

#include <stdint.h>

/*
 * The role of an event (a literal: "cycles", "instructions", "page-faults" …), by type and config
 * of perf_event_attr first, by name second; NULL: none. type UINT32_MAX: by name only. Any thread.
 */
const char *tf_event_role(uint32_t type, uint64_t config, const char *name);

#endif
