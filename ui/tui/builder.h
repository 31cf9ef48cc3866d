/* SPDX-License-Identifier: GPL-2.0-or-later */
/* builder.h - makes trees of new snapshots on a thread, so that keys need not wait for them. */
#ifndef UI_TUI_BUILDER_H
#define UI_TUI_BUILDER_H

#include "tui/model.h"

struct ui_builder;

struct ui_builder *ui_builder_new(void);
/* Waits for what is being built. NULL is allowed. */
void ui_builder_free(struct ui_builder *b);
/* Readable when a tree is done. */
int ui_builder_fd(const struct ui_builder *b);
bool ui_builder_busy(const struct ui_builder *b);
/*
 * Begins to build the tree of s (its reference is taken over) that m's event and filters select;
 * both are copied. Not while busy. False: there is no thread to be had; nothing was taken over.
 */
bool ui_builder_start(struct ui_builder *b, const struct ui_model *m, const struct tf_snapshot *s);
/*
 * Hands a finished tree over to m, if its event and filters are still the ones it was made for.
 * False: they are not, or there is none.
 */
bool ui_builder_finish(struct ui_builder *b, struct ui_model *m);

#endif
