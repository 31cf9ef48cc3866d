/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * options.h - one table of options a command, from which getopt_long, the help text, the shell
 * completion and the check of the man pages are made.
 */
#ifndef UI_OPTIONS_H
#define UI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct ui_option {
	int id;           /* what set() gets; above 255 */
	char letter;      /* 0: none */
	const char *name; /* NULL with help: a heading; both NULL: end of the table */
	const char *arg;  /* NULL: none; in brackets: may be left out (then only as --name=ARG) */
	const char *help;
};

struct ui_positional { char **v; size_t n; };

/*
 * Reads argv[1 …]. For each option set(ctx, id, arg) is called, which returns 0, or a status that
 * ends the reading after it has complained. --help is answered here. What is no option goes to pos
 * (pointers into argv; options and arguments may be mixed, "--" ends the options). Returns -1: go
 * on; else the exit status: 0 after --help, 2 for a wrong command line.
 */
int ui_options_parse(const char *command, const struct ui_option *table, int argc, char **argv,
		     int (*set)(void *ctx, int id, const char *arg), void *ctx, struct ui_positional *pos);
/*
 * For set(): the next word of the command line, NULL if there is none, and taking it as the argument
 * of the option at hand (for options whose argument may be left out, as perf has them).
 */
const char *ui_options_next(void);
void ui_options_take(void);
/* The options with their help, for --help. */
void ui_options_help(const struct ui_option *table, FILE *out);
/* One line an option: "--name", with " ARG" if it has one: for completion and checks. */
void ui_options_list(const struct ui_option *table, FILE *out);

#endif
