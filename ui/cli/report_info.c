/* SPDX-License-Identifier: GPL-2.0-or-later */
/* report_info.c - what a recording says about itself, and what is missing in it. */
#include "config.h"
#include "cli/report.h"

#include <stdlib.h>
#include <string.h>
#include <tflame/text.h>

void report_text(const char *s, size_t n, FILE *out)
{
	char *e = tf_escape_dup(s, n);
	fputs(e, out);
	free(e);
}

/* perf's words for the keys of the profile. */
static const char *header_name(const char *key)
{
	static const char *const names[][2] = {
		{"captured", "captured on"}, {"os-release", "os release"}, {"version", "perf version"},
		{"nrcpus-online", "nrcpus online"}, {"nrcpus-avail", "nrcpus avail"}, {"total-memory-kb", "total memory"}};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strcmp(names[i][0], key))
			return names[i][1];
	if (!strncmp(key, "event-", 6))
		return "event";
	return key;
}

static void event_line(const struct tf_snapshot *s, uint32_t i, FILE *out)
{
	const struct tf_event *e = tf_snapshot_event(s, (tf_event_id){i});
	struct tf_event_sum sum = tf_snapshot_event_sum(s, (tf_event_id){i});
	fputs("# event : name = ", out);
	report_text(e->name, strlen(e->name), out);
	if (e->type != UINT32_MAX)
		fprintf(out, ", type = %u, config = 0x%llx", e->type, (unsigned long long)e->config);
	if (e->freq_or_period)
		fprintf(out, ", %s = %llu", e->freq ? "sample_freq" : "sample_period", (unsigned long long)e->freq_or_period);
	if (e->user_stack)
		fputs(", user stack dumps", out);
	if (e->leader && e->leader != i) {
		const struct tf_event *leader = tf_snapshot_event(s, (tf_event_id){e->leader});
		fputs(", group of ", out);
		if (leader)
			report_text(leader->name, strlen(leader->name), out);
	}
	fprintf(out, ", samples = %llu\n", (unsigned long long)sum.samples);
}

void report_header(const struct tf_snapshot *s, FILE *out)
{
	const char *key, *value;
	fputs("# ========\n", out);
	for (size_t i = 0; tf_snapshot_meta_at(s, i, &key, &value); i++) {
		do { /* a value of several lines: a line each */
			size_t n = strcspn(value, "\n");
			fprintf(out, "# %s : ", header_name(key));
			report_text(value, n, out);
			fputs(!strcmp(key, "total-memory-kb") ? " kB\n" : "\n", out);
			value += n + (value[n] != 0);
		} while (*value);
	}
	for (uint32_t i = 1; i <= tf_snapshot_n_events(s) && !tf_snapshot_meta(s, "event-1"); i++)
		event_line(s, i, out);
	fputs("# ========\n#\n", out);
}

static bool damaged(const struct tf_snapshot *s, uint64_t *kinds, uint64_t *cases)
{
	size_t n = tf_snapshot_messages(s, NULL, 0);
	struct tf_message *m = calloc(n + 1, sizeof *m);
	*kinds = *cases = 0;
	if (!m)
		return false;
	size_t have = tf_snapshot_messages(s, m, n);
	for (size_t i = 0; i < n && i < have; i++) {
		*kinds += m[i].damage;
		*cases += m[i].damage ? m[i].count : 0;
	}
	free(m);
	return *kinds > 0;
}

void report_quality(const struct tf_snapshot *s, const char *prefix, FILE *out)
{
	struct tf_quality q;
	uint64_t kinds, cases;
	tf_snapshot_quality(s, &q);
	fprintf(out, "%s%llu samples; lost: %llu records", prefix, (unsigned long long)q.samples,
		(unsigned long long)q.lost_events);
	if (q.lost_chunks)
		fprintf(out, " in %llu chunks", (unsigned long long)q.lost_chunks);
	fprintf(out, ", %llu samples; throttled: %llu", (unsigned long long)q.lost_samples, (unsigned long long)q.throttled);
	if (q.bad_samples)
		fprintf(out, "; unreadable: %llu samples", (unsigned long long)q.bad_samples);
	if (q.truncated_stacks)
		fprintf(out, "; cut stacks: %llu", (unsigned long long)q.truncated_stacks);
	if (q.no_chain)
		fprintf(out, "; without call chain: %llu", (unsigned long long)q.no_chain);
	if (q.no_user_chain)
		fprintf(out, "; user stack not unwound: %llu", (unsigned long long)q.no_user_chain);
	if (q.unresolved_frames)
		fprintf(out, "; frames without a name: %llu of %llu", (unsigned long long)q.unresolved_frames,
			(unsigned long long)q.n_frames);
	if (q.truncated_file)
		fputs("; the file is cut off", out);
	if (q.unfinished_file)
		fputs("; the recorder did not finish the file", out);
	if (damaged(s, &kinds, &cases))
		fprintf(out, "; damage: %llu cases of %llu kinds", (unsigned long long)cases, (unsigned long long)kinds);
	else
		fputs("; damage: none", out);
	fputc('\n', out);
}

