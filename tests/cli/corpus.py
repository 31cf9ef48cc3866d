#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Text recordings that other tools wrote: number of samples, and folded stacks as other tools fold them."""
import collections, csv, os, re, subprocess, sys

tflame, shared = os.environ["TFLAME"], os.environ.get("SHARED", "")
corpus = os.path.join(shared, "corpus")
if not os.path.exists(os.path.join(corpus, "MANIFEST.tsv")):
    print("1..0 # SKIP no corpus of recordings beside the tree")
    sys.exit(0)
count = 0


def report(ok, name, why=""):
    global count
    count += 1
    print(f"{'ok' if ok else 'not ok'} {count} - {name}")
    if not ok and why:
        print("# " + str(why)[:600].replace("\n", "\n# "))


def run(*args):
    return subprocess.run([tflame, *args], capture_output=True, timeout=60)


def fold(data):
    out = collections.Counter()
    for line in data.decode("utf8", "surrogateescape").split("\n"):
        if " " in line:
            stack, n = line.rsplit(" ", 1)
            out[stack] += int(float(n))
    return out


# Lines of a file that the manifest's simple count takes for samples although they are none, or misses:
# comments, and samples without a stack of their own.
EXCEPTIONS = {
    "inferno/unknown-format.txt": 0, "inferno/single-line-stacks.txt": 2, "inferno/folded/austin.flames.txt": 2,
    "perfview/corner_case_process_names.perf.data.dump": 6, "perfview/disk_io_no_stacks.perf.data.dump": 4,
    "perfview/one_wakeup.perf.data.dump": 2, "magic-trace/ocaml_exceptions_poptrap_corner_case.perf": 9,
    "flamelens/ignore-metadata-lines.txt": 1, "flamelens/readable.txt": 5,
}
# Attributes of frames for a picture, not stacks: refused as a whole.
NOT_STACKS = re.compile(r"nameattr\.|unknown-format")

with open(os.path.join(corpus, "MANIFEST.tsv"), encoding="utf8") as f:
    rows = [r for r in csv.DictReader(f, delimiter="\t", quoting=csv.QUOTE_NONE) if r["kind"] in ("folded", "perf script text")]
for row in rows:
    path = os.path.join(corpus, row["path"])
    r = run("report", "--stats", path)
    if NOT_STACKS.search(row["path"]):
        report(r.returncode == 1 and r.stderr.startswith(b"tflame: "), f"{row['path']}: refused with a message", r.stderr)
        continue
    want = EXCEPTIONS.get(row["path"], int(row["n_samples"]))
    got = sum(int(n) for n in re.findall(rb"^ *(?:SAMPLE|stacks|lines not understood) events: +(\d+) +\(", r.stdout, re.M))
    report(r.returncode == 0 and got == want, f"{row['path']}: {want} samples", f"got {got}\n{r.stderr.decode()}")


def golden(inp, want_file, *args, drop=(), rename=lambda s: s):
    want = fold(open(os.path.join(corpus, want_file), "rb").read())
    got = collections.Counter()
    for stack, n in fold(run("export", "-i", os.path.join(corpus, inp), "--format", "folded", *args).stdout).items():
        got[rename(stack)] += n
    diff = [f"{k}: {want[k]} wanted, {got[k]} there" for k in sorted(set(want) | set(got)) if want[k] != got[k] and k not in drop]
    report(not diff, f"{inp} {' '.join(args)} = {os.path.basename(want_file)}", "\n".join(diff[:5]))


def like_flamegraph(stack):
    """stackcollapse-perf.pl cuts at the first parenthesis, and names unknown code [[module]]."""
    out = []
    for frame in stack.split(";"):
        mark = "_[k]" if frame.endswith("_[k]") else ""
        frame = frame[:-4] if mark else frame
        if frame in ("[kernel.kallsyms]", "[kernel]"):
            frame = "[[kernel.kallsyms]]"
        if not frame.startswith("[") and "(anonymous" not in frame and not re.search(r"\.\(.*\)\.", frame):
            depth, cut = 0, frame
            for i, c in enumerate(frame):
                if c == "<":
                    depth += 1
                elif c == ">":
                    depth -= 1
                elif c == "(" and depth <= 0 and i:
                    cut = frame[:i]
                    break
            frame = cut
        out.append(frame + mark)
    return ";".join(out)


for stem in ("perf-funcab-cmd-01", "perf-funcab-pid-01", "perf-cycles-instructions-01"):
    golden(f"flamegraph/{stem}.txt", f"flamegraph/golden/{stem}-collapsed-all.txt", *(["--annotate"] if "cycles" in stem else []))
# the tool that wrote this one loses the last stack of a file without a blank line at its end
golden("flamegraph/perf-mirageos-stacks-01.txt", "flamegraph/golden/perf-mirageos-stacks-01-collapsed-all.txt", "--annotate",
       drop={"mir-console;camlMain__fun_1418;camlLwt__return_1285"})
for stem, args in (("cpp-stacks-std-function", ["--weight", "period"]), ("single-line-stacks", []),
                   ("go-stacks", ["--weight", "period"])):
    golden(f"inferno/{stem}.txt", f"inferno/golden/{stem}-collapsed.txt", *args, rename=like_flamegraph)
golden("inferno/versioned-vmlinux.txt", "inferno/golden/versioned-vmlinux-collapsed-kernel.txt", "--annotate", "--weight", "period",
       rename=lambda s: re.sub(r"(bpf_prog_\w+?)_\[k\]", r"\1", s))

# folded stacks come out as they went in
for row in rows:
    path = os.path.join(corpus, row["path"])
    if row["kind"] != "folded" or NOT_STACKS.search(row["path"]) or "fraction" in row["path"] or "diff" in row["source_path"]:
        continue
    text = open(path, "rb").read()
    if text[:2] in (b"\xfe\xff", b"\xff\xfe"):
        text = text.decode("utf16").encode()
    want = collections.Counter()
    for line in text.decode("utf8", "surrogateescape").replace("\r\n", "\n").split("\n"):
        m = re.match(r"^([^#].*?)\s+(\d+)\s*$", line)
        if m and m[1].strip():
            want[";".join(f for f in m[1].split(";") if f)] += int(m[2])
    got = fold(run("export", "-i", path).stdout)
    report(want == got, f"{row['path']}: same stacks again", (want - got) + (got - want))
print(f"1..{count}")
