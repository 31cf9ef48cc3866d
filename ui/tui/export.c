/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "tui/state.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <tflame/export.h>
#include <unistd.h>

static int to_file(void *ctx, const char *bytes, size_t n) { return fwrite(bytes, 1, n, ctx) == n ? 0 : -TF_EIO; }

static bool has_suffix(const char *s, const char *suffix)
{
	size_t n = strlen(s), k = strlen(suffix);
	return n > k && !strcmp(s + n - k, suffix);
}

bool ui_export(struct ui_app *a, const char *path, char why[400])
{
	struct ui_filter_room room;
	struct tf_err err = {0};
	const struct tf_exporter *e = tf_exporter_by_suffix(path);
	bool text = has_suffix(path, ".txt");
	if (!a->m.snap || (!e && !text)) {
		struct ui_buf b = UI_BUF_INIT;
		for (size_t i = 0; tf_export_table[i]; i++)
			if (tf_export_table[i]->name && tf_export_table[i]->suffix)
				ui_buf_addf(&b, "%s ", tf_export_table[i]->suffix);
		snprintf(why, 400, "The end of the name says the format: %s", ui_buf_str(&b));
		ui_buf_release(&b);
		return false;
	}
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY, 0666);
	FILE *f = fd >= 0 ? fdopen(fd, "w") : NULL;
	if (!f) {
		snprintf(why, 400, "%.150s: %.240s", path, strerror(errno));
		if (fd >= 0)
			close(fd);
		return false;
	}
	int r = 0;
	if (e) {
		struct tf_out out = {to_file, f};
		const struct tf_export_opts o = {.filter = ui_model_filter(&a->m, &room), .event = a->m.event, .by_weight = true,
						 .no_comm = a->m.no_comm, .percent_limit = a->m.limit};
		r = e->write(a->m.snap, &o, &out, &err);
	} else {
		ui_app_dump(a, f);
	}
	bool failed = ferror(f) || r < 0;
	if (fclose(f) || failed) {
		snprintf(why, 400, "%.150s: %.240s", path, err.code ? err.text : strerror(errno));
		unlink(path);
		return false;
	}
	return true;
}
