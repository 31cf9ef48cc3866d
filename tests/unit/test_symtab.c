/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which symbol holds an address, and what it is called. */
#include "config.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "symbol/demangle.h"
#include "symbol/symtab.h"

static void add(struct tf_symtab *t, uint64_t addr, uint64_t size, uint64_t limit, const char *name, unsigned rank)
{
	tf_symtab_add(t, addr, size, limit, 0, tf_symtab_own(t, name, strlen(name), ""), rank, 0);
}

static const char *at(const struct tf_symtab *t, uint64_t addr)
{
	static char name[256];
	size_t len;
	uint32_t i = tf_symtab_find(t, addr);
	if (i == TF_SYM_NONE)
		return "-";
	const char *s = tf_symtab_name(t, i, &len);
	snprintf(name, sizeof name, "%.*s", (int)len, s);
	return name;
}

static void sizes_are_trusted(void **state)
{
	struct tf_symtab t;
	tf_symtab_init(&t, false);
	add(&t, 0x100, 0x10, 0, "before", TF_RANK_GLOBAL);
	add(&t, 0x180, 0x10, 0, "after", TF_RANK_GLOBAL);
	tf_symtab_finish(&t);
	assert_string_equal(at(&t, 0xff), "-");
	assert_string_equal(at(&t, 0x100), "before");
	assert_string_equal(at(&t, 0x10f), "before");
	assert_string_equal(at(&t, 0x110), "-");
	assert_string_equal(at(&t, 0x17f), "-");
	assert_string_equal(at(&t, 0x18f), "after");
	assert_string_equal(at(&t, 0x190), "-");
	tf_symtab_release(&t);
}

static void size_zero_reaches_to_the_next(void **state)
{
	struct tf_symtab t;
	tf_symtab_init(&t, false);
	add(&t, 0x140, 0, 0x200, "tail", TF_RANK_GLOBAL);
	add(&t, 0x100, 0, 0x200, "loop", TF_RANK_UNTYPED);
	add(&t, 0x300, 0x40, 0, "sized", TF_RANK_GLOBAL);
	add(&t, 0x310, 0, 0x400, "label", TF_RANK_GLOBAL);
	tf_symtab_finish(&t);
	assert_string_equal(at(&t, 0x13f), "loop");
	assert_string_equal(at(&t, 0x140), "tail");
	assert_string_equal(at(&t, 0x1ff), "tail");
	assert_string_equal(at(&t, 0x200), "-");
	/* A label inside of a function does not take the rest of it away. */
	assert_string_equal(at(&t, 0x320), "sized");
	assert_string_equal(at(&t, 0x350), "-");
	tf_symtab_release(&t);
}

static void the_innermost_wins(void **state)
{
	struct tf_symtab t;
	tf_symtab_init(&t, false);
	add(&t, 0x100, 0x100, 0, "outer", TF_RANK_GLOBAL);
	add(&t, 0x120, 0x10, 0, "inner", TF_RANK_LOCAL);
	add(&t, 0x1f0, 0x40, 0, "over", TF_RANK_LOCAL);
	tf_symtab_finish(&t);
	assert_string_equal(at(&t, 0x11f), "outer");
	assert_string_equal(at(&t, 0x120), "inner");
	assert_string_equal(at(&t, 0x130), "outer");
	assert_string_equal(at(&t, 0x1f0), "over");
	assert_string_equal(at(&t, 0x22f), "over");
	assert_string_equal(at(&t, 0x230), "-");
	tf_symtab_release(&t);
}

static void collect(void *ctx, const char *name, size_t len)
{
	strcat(ctx, ",");
	strncat(ctx, name, len);
}

static void one_name_of_many(void **state)
{
	static const struct {
		const char *name;
		unsigned rank;
	} names[] = {
		{"toy_copy_local", TF_RANK_LOCAL}, {"__toy_copy_internal", TF_RANK_GLOBAL},
		{"toy_copy_weak", TF_RANK_WEAK},   {"TOY_copy_v2", TF_RANK_GLOBAL},
		{"toy_copy", TF_RANK_GLOBAL},	   {"a", TF_RANK_UNTYPED},
		{"toy_copy", TF_RANK_GLOBAL},	   {"toy_copz", TF_RANK_GLOBAL},
	};
	const size_t n = sizeof names / sizeof *names;
	/* The same in whatever order they come. */
	for (size_t turn = 0; turn < n; turn++) {
		struct tf_symtab t;
		char all[256] = "";
		tf_symtab_init(&t, false);
		for (size_t i = 0; i < n; i++)
			add(&t, 0x100, 16, 0, names[(i + turn) % n].name, names[(i + turn) % n].rank);
		tf_symtab_finish(&t);
		assert_string_equal(at(&t, 0x10f), "toy_copy");
		tf_symtab_aliases(&t, tf_symtab_find(&t, 0x100), 16, collect, all);
		assert_non_null(strstr(all, "TOY_copy_v2"));
		assert_non_null(strstr(all, "__toy_copy_internal"));
		assert_non_null(strstr(all, "toy_copy_weak"));
		assert_null(strstr(all, ",toy_copy,"));
		tf_symtab_release(&t);
	}
}

