/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From frames to functions, over files that are made here. */
#include "config.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "object/object.h"
#include "symbol/symbolizer.h"
#include "test_sym_elf.h"

static char root[256];

static const char *in_root(const char *path)
{
	static char full[4][512];
	static int turn;
	char *s = full[turn++ & 3];
	snprintf(s, sizeof full[0], "%s%s", root, path);
	return s;
}

static int make_root(void **state)
{
	const char *tmp = getenv("TMPDIR");
	snprintf(root, sizeof root, "%s/tflame-sym.XXXXXX", tmp ? tmp : "/tmp");
	return mkdtemp(root) ? 0 : -1;
}

static int remove_root(void **state)
{
	char cmd[300];
	snprintf(cmd, sizeof cmd, "rm -rf '%s'", root);
	return system(cmd);
}

/* A profile with one DSO, and what became of it. */
struct fix {
	struct tf_profile *p;
	tf_dso_id dso;
	struct tf_symbol_opts o;
	struct tf_symbolizer *s;
	struct tf_pool *pool;
};

static void start(struct fix *f, enum tf_dso_kind kind, const char *path, const char *id, uint32_t pid)
{
	*f = (struct fix){.p = tf_profile_new(), .o = {.home = in_root("/home"), .debug_dir = in_root("/debug")}};
	f->dso = tf_profile_dso(f->p, kind, path, strlen(path), (const uint8_t *)id, id ? strlen(id) : 0, pid);
	f->pool = tf_pool_new(2);
}

static const char *name_of(struct fix *f, uint64_t addr, uint32_t flags)
{
	_Atomic bool stop = false;
	tf_frame_id id = tf_profile_frame(f->p, f->dso, addr, flags);
	if (!f->s)
		f->s = tf_symbolizer_new(f->p, &f->o);
	assert_true(tf_symbolizer_run(f->s, f->pool, id.v, id.v + 1, &stop));
	return tf_profile_func_row(f->p, tf_profile_symref(f->p, id))->name;
}

static enum tf_dso_state state_of(struct fix *f)
{
	return tf_profile_dso_row(f->p, f->dso)->state;
}

static bool noted(struct fix *f, const char *kind)
{
	struct tf_message m[16];
	size_t n = tf_diag_list(tf_profile_diag(f->p), m, 16);
	for (size_t i = 0; i < n && i < 16; i++)
		if (!strcmp(m[i].kind, kind))
			return true;
	return false;
}

static void end(struct fix *f)
{
	tf_symbolizer_free(f->s);
	tf_pool_free(f->pool);
	tf_profile_unref(f->p);
}

/* An object with one function over all of its text, at file offset 0x1000, linked at 0x401000. */
static void simple(const char *path, const char *func, const char *id)
{
	struct kit k;
	kit_init(&k, EM_X86_64, ET_DYN);
	uint16_t text = kit_text(&k, ".text", 0x401000, 0x1000, 0x100);
	kit_load(&k, 0x1000, 0x401000, 0x100, PF_R | PF_X, 0x1000);
	if (id)
		kit_build_id(&k, id, strlen(id));
	if (func)
		kit_symbols(&k, SHT_SYMTAB, &(struct kit_symbol){func, 0x401000, 0x100, STB_GLOBAL, STT_FUNC, text}, 1);
	kit_write(&k, path);
}