void report_stats(const struct tf_snapshot *s, FILE *out)
{
	const char *name;
	uint64_t n, total = 0;
	for (size_t i = 0; tf_snapshot_record_count(s, i, &name, &n); i++)
		total += n;
	fputs("\nAggregated stats:\n", out);
	fprintf(out, "%20s events: %10llu\n", "TOTAL", (unsigned long long)total);
	for (size_t i = 0; tf_snapshot_record_count(s, i, &name, &n); i++)
		fprintf(out, "%20s events: %10llu  (%4.1f%%)\n", name, (unsigned long long)n,
			total ? 100.0 * (double)n / (double)total : 0);
	for (uint32_t i = 1; i <= tf_snapshot_n_events(s); i++) {
		const struct tf_event *e = tf_snapshot_event(s, (tf_event_id){i});
		struct tf_event_sum sum = tf_snapshot_event_sum(s, (tf_event_id){i});
		if (e->hidden && !sum.samples)
			continue;
		report_text(e->name, strlen(e->name), out);
		fprintf(out, " stats:\n%20s events: %10llu\n", "SAMPLE", (unsigned long long)sum.samples);
	}
	report_quality(s, "\nQuality: ", out);
	size_t count = tf_snapshot_messages(s, NULL, 0);
	struct tf_message *m = calloc(count + 1, sizeof *m);
	size_t have = m ? tf_snapshot_messages(s, m, count) : 0;
	if (have > count)
		have = count;
	for (size_t i = 0; i < have; i++) {
		fprintf(out, "%s %s (%llu): ", m[i].damage ? "damage" : "note", m[i].kind, (unsigned long long)m[i].count);
		report_text(m[i].text, strlen(m[i].text), out);
		fputc('\n', out);
	}
	free(m);
}

static const char *state_name(const struct tf_dso *d)
{
	switch (d->state) {
	case TF_DSO_PENDING: return "not looked for";
	case TF_DSO_OK: return "symbols found";
	case TF_DSO_NOSYMS: return "no symbols in it";
	case TF_DSO_MISSING: return "not found";
	case TF_DSO_CHANGED: return "changed since the recording";
	case TF_DSO_RESTRICTED: return "kernel addresses are hidden";
	case TF_DSO_DAMAGED: return "not readable";
	case TF_DSO_NONE: return "has no symbols";
	}
	return "";
}

void report_modules(const struct tf_snapshot *s, FILE *out)
{
	fprintf(out, "# %-40s  %-28s  %s\n", "build id", "state", "module (file of the symbols)");
	for (uint32_t i = 1; i <= tf_snapshot_n_dsos(s); i++) {
		const struct tf_dso *d = tf_snapshot_dso(s, (tf_dso_id){i});
		char id[2 * sizeof d->build_id + 1] = "-";
		for (size_t k = 0; k < d->build_id_len; k++)
			snprintf(id + 2 * k, 3, "%02x", d->build_id[k]);
		if (!*d->path)
			continue;
		fprintf(out, "  %-40s  %-28s  ", id, state_name(d));
		report_text(d->path, strlen(d->path), out);
		if (d->deleted)
			fputs(" (deleted)", out);
		if (d->found) {
			fputs(" (", out);
			report_text(d->found, strlen(d->found), out);
			fputc(')', out);
		}
		fputc('\n', out);
		for (const char *p = d->state == TF_DSO_OK ? NULL : d->tried; p && *p;) {
			size_t n = strcspn(p, "\n");
			fputs("      tried ", out);
			report_text(p, n, out);
			fputc('\n', out);
			p += n + (p[n] != 0);
		}
	}
}