static void default_versions_are_hidden(void **state)
{
	struct tf_symtab t;
	tf_symtab_init(&t, false);
	add(&t, 0x100, 16, 0, "fopen@@GLIBC_2.2.5", TF_RANK_GLOBAL);
	add(&t, 0x200, 16, 0, "memcpy@GLIBC_2.2.5", TF_RANK_GLOBAL);
	tf_symtab_finish(&t);
	assert_string_equal(at(&t, 0x100), "fopen");
	assert_string_equal(at(&t, 0x200), "memcpy@GLIBC_2.2.5");
	tf_symtab_release(&t);
}

static void later_entries_replace_earlier_ones(void **state)
{
	struct tf_symtab t;
	tf_symtab_init(&t, true);
	add(&t, 0x100, 0x100, 0, "old", TF_RANK_GLOBAL);
	add(&t, 0x180, 0x100, 0, "new", TF_RANK_GLOBAL);
	add(&t, 0x140, 0x10, 0, "newest", TF_RANK_GLOBAL);
	add(&t, 0x300, 0x10, 0, "small", TF_RANK_GLOBAL);
	add(&t, 0x2f0, 0x40, 0, "covers", TF_RANK_GLOBAL);
	tf_symtab_finish(&t);
	assert_string_equal(at(&t, 0x13f), "old");
	assert_string_equal(at(&t, 0x140), "newest");
	assert_string_equal(at(&t, 0x150), "old");
	assert_string_equal(at(&t, 0x180), "new");
	assert_string_equal(at(&t, 0x27f), "new");
	assert_string_equal(at(&t, 0x280), "-");
	assert_string_equal(at(&t, 0x300), "covers");
	tf_symtab_release(&t);
}

/* Against a slow search that follows the words of the rule. */
static void random_tables(void **state)
{
	unsigned seed = 1;
	for (int round = 0; round < 200; round++) {
		struct {
			unsigned addr, size, limit;
		} s[24];
		struct tf_symtab t;
		bool later = round & 1;
		unsigned n = 1 + (unsigned)rand_r(&seed) % 24;
		tf_symtab_init(&t, later);
		for (unsigned i = 0; i < n; i++) {
			char name[16];
			s[i].addr = (unsigned)rand_r(&seed) % 100;
			s[i].size = later || rand_r(&seed) % 3 ? 1 + (unsigned)rand_r(&seed) % 30 : 0;
			s[i].limit = s[i].addr + 1 + (unsigned)rand_r(&seed) % 40;
			snprintf(name, sizeof name, "%02u", i);
			add(&t, s[i].addr, s[i].size, s[i].limit, name, TF_RANK_GLOBAL);
		}
		tf_symtab_finish(&t);
		for (unsigned a = 0; a < 150; a++) {
			int best = -1;
			unsigned next = UINT32_MAX;
			for (unsigned i = 0; i < n; i++) {
				if (s[i].addr > a && s[i].addr < next)
					next = s[i].addr;
				/* The extent of an address is that of its largest symbol, the name the first one. */
				unsigned size = s[i].size, first = i;
				for (unsigned k = 0; k < n && !later; k++)
					if (s[k].addr == s[i].addr) {
						size = s[k].size > size ? s[k].size : size;
						first = k < first ? k : first;
					}
				if (a < s[i].addr || a - s[i].addr >= size)
					continue;
				if (best < 0 || (later ? (int)i > best : s[i].addr > s[best].addr))
					best = later ? (int)i : (int)first;
			}
			if (best < 0 && !later) {
				/* No sized one: the last size-less one that starts outside of all sized ones. */
				int last = -1;
				for (unsigned i = 0; i < n; i++)
					if (s[i].addr <= a && (last < 0 || s[i].addr > s[last].addr))
						last = (int)i;
				bool sized = false, inside = false;
				for (unsigned k = 0; k < n && last >= 0; k++) {
					sized |= s[k].addr == s[last].addr && s[k].size;
					inside |= s[k].size && s[k].addr < s[last].addr &&
						  s[last].addr - s[k].addr < s[k].size;
				}
				if (last >= 0 && !sized && !inside && a < s[last].limit)
					best = last;
			}
			char want[16];
			snprintf(want, sizeof want, best < 0 ? "-" : "%02d", best);
			assert_string_equal(at(&t, a), want);
		}
		tf_symtab_release(&t);
	}
}