static void kinds_of_symbols(void **state)
{
	for (int form = 0; form < 4; form++) {
		struct kit k;
		struct fix f;
		kit_init(&k, form & 1 ? EM_AARCH64 : EM_RISCV, ET_DYN);
		k.be = form & 1;
		k.is32 = form & 2;
		uint16_t text = kit_text(&k, ".text", 0x11000, 0x1000, 0x200);
		uint16_t data = kit_section(&k, ".data", SHT_PROGBITS, SHF_ALLOC, 0x12000, 0, "12345678", 8);
		kit_load(&k, 0x1000, 0x11000, 0x200, PF_R | PF_X, 0x1000);
		const struct kit_symbol s[] = {
			{"before", 0x11000, 0x10, STB_GLOBAL, STT_FUNC, text},
			{"$x", 0x11008, 0, STB_LOCAL, STT_NOTYPE, text},
			{".Llabel", 0x11020, 0, STB_LOCAL, STT_NOTYPE, text},
			{"asm_loop", 0x11100, 0, STB_GLOBAL, STT_NOTYPE, text},
			{"$d", 0x11120, 0, STB_LOCAL, STT_NOTYPE, text},
			{"asm_tail", 0x11180, 0, STB_GLOBAL, STT_FUNC, text},
			{"_etext", 0x11200, 0, STB_GLOBAL, STT_NOTYPE, text},
			{"a_variable", 0x12000, 8, STB_GLOBAL, STT_OBJECT, data},
			{"a_section", 0x11000, 0x200, STB_LOCAL, STT_SECTION, text},
			{"undefined", 0x11050, 0x20, STB_GLOBAL, STT_FUNC, 0},
		};
		kit_symbols(&k, SHT_SYMTAB, s, sizeof s / sizeof *s);
		kit_write(&k, in_root("/kinds"));
		start(&f, TF_DSO_FILE, in_root("/kinds"), NULL, 0);
		assert_string_equal(name_of(&f, 0x100c, 0), "before");
		assert_string_equal(name_of(&f, 0x1010, TF_FRAME_RETURN), "before");
		assert_string_equal(name_of(&f, 0x1010, 0), "[kinds]");
		assert_string_equal(name_of(&f, 0x1058, 0), "[kinds]");
		assert_string_equal(name_of(&f, 0x1130, 0), "asm_loop");
		assert_string_equal(name_of(&f, 0x11ff, 0), "asm_tail");
		assert_string_equal(name_of(&f, 0x1200, 0), "[kinds]");
		assert_int_equal(state_of(&f), TF_DSO_OK);
		end(&f);
	}
}

/* Read-only and executable segment in one page of the file: the linker gave the code another address. */
static void offsets_go_through_the_right_segment(void **state)
{
	struct kit k;
	struct fix f;
	kit_init(&k, EM_X86_64, ET_DYN);
	uint16_t ro = kit_text(&k, ".not_code", 0x300, 0x300, 0x100);
	uint16_t text = kit_text(&k, ".text", 0x1500, 0x500, 0x100);
	kit_load(&k, 0, 0, 0x580, PF_R, 0x1000);
	kit_load(&k, 0x500, 0x1500, 0x100, PF_R | PF_X, 0x1000);
	kit_load(&k, 0x600, 0x2600, 0x100, PF_R | PF_W, 0x1000);
	const struct kit_symbol s[] = {
		{"right", 0x1500, 0x100, STB_GLOBAL, STT_FUNC, text},
		{"wrong", 0x300, 0x300, STB_GLOBAL, STT_FUNC, ro},
	};
	kit_symbols(&k, SHT_SYMTAB, s, 2);
	kit_write(&k, in_root("/segments"));
	start(&f, TF_DSO_FILE, in_root("/segments"), NULL, 0);
	assert_string_equal(name_of(&f, 0x500, 0), "right");
	assert_string_equal(name_of(&f, 0x5ff, 0), "right");
	assert_string_equal(name_of(&f, 0x700, 0), "[segments]");
	assert_string_equal(name_of(&f, 0x9000, 0), "[segments]");
	end(&f);
}

static void no_program_headers(void **state)
{
	struct kit k;
	struct fix f;
	kit_init(&k, EM_X86_64, ET_DYN);
	uint16_t text = kit_text(&k, ".text", 0x9000, 0x80, 0x40);
	kit_symbols(&k, SHT_SYMTAB, &(struct kit_symbol){"jitted", 0x9000, 0x40, STB_GLOBAL, STT_FUNC, text}, 1);
	kit_write(&k, in_root("/jitted-1-2.so"));
	start(&f, TF_DSO_FILE, in_root("/jitted-1-2.so"), NULL, 0);
	assert_string_equal(name_of(&f, 0xbf, 0), "jitted");
	assert_string_equal(name_of(&f, 0xc0, 0), "[jitted-1-2.so]");
	end(&f);
}

