/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * path.h - a frame by the functions on the way to it, so that it can be found again in every new
 * tree. A function's id stands for its name and module for as long as the engine lives.
 */
#ifndef UI_TUI_PATH_H
#define UI_TUI_PATH_H

#include <tflame/calltree.h>

struct ui_step { uint32_t func; bool inlined; };
struct ui_path {
	struct ui_step *v;
	size_t n, cap;
	bool rest;     /* the +N box among the children of the frame */
	uint32_t skip; /* rest: how many of the heaviest children are not in it */
};

void ui_path_release(struct ui_path *p);
void ui_path_copy(struct ui_path *to, const struct ui_path *from);
/* The path of a node of t. */
void ui_path_set(struct ui_path *p, const struct tf_calltree *t, uint32_t node, bool rest);
/* The node of t that the path leads to, or the last one on it that is in t and has weight. *whole
 * (may be NULL): all of it was found. */
uint32_t ui_path_resolve(const struct ui_path *p, const struct tf_calltree *t, bool *whole);
/* Whether the path begins with another one. */
bool ui_path_begins(const struct ui_path *p, const struct ui_path *with);

#endif
