#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Recordings made here and now: self weights of each symbol equal those of perf report, and every
# sample's stack equals that of perf script.
. "$TESTS_DIR/lib.sh"
command -v perf >/dev/null || skip_all "perf is not installed"
command -v cc >/dev/null || skip_all "no compiler"
cd "$tmp" || exit 99
cat >w.c <<'END'
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile unsigned long sink;
__attribute__((noinline)) void spin_a(long n) { for (long i = 0; i < n; i++) sink += i; }
__attribute__((noinline)) void spin_b(long n) { for (long i = 0; i < n; i++) sink ^= i * 3; }
__attribute__((noinline)) void outer(long n) { spin_a(n); spin_b(2 * n); sink++; }
static void *thread(void *p) { outer(20000000); return p; }
int main(int argc, char **argv)
{
	if (argc > 1) { spin_b(30000000); return 0; }
	pthread_t t[2];
	for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, thread, NULL);
	for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
	if (!fork()) { spin_a(20000000); _exit(0); }
	if (!fork()) execl(argv[0], "renamed", "x", NULL);
	char *p = malloc(64 << 20);
	memset(p, 1, 64 << 20);
	while (wait(NULL) > 0) ;
	return 0;
}
END
cc -O1 -g -fno-omit-frame-pointer -pthread w.c -o w || skip_all "the workload does not build"
perf record -q -N -o probe.data -e cpu-clock true >/dev/null 2>&1 || skip_all "perf record is not allowed here"

# Where several names stand for one address (libc, ld.so), perf and tflame choose by different rules, so
# names are compared in the workload and in the kernel, and modules elsewhere.
perf_rows() { perf report -i "$1" --stdio -q -g none --no-children --no-inline --percentage absolute -t '|' "${@:2}" 2>/dev/null; }
our_rows() { "$TFLAME" report --stdio -q --no-children -t '|' "${@:2}" "$1" 2>/dev/null; }
rows() { grep -v '^#' | grep '|' | sed 's/ *| */|/g; s/^ *//; s/ *$//' | sort; }
# Kernel code too has several names for one address: each gets the first one of the alphabet.
cat >canon.py <<'END'
import re, sys
names = {}
for line in open("/proc/kallsyms", errors="replace"):
    addr, kind, name = line.split()[:3]
    if kind in "tTwW" and int(addr, 16):
        names.setdefault(addr, []).append(name)
canon = {n: min(v) for v in names.values() if len(v) > 1 for n in v}
for line in sys.stdin:
    sys.stdout.write(re.sub(r"(?<=\[k\] )[^|\n]+|[A-Za-z_][\w.]*(?=;|$)", lambda m: canon.get(m[0], m[0]), line))
END
# perf 6.1 calls all code of the linkage table _init; the right name is the function's with @plt.
functions() { rows | python3 canon.py | sort | grep -vE '\|\[\.\] (_init|\[w\]|.*@plt)$'; }
# Distinct stacks with their numbers, from the text of perf script or ours. Left out: stacks in the
# middle of an exec, whose callers lie in the address space that is gone (perf 6.1 keeps its maps).
cat >stacks.py <<'END'
import collections, re, sys
out, cur = collections.Counter(), None
for line in sys.stdin.read().split("\n") + [""]:
    m = re.match(r"^\t *[0-9a-f]+ (.*?)(\+0x[0-9a-f]+)? \((.*)\)$", line)
    if m:
        own = m[3].endswith("/w") or m[3].startswith("[kernel")
        plt = m[1].endswith("@plt") or m[1] in ("_init", "[w]", "[unknown]")
        cur.append("plt" if own and plt else m[1] if own else "[" + m[3].split("/")[-1] + "]")
    elif line.strip():
        cur = [line.split()[0]]
    elif cur:
        if not {"begin_new_exec", "load_elf_binary"} & set(cur):
            out[";".join(cur)] += 1
        cur = None
for k in sorted(out):
    print(out[k], k)
END

i=0
while read -r args; do
	i=$((i + 1))
	# shellcheck disable=SC2086
	if ! perf record -q -N -o r$i.data $args -- ./w >/dev/null 2>&1; then
		skip "perf record $args" "not possible here"
		continue
	fi
	is "self weights of modules: $args" "$(our_rows r$i.data -F period,comm,dso | rows)" "$(perf_rows r$i.data -F period,comm,dso | rows)"
	like "perf printed rows: $args" "$(perf_rows r$i.data -F period,comm,symbol | rows)" '\|'
	is "self weights of functions: $args" "$(our_rows r$i.data -F period,comm,symbol -d 'w,[kernel.kallsyms]' | functions)" \
		"$(perf_rows r$i.data -F period,comm,symbol -d 'w,[kernel.kallsyms]' | functions)"
	is "number of samples: $args" "$("$TFLAME" export -i r$i.data --format json 2>/dev/null | python3 -c 'import json,sys; print(json.load(sys.stdin)["quality"]["samples"])')" \
		"$(perf script -i r$i.data -F event 2>/dev/null | grep -c .)"
	if [[ $args == *-g* ]]; then
		is "stacks: $args" "$("$TFLAME" script r$i.data 2>/dev/null | python3 stacks.py | python3 canon.py | sort)" \
			"$(perf script -i r$i.data --no-inline -F comm,ip,sym,symoff,dso 2>/dev/null | python3 stacks.py | python3 canon.py | sort)"
	fi
	is "folded stacks come from them: $args" "$("$TFLAME" script r$i.data 2>/dev/null | "$TFLAME" export - 2>/dev/null | awk '{n += $NF} END {print n}')" \
		"$("$TFLAME" export r$i.data 2>/dev/null | awk '{n += $NF} END {print n}')"
done <<'END'
-e cpu-clock -F 997
-e cpu-clock -F 997 -g
-e cpu-clock -c 500000 -g
-e page-faults -c 7 -g
-e task-clock -F 499
END
done_testing
