/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cmd.h - the table of commands. */
#ifndef UI_CLI_CMD_H
#define UI_CLI_CMD_H

#include <stdio.h>

#include "options.h"

struct ui_command {
	const char *name;
	const char *usage;   /* what stands behind the name */
	const char *summary; /* one line */
	const char *more;    /* lines below the options in the help; NULL: none */
	const struct ui_option *options;
	/* argv[0] is the command's name. Returns the exit status. */
	int (*run)(const struct ui_command *self, int argc, char **argv);
};

extern const struct ui_command ui_cmd_report, ui_cmd_export, ui_cmd_script;

/* Finds the command and runs it: all of main(). */
int ui_main(int argc, char **argv);
/* The help of one command (NULL: of the program). Returns 0, or 2 if there is no such command. */
int ui_help_command(const char *name, FILE *out);

#endif
