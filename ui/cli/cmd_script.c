/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "cli/cmd.h"

#include <tflame/export.h>

#include "cli/load.h"
#include "cli/out.h"
#include "cli/report.h"
#include "complain.h"

enum { OPT_HEADER = OPT_LOAD_END };

static const struct ui_option options[] = {
	{OPT_HEADER, 0, "header", NULL, "the recording's header first"},
	{0, 0, NULL, NULL, "Recordings:"},
	UI_INPUT_OPTIONS,
	{OPT_FORMAT, 0, "format", "FORMAT", "the recording is of this format (default: found by content)"},
	{0, 0, NULL, NULL, "Samples that count:"},
	UI_FILTER_OPTIONS,
	{0},
};

struct script { struct ui_load load; bool header; };

static int set(void *ctx, int id, const char *arg)
{
	struct script *x = ctx;
	if (id == OPT_HEADER) {
		x->header = true;
		return 0;
	}
	return ui_load_option(&x->load, id, arg);
}

static int print(struct script *x)
{
	struct tf_err err = {0};
	struct tf_export_opts o = {.filter = x->load.filter, .event = x->load.event_id};
	struct tf_out out = ui_out_file(stdout);
	if (x->header)
		report_header(x->load.s, stdout);
	int r = tf_exporter_by_name("script")->write(x->load.s, &o, &out, &err);
	return r < 0 && !ferror(stdout) ? ui_complain_err(&err) : 0;
}

static int run(const struct ui_command *self, int argc, char **argv)
{
	struct script x = {0};
	struct ui_positional pos;
	int status = ui_options_parse(self->name, self->options, argc, argv, set, &x, &pos);
	if (status < 0) {
		ui_load_paths(&x.load, &pos);
		status = ui_load_open(&x.load);
		if (!status)
			status = ui_load_finish(&x.load);
		if (!status)
			status = print(&x);
	}
	ui_load_release(&x.load);
	return status;
}

const struct ui_command ui_cmd_script = {
	.name = "script",
	.usage = "[OPTIONS] [-i] [FILE...]",
	.summary = "print each sample with its stack, as perf script does",
	.options = options,
	.run = run,
};