static void sorting(void **state)
{
	unsigned seed = 7;
	struct tf_pair v[1000];
	for (int i = 0; i < 1000; i++)
		v[i] = (struct tf_pair){0xffffffff81000000 + ((uint64_t)rand_r(&seed) % 300 << (i % 20)), (uint32_t)i,
					0};
	tf_sort_pairs(v, 1000);
	for (int i = 1; i < 1000; i++) {
		assert_true(v[i - 1].key <= v[i].key);
		assert_true(v[i - 1].key < v[i].key || v[i - 1].value < v[i].value);
	}
}

/* ---- demangling: right are the words of c++filt, and what the compilers' manuals say ------------ */

static void demangled(void **state)
{
	static const struct {
		const char *raw, *want;
	} cases[] = {
		{"main", NULL},
		{"_init", NULL},
		{"_Zebra", NULL},
		{"_Dmain", NULL},
		{"_Reader", NULL},
		{"_Z3foov", "foo()"},
		{"_ZN12_GLOBAL__N_13fooEi", "(anonymous namespace)::foo(int)"},
		{"_ZL4partP1Pim", "part(P*, int, unsigned long)"},
		{"_ZL4partP1Pim.constprop.0", "part(P*, int, unsigned long) [clone .constprop.0]"},
		{"_ZL4partP1Pim.part.0.cold", "part(P*, int, unsigned long) [clone .part.0] [clone .cold]"},
		{"_Z3fooi.llvm.12345", "foo(int) [clone .llvm.12345]"},
		{"_Z3foov@@VERS_1", "foo()@@VERS_1"},
		{"_ZN4core3ptr13drop_in_place17h0123456789abcdefE", "core::ptr::drop_in_place"},
		{"_ZN4core3ptr13drop_in_place17h0123456789abcdefE.llvm.77",
		 "core::ptr::drop_in_place [clone .llvm.77]"},
		{"_ZN58_$LT$r..shape..Sq$LT$u32$GT$$u20$as$u20$r..shape..Area$GT$4area17h0123456789abcdefE",
		 "<r::shape::Sq<u32> as r::shape::Area>::area"},
		{"_RNvNtCs1234_7mycrate3foo3bar", "mycrate::foo::bar"},
		{"_D8demangle4testFaZv", "demangle.test(char)"},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct tf_strbuf b = TF_STRBUF_INIT;
		tf_strbuf_adds(&b, ">");
		bool ok = tf_demangle(cases[i].raw, strlen(cases[i].raw), &b);
		assert_int_equal(ok, cases[i].want != NULL);
		assert_string_equal(b.s + 1, cases[i].want ? cases[i].want : "");
		tf_strbuf_release(&b);
	}
}

static void hostile_names(void **state)
{
	/* Each S_ doubles what was said before: the full text would have megabytes. */
	char bomb[512] = "_Z1fIiE";
	struct tf_strbuf b = TF_STRBUF_INIT;
	strcpy(bomb, "_Z1f1AI1BIiiEE");
	for (int i = 0; i < 30; i++)
		sprintf(bomb + strlen(bomb), "1CIS%c_S%c_E", "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[i],
			"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[i]);
	tf_demangle(bomb, strlen(bomb), &b);
	assert_true(b.n <= 64 << 10);
	tf_strbuf_clear(&b);
	/* Deeper than the demangler's stack may go. */
	char *deep = malloc(100001);
	for (size_t n = 10; n <= 100000; n *= 10) {
		memset(deep, 'P', n);
		memcpy(deep, "_Z1f", 4);
		deep[n - 1] = 'i';
		tf_demangle(deep, n, &b);
		assert_true(b.n <= 64 << 10);
	}
	free(deep);
	/* A NUL inside is no reason to take half a name. */
	tf_strbuf_clear(&b);
	assert_false(tf_demangle("_Z3foov\0x", 9, &b));
	tf_strbuf_release(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sizes_are_trusted),
		cmocka_unit_test(size_zero_reaches_to_the_next),
		cmocka_unit_test(the_innermost_wins),
		cmocka_unit_test(one_name_of_many),
		cmocka_unit_test(default_versions_are_hidden),
		cmocka_unit_test(later_entries_replace_earlier_ones),
		cmocka_unit_test(random_tables),
		cmocka_unit_test(sorting),
		cmocka_unit_test(demangled),
		cmocka_unit_test(hostile_names),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