static void another_build_gives_no_names(void **state)
{
	struct fix f;
	simple(in_root("/app"), "new_name", "NEWBUILDNEWBUILDNEWB");
	start(&f, TF_DSO_FILE, in_root("/app"), "oldbuildoldbuildoldb", 0);
	assert_string_equal(name_of(&f, 0x1010, 0), "[app]");
	assert_int_equal(state_of(&f), TF_DSO_CHANGED);
	assert_true(noted(&f, "changed-object"));
	assert_non_null(strstr(tf_profile_dso_row(f.p, f.dso)->tried, "4e45574255494c44"));
	end(&f);
	/* Only by order, and then marked. */
	start(&f, TF_DSO_FILE, in_root("/app"), "oldbuildoldbuildoldb", 0);
	f.o.no_buildid_check = true;
	assert_string_equal(name_of(&f, 0x1010, 0), "new_name");
	assert_true(noted(&f, "forced-object"));
	end(&f);
	/* The recorded build, wherever it is kept: a root directory, or perf's cache. */
	simple(in_root("/other/app"), "old_name", "oldbuildoldbuildoldb");
	start(&f, TF_DSO_FILE, in_root("/app"), "oldbuildoldbuildoldb", 0);
	f.o.symfs = in_root("/other/");
	assert_string_equal(name_of(&f, 0x1010, 0), "old_name");
	assert_int_equal(state_of(&f), TF_DSO_OK);
	end(&f);
	simple(in_root("/home/.debug/.build-id/6f/6c646275696c646f6c646275696c646f6c6462/elf"), "cached_name",
	       "oldbuildoldbuildoldb");
	start(&f, TF_DSO_FILE, in_root("/app"), "oldbuildoldbuildoldb", 0);
	assert_string_equal(name_of(&f, 0x1010, 0), "cached_name");
	end(&f);
}

static void deleted_files_need_a_build_id(void **state)
{
	struct fix f;
	char path[600];
	simple(in_root("/gone"), "alpha", "ABCDEFGHIJKLMNOPQRST");
	snprintf(path, sizeof path, "%s (deleted)", in_root("/gone"));
	start(&f, TF_DSO_FILE, path, NULL, 0);
	assert_string_equal(name_of(&f, 0x1010, 0), "[gone]");
	assert_int_equal(state_of(&f), TF_DSO_MISSING);
	end(&f);
	start(&f, TF_DSO_FILE, path, "ABCDEFGHIJKLMNOPQRST", 0);
	assert_string_equal(name_of(&f, 0x1010, 0), "alpha");
	end(&f);
}

static void only_regular_files_are_opened(void **state)
{
	struct fix f;
	assert_int_equal(mkfifo(in_root("/fifo"), 0600), 0);
	start(&f, TF_DSO_FILE, in_root("/fifo"), NULL, 0); /* would wait here for ever */
	assert_string_equal(name_of(&f, 0x1010, 0), "[fifo]");
	assert_int_equal(state_of(&f), TF_DSO_MISSING);
	end(&f);
	kit_file(in_root("/text"), "no ELF at all, but long enough\n", 31);
	start(&f, TF_DSO_FILE, in_root("/text"), NULL, 0);
	assert_string_equal(name_of(&f, 0x1010, 0), "[text]");
	assert_int_equal(state_of(&f), TF_DSO_DAMAGED);
	end(&f);
	/* The mark that a JIT leaves for perf is nothing to complain about. */
	kit_file(in_root("/jit-970.dump"), "DTiJ\1\0\0\0 and what belongs to it", 32);
	start(&f, TF_DSO_FILE, in_root("/jit-970.dump"), NULL, 0);
	assert_string_equal(name_of(&f, 0x1010, 0), "[jit-970.dump]");
	assert_false(noted(&f, "damaged-object"));
	end(&f);
}

static void debug_files_must_belong(void **state)
{
	struct fix f;
	const char *id = "stripped_one_and_two";
	simple(in_root("/stripped"), NULL, id);
	start(&f, TF_DSO_FILE, in_root("/stripped"), id, 0);
	assert_string_equal(name_of(&f, 0x1010, 0), "[stripped]");
	assert_int_equal(state_of(&f), TF_DSO_NOSYMS);
	end(&f);
	const char *debug = "/debug/.build-id/73/7472697070"
			    "65645f6f6e655f616e645f74776f.debug";
	simple(in_root(debug), "of_another", "some other build i.d");
	start(&f, TF_DSO_FILE, in_root("/stripped"), id, 0);
	assert_string_equal(name_of(&f, 0x1010, 0), "[stripped]");
	assert_true(noted(&f, "wrong-debug-file"));
	end(&f);
	simple(in_root(debug), "split_off", id);
	start(&f, TF_DSO_FILE, in_root("/stripped"), id, 0);
	assert_string_equal(name_of(&f, 0x1010, 0), "split_off");
	end(&f);
}

