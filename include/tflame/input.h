/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * input.h - the formats that can be read, for help texts.
 */
#ifndef TFLAME_INPUT_H
#define TFLAME_INPUT_H

#include <tflame/types.h>

/* Name and one-line description of the i-th input format; false: no more. Any thread. */
bool tf_input_format(size_t i, const char **name, const char **help);

#endif
