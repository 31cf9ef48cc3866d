#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Names in recordings made here and now: the layouts, names and files that profilers are known to stumble over.
. "$TESTS_DIR/lib.sh"
cases=$SHARED/reports
[ -d "$cases" ] || skip_all "no report cases in $cases"
command -v perf >/dev/null || skip_all "perf is not installed"
command -v gcc >/dev/null || skip_all "no gcc"
perf record -q -N -o "$tmp/probe.data" -e cpu-clock true >/dev/null 2>&1 || skip_all "perf record is not allowed here"
# The program looks below HOME; rustc must still find its own things.
export RUSTUP_HOME=${RUSTUP_HOME:-$HOME/.rustup} CARGO_HOME=${CARGO_HOME:-$HOME/.cargo} HOME=$tmp/home
build_id() { readelf -n "$1" | awk '/Build ID:/{print $NF}'; }
mkdir -p "$HOME"
mkdir "$tmp/c" && cp -r "$cases/_gen" "$cases"/cases/* "$tmp/c" && chmod -R u+w "$tmp/c" || skip_all "the cases cannot be copied"

# made CASE FILE…: runs the case's make.sh; false (and a skip) when its compilers are not here.
made() {
	local case=$1 f
	shift
	bash "$tmp/c/$case/make.sh" >"$tmp/make.log" 2>&1
	cd "$tmp/c/$case/build" 2>/dev/null || { skip "$case" "cannot be built here"; return 1; }
	for f; do [ -s "$f" ] || { skip "$case: $f" "cannot be built here"; return 1; }; done
}
# user FILE ARG…: the stacks' user part, without weights.
user() { "$TFLAME" export --format folded --annotate -i "$@" 2>"$tmp/err" | sed 's/ [0-9]*$//'; }
leaves() { user "$@" | grep -v '_\[k\]' | sed 's/.*;//' | LC_ALL=C sort -u; }
# share FILE NAME: percent of all samples whose innermost frame is NAME.
share() {
	"$TFLAME" export --format folded -i "$1" 2>/dev/null |
		awk -v n="$2" '{w = $NF; sub(/ [0-9]+$/, ""); k = split($0, f, ";"); t += w; if (f[k] == n) x += w} END {print t ? int(100 * x / t + 0.5) : 0}'
}

# Text segments whose file offset is not their address, or that share a page with others.
for d in B26-lld-offsets B27-small-segments; do
	for f in app app-pie app-static small-lld small-bfd page64k page2m highbase; do
		case $d:$f in B26*:app*|B27*:[sph]*) ;; *) continue ;; esac
		[ -d "$tmp/c/$d/build" ] || made $d || break
		[ -s "$tmp/c/$d/build/$f.data" ] || continue
		cd "$tmp/c/$d/build" || exit 99
		like "$d: $f" "$(user $f.data)" ';main;outer;work_a;burn$'
		ok "$d: $f: nothing of the program is unnamed" test -z "$(user $f.data | grep -F "[$f]")"
	done
done

if made B28-debug-dirs a.data b.data c.data; then
	like "debuglink beside the file" "$(user a.data)" ';main;outer;work_a;burn$'
	id=$(build_id full)
	mkdir -p "root/.build-id/${id:0:2}" && cp app.debug "root/.build-id/${id:0:2}/${id:2}.debug"
	is "stripped, debug file not at hand: no names" "$(user b.data | grep -c burn)" 0
	like "debug file by build id" "$(user b.data --symfs "$PWD/root")" ';main;outer;work_a;burn$'
	is "debug file of another build: no names" "$(user c.data | grep -c burn)" 0
	like "… and it is said" "$(cat "$tmp/err")" 'belongs to another build'
fi

if made B29-rebuilt-binary before.data app.v1; then
	is "rebuilt program: none of its new names" "$(user before.data | grep -Ec 'alpha_fn|beta_fn|gamma_fn|delta_fn|burn')" 0
	id=$(build_id app.v1)
	like "… the wanted build id is named" "$(cat "$tmp/err")" "$id"
	mkdir root && cp app.v1 root/app
	like "… the recorded build is found below --symfs" "$(user before.data --symfs "$PWD/root")" ';main;outer;work_a;burn$'
	mkdir -p "$HOME/.debug/.build-id/${id:0:2}/${id:2}" && cp app.v1 "$HOME/.debug/.build-id/${id:0:2}/${id:2}/elf"
	like "… and in perf's cache" "$(user before.data)" ';main;outer;work_a;burn$'
	rm -r "$HOME/.debug"
fi

if made B31-gap-between-symbols app.data; then
	is "code between symbols has no name" "$(user app.data | grep -Ec 'before_fn|after_fn')" 0
	ok "… but counts for its module" test "$(share app.data '[app]')" -ge 80
fi

if made B32-zero-size-symbols app.data; then
	a=$(share app.data asm_loop) b=$(share app.data asm_tail)
	ok "symbols without size: asm_loop $a %, asm_tail $b %" test "$a" -ge 45 -a "$b" -ge 20 -a "$a" -gt "$b"
fi

if made B33-aliases app.data; then
	is "one name of an address" "$(leaves app.data | grep -i copy)" toy_copy
fi

if made B34-rust-names legacy.data v0.data; then
	is "Rust, older mangling" "$(leaves legacy.data | grep -E 'area$|apply')" \
		'<r::shape::Sq<u32> as r::shape::Area>::area
r::apply'
	is "Rust, v0" "$(leaves v0.data | grep -E 'area$|apply')" \
		'<r::shape::Sq<u32> as r::shape::Area>::area
r::apply::<r::main::{closure#0}>'
fi

if made B35-clone-suffixes app.data; then
	raw=$(nm app | awk '/ _ZL4part.*(constprop|isra|part)/ && !/cold/ {print $3; exit}')
	is "clones: the words of c++filt" "$(leaves app.data | grep part)" "$(c++filt "${raw:-_ZL4partP1Pim}")"
	like "… with the suffix as a tag" "$(leaves app.data)" '^part\(P\*, int, unsigned long\).*'
fi

if made B37-jitdump jit.inj.data map.data; then
	like "objects that perf inject makes of a jitdump" "$(user jit.inj.data)" 'toyHot'
	like "perf map of node" "$(user map.data)" 'toyHot'
fi

if made B50-many-sections linked.data; then
	ok "70000 functions: the hot one is named" test "$(share linked.data main)" -ge 80
	ok "… and does not keep one waiting" timeout 20 "$TFLAME" export --format folded -i linked.data -o /dev/null
fi

if made B66-plt app-lazy.data app-pltsec.data; then
	for f in app-lazy app-pltsec; do
		# perf 6.1 calls the stubs _init; on a busy machine no sample may fall into one.
		if perf script -i $f.data -F ip,sym 2>/dev/null | grep -Eq '^ *[0-9a-f]+ (_init|tiny@plt)'; then
			like "stubs of $f" "$(leaves $f.data)" '^tiny@plt$'
		else
			skip "stubs of $f" "no sample in a stub"
		fi
		# The real _init, which the loader calls, has fewer than 32 bytes; the stubs lie behind it.
		is "… have no neighbour's name" "$("$TFLAME" script -i $f.data 2>/dev/null | grep -cE ' _init\+0x([2-9a-f][0-9a-f]|[0-9a-f]{3,}) ')" 0
	done
fi

done_testing