static void kernel_lists(void **state)
{
	struct fix f;
	static const char list[] = "ffffffff81000000 T _text\n"
				   "ffffffff81000000 T _stext\n"
				   "ffffffff81000000 T startup_64\n"
				   "ffffffff81000100 t helper.llvm.4711\n"
				   "ffffffff81000200 T do_work\n"
				   "ffffffff81000300 T _etext\n"
				   "ffffffff81900000 D some_data\n"
				   "ffffffffc0000010 t mod_init\t[toy]\n"
				   "ffffffffc0000100 t mod_work\t[toy]\n"
				   "a line that is none\n";
	kit_file(in_root("/kallsyms"), list, sizeof list - 1);
	start(&f, TF_DSO_KERNEL, "[kernel.kallsyms]", NULL, 0);
	f.o.kallsyms = in_root("/kallsyms");
	/* Loaded 2 MiB higher than when the list was made. */
	tf_profile_dso_row(f.p, f.dso)->text_base = 0xffffffff81200000;
	tf_profile_dso_row(f.p, f.dso)->text_size = 0x300;
	assert_string_equal(name_of(&f, 0xffffffff81200000, 0), "startup_64");
	assert_string_equal(name_of(&f, 0xffffffff81200140, 0), "helper [clone .llvm.4711]");
	assert_string_equal(name_of(&f, 0xffffffff812002ff, 0), "do_work");
	assert_string_equal(name_of(&f, 0xffffffff81200300, 0), "[kernel]");
	assert_string_equal(name_of(&f, 0xffffffff81000100, 0), "[kernel]");
	assert_string_equal(name_of(&f, 0xffffffffc0200110, 0), "[kernel]");
	end(&f);
	/* A module is named by its own symbols, where it was recorded. */
	start(&f, TF_DSO_KERNEL, "[kernel.kallsyms]", NULL, 0);
	f.o.kallsyms = in_root("/kallsyms");
	assert_string_equal(name_of(&f, 0xffffffff81000210, 0), "do_work");
	f.dso = tf_profile_dso(f.p, TF_DSO_KMODULE, "/lib/modules/1/toy.ko", 21, NULL, 0, 0);
	tf_profile_dso_row(f.p, f.dso)->text_base = 0xffffffffc0000000;
	tf_profile_dso_row(f.p, f.dso)->text_size = 0x1000;
	assert_string_equal(name_of(&f, 0xffffffffc0000108, 0), "mod_work");
	assert_string_equal(name_of(&f, 0xffffffffc0001008, 0), "[toy.ko]");
	end(&f);
}

static void kernel_images(void **state)
{
	struct fix f;
	/* One without symbols is passed over, the next one is used; both belong to the recorded kernel. */
	simple(in_root("/boot/vmlinux-1"), NULL, "kernelkernelkernelke");
	simple(in_root("/debug/.build-id/6b/65726e656c6b65726e656c6b65726e656c6b65.debug"), "_text",
	       "kernelkernelkernelke");
	start(&f, TF_DSO_KERNEL, in_root("/boot/vmlinux-1"), "kernelkernelkernelke", 0);
	tf_profile_dso_row(f.p, f.dso)->text_base = 0xffffffff81000000;
	tf_profile_dso_row(f.p, f.dso)->text_size = 0x100;
	assert_string_equal(name_of(&f, 0xffffffff81000010, 0), "_text");
	assert_string_equal(name_of(&f, 0xffffffff81000110, 0), "[kernel]");
	end(&f);
}

static void hidden_kernel_addresses(void **state)
{
	struct fix f;
	static const char list[] = "0000000000000000 T startup_64\n0000000000000000 T do_work\n";
	kit_file(in_root("/zero"), list, sizeof list - 1);
	start(&f, TF_DSO_KERNEL, "[kernel.kallsyms]", NULL, 0);
	f.o.kallsyms = in_root("/zero");
	assert_string_equal(name_of(&f, 0xffffffff81200000, 0), "[kernel]");
	assert_int_equal(state_of(&f), TF_DSO_RESTRICTED);
	assert_true(noted(&f, "kernel-restricted"));
	end(&f);
	/* The running kernel's list says nothing about another kernel. */
	start(&f, TF_DSO_KERNEL, "[kernel.kallsyms]", "not this kernel's id", 0);
	tf_profile_dso_row(f.p, f.dso)->text_base = 0xffffffff81000000;
	assert_string_equal(name_of(&f, 0xffffffff81000100, 0), "[kernel]");
	assert_int_equal(state_of(&f), TF_DSO_MISSING);
	end(&f);
}

