#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# lint.sh - the laws of the house that a machine can check (doc/architecture.md).
. "$TESTS_DIR/lib.sh"
top=$(cd "$TESTS_DIR/.." && pwd)
cd "$top" || exit 99
CC=${CC:-cc}

none() { # passes when the command prints nothing
	local out
	out=$("$@" 2>&1)
	[ -z "$out" ] && return 0
	printf '%s\n' "$out"
	return 1
}
sources() { find src ui include tests \( -name '*.c' -o -name '*.h' -o -name '*.def' \) ! -path '*/corpus/*' | sort; }

# ---- layers: who may include whom ---------------------------------------------------------------
allowed() {
	case $1 in
	base) echo base ;;
	arch) echo base arch ;;
	model) echo base model ;;
	query) echo base model query ;;
	input) echo base arch model input ;;
	export) echo base model query export ;;
	session) echo base arch model session ;;
	object) echo base object ;;
	symbol) echo base arch object model symbol ;;
	engine) echo base arch model query input export session object symbol engine ;;
	esac
}
layers() {
	local f dir inc
	for f in $(find src -name '*.[ch]'); do
		dir=${f#src/}; dir=${dir%%/*}
		for inc in $(sed -n 's/^#include "\([a-z]*\)\/.*/\1/p' "$f" | sort -u); do
			case " $(allowed "$dir") " in *" $inc "*) ;; *) echo "$f includes $inc/" ;; esac
		done
	done
	grep -nE '#include *[<"](ncurses|curses|panel|form|menu|ui/|cli/|tui/)' -r src include
	grep -nE '#include *"(src|base|model|input|session|object|symbol|query|export|engine)/' -r ui
	grep -nE '#include *"cli/' -r ui/tui
}
ok "layers: includes follow the arrows" none layers

# ---- each third-party library has one owner -------------------------------------------------------
owner() { # PATTERN FILE…
	local pattern=$1 f
	shift
	for f in $(grep -lE "#include *<($pattern)" -r src ui include); do
		case " $* " in *" $f "*) ;; *) echo "$f includes $pattern" ;; esac
	done
}
owners() {
	owner 'curses\.h|ncurses|term\.h' ui/tui/screen_curses.c
	owner 'libiberty/demangle|demangle\.h' src/symbol/demangle.c
	owner 'lzma\.h' "$(grep -lE '#include *<lzma\.h' -r src | head -n 1)"
	owner 'linux/perf_event\.h' src/input/perf_abi.h src/input/perf_abi.c
	for lib in 'zlib\.h' 'zstd\.h' 'lzma\.h'; do
		local n
		n=$(grep -lE "#include *<$lib" -r src | wc -l)
		[ "$n" -le 2 ] || echo "$lib has $n owners"
	done
	grep -lE '#include *<(libelf|gelf)' -r src | grep -v '^src/object/'
	grep -lE '#include *<(libelf|gelf)' -r ui
}
ok "libraries: one owner each" none owners

# ---- src/ never prints or exits -------------------------------------------------------------------
quiet() {
	grep -nE '(^|[^a-z_0-9])(printf|puts|putchar|perror|exit|_exit|sleep|usleep|fprintf *\( *std(out|err)|system|popen|exec[lv]p?e?) *\(' -r src --include='*.c' |
		grep -vE '^[^:]*:[0-9]+:\s*(\*|/\*)'
}
ok "src/ never prints, exits, sleeps or executes" none quiet

# ---- each header compiles alone -------------------------------------------------------------------
headers() {
	local h
	for h in $(find include src ui -name '*.h'); do
		case $h in
		ui/*) inc="-Iui" ;;
		*) inc="-Isrc" ;;
		esac
		printf '#include "config.h"\n#include "%s"\n' "$h" |
			$CC -std=gnu11 -fsyntax-only -D_GNU_SOURCE -I"$BUILD_DIR/gen" -I"$BUILD_DIR/include" -Iinclude $inc -I. -x c - 2>&1 | head -n 3
	done
}
ok "headers compile alone" none headers

# ---- form -----------------------------------------------------------------------------------------
spdx() {
	for f in $(sources) $(find tests .ci -name '*.sh' -o -path '.ci/*' -type f); do
		head -n 3 "$f" | grep -q 'SPDX-License-Identifier' || echo "$f has no SPDX line"
	done
}
ok "an SPDX line in each file" none spdx
sizes() { for f in $(sources); do n=$(wc -l <"$f"); [ "$n" -le 600 ] || echo "$f: $n lines"; done; }
ok "files have at most 600 lines" none sizes
width() { sources | xargs awk 'length($0) > 140 {print FILENAME ":" FNR ": " length($0) " columns"}'; }
ok "no overlong lines" none width
config_first() { for f in $(find src ui -name '*.c'); do grep -m1 '^#include' "$f" | grep -q '"config.h"' || echo "$f: config.h is not first"; done; }
ok "config.h is included first" none config_first
if command -v shellcheck >/dev/null; then
	ok "shellcheck" none sh -c 'find tests -name "*.sh" | xargs shellcheck -S error -x'
else
	skip "shellcheck" "not installed"
fi
if command -v codespell >/dev/null; then
	ok "codespell" none codespell -q 3 -L "te,ans,fpr,ond,tha,ot,mis,nd,inout,fo,ba" --skip "*.golden,*.expected,*/data/*,*/golden/*,COPYING,*.gz" src ui include doc README.md
else
	skip "codespell" "not installed"
fi
done_testing