static void perf_maps(void **state)
{
	struct fix f;
	static const char map[] = "1000 40 RegExp:/first\n"
				  "second line/ flags\n"
				  "0x1040 0x40 LazyCompile:~handle request /srv/my app/index.js:20\n"
				  "1080 40\n"
				  "zzzz\n"
				  "  10c0   40   Leading  blanks\n"
				  "1100 0 Nothing\n"
				  "1020 10 Replaced\n"
				  "1140 40 _ZN3foo3barEv";
	kit_file(in_root("/tmp/perf-77.map"), map, sizeof map - 1);
	start(&f, TF_DSO_JIT, "//anon", NULL, 77);
	f.o.symfs = root;
	assert_string_equal(name_of(&f, 0x1000, 0), "RegExp:/first");
	assert_string_equal(name_of(&f, 0x1020, 0), "Replaced");
	assert_string_equal(name_of(&f, 0x1030, 0), "RegExp:/first");
	assert_string_equal(name_of(&f, 0x107f, 0), "LazyCompile:~handle request /srv/my app/index.js:20");
	assert_string_equal(name_of(&f, 0x1090, 0), "[unknown]");
	assert_string_equal(name_of(&f, 0x10c0, 0), "Leading  blanks");
	assert_string_equal(name_of(&f, 0x1100, 0), "[unknown]");
	assert_string_equal(name_of(&f, 0x1150, 0), "_ZN3foo3barEv"); /* names of JITs are opaque */
	/* A map grows while its process runs. */
	static const char more[] = "2000 10 Later\n";
	kit_file(in_root("/tmp/perf-77.map"), more, sizeof more - 1);
	assert_string_equal(name_of(&f, 0x2000, 0), "Later");
	end(&f);
}

static void symbols_of_the_recording(void **state)
{
	struct fix f;
	start(&f, TF_DSO_FILE, "/system/lib/libnothere.so", NULL, 0);
	tf_profile_add_symbol(f.p, f.dso, 0x1000, 0x20, "_Z5func2ii", 10);
	assert_string_equal(name_of(&f, 0x1010, 0), "func2(int, int)");
	assert_string_equal(name_of(&f, 0x1020, 0), "[libnothere.so]");
	assert_int_equal(state_of(&f), TF_DSO_OK);
	end(&f);
}

static void stopped_runs_and_replaced_files(void **state)
{
	struct fix f;
	_Atomic bool stop = true;
	simple(in_root("/replaced"), "first", NULL);
	start(&f, TF_DSO_FILE, in_root("/replaced"), NULL, 0);
	f.s = tf_symbolizer_new(f.p, &f.o);
	tf_frame_id id = tf_profile_frame(f.p, f.dso, 0x1000, 0);
	assert_false(tf_symbolizer_run(f.s, f.pool, id.v, id.v + 1, &stop));
	assert_int_equal(tf_profile_symref(f.p, id).v, 0);
	assert_string_equal(name_of(&f, 0x1004, 0), "first");
	/* Cut short and written again in place: the table of the old one must not be used. */
	simple(in_root("/replaced"), "second_name", "an_id_that_is_longer");
	assert_string_equal(name_of(&f, 0x1008, 0), "second_name");
	end(&f);
}

static void build_ids(void **state)
{
	const uint8_t a[20] = {1, 2, 3, 4, 5, 6, 7, 8}, b[8] = {1, 2, 3, 4, 5, 6, 7, 8},
		      c[8] = {1, 2, 3, 4, 5, 6, 7, 9};
	assert_true(tf_build_id_equal(a, 20, b, 8));
	assert_true(tf_build_id_equal(b, 8, a, 20));
	assert_false(tf_build_id_equal(b, 8, c, 8));
	assert_false(tf_build_id_equal(b, 0, c, 0));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(kinds_of_symbols),
		cmocka_unit_test(offsets_go_through_the_right_segment),
		cmocka_unit_test(no_program_headers),
		cmocka_unit_test(another_build_gives_no_names),
		cmocka_unit_test(deleted_files_need_a_build_id),
		cmocka_unit_test(only_regular_files_are_opened),
		cmocka_unit_test(debug_files_must_belong),
		cmocka_unit_test(kernel_lists),
		cmocka_unit_test(kernel_images),
		cmocka_unit_test(hidden_kernel_addresses),
		cmocka_unit_test(perf_maps),
		cmocka_unit_test(symbols_of_the_recording),
		cmocka_unit_test(stopped_runs_and_replaced_files),
		cmocka_unit_test(build_ids),
	};
	return cmocka_run_group_tests(tests, make_root, remove_root);
}
