#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
# Recordings of other people's tools: as many samples as their manifest counts, and per event what perf says.
import csv, os, subprocess, sys

shared = os.environ.get("SHARED", "")
corpus = os.path.join(shared, "corpus")
dump = os.path.join(os.environ.get("BUILD_DIR", "."), "tests/kit/perfdump")
if not os.path.exists(os.path.join(corpus, "MANIFEST.tsv")):
    print("1..0 # SKIP no corpus (SHARED)")
    sys.exit(0)

n = 0
def ok(good, name, why=""):
    global n
    n += 1
    print(f"{'ok' if good else 'not ok'} {n} - {name}")
    if not good:
        for line in str(why).splitlines()[:20]:
            print("# " + line)

def run(path, *opts):
    p = subprocess.run([dump, *opts, path], capture_output=True, timeout=60)
    out = {"rc": p.returncode, "events": {}, "errors": [], "messages": [], "counts": {}, "text": p.stdout.decode(errors="replace")}
    for line in out["text"].split("\n"):
        w = line.split("\t")
        if w[0] == "event":
            s, per = out["events"].get(w[1], (0, 0))
            out["events"][w[1]] = (s + int(w[2]), per + int(w[3]))
        elif w[0] == "count":
            out["counts"][w[1]] = int(w[2])
        elif w[0] in ("error", "message", "broken"):
            out["errors" if w[0] == "error" else "messages"].append(w[1:])
            if w[0] == "broken":
                out["rc"] = 99
    return out

rows = list(csv.DictReader(open(os.path.join(corpus, "MANIFEST.tsv")), delimiter="\t", quoting=csv.QUOTE_NONE))
rows = [r for r in rows if r["kind"].startswith("perf.data") and "textproto" not in r["kind"]]
oracle = {}
for r in csv.DictReader(open(os.path.join(corpus, "ORACLE.tsv")), delimiter="\t", quoting=csv.QUOTE_NONE):
    oracle.setdefault(r["path"], []).append(r)

# What a name in the oracle may be called: perf prints the same event of a hybrid machine or an old
# recording with or without its modifiers.
def bare(name):
    if name == "hw-cpu-cycles":
        return "cycles"  # hiperf's own word, which perf does not see
    return name.split(":")[0] if not name.split(":")[0] in ("sched", "syscalls", "raw_syscalls", "kmem", "block") else name

# Figures that the manifest has wrong: its counter stops at simpleperf's tracing data.
wrong = {"simpleperf/perf_with_tracepoint_event.data": "45"}
for r in rows:
    r["n_samples"] = wrong.get(r["path"], r["n_samples"])
    path = os.path.join(corpus, r["path"])
    if not os.path.exists(path):
        ok(True, r["path"] + " # SKIP not there")
        continue
    one, two = run(path, "-t"), run(path, "-t", "-w", "4", "-b", "5")
    fuzz = "fuzz" in r["kind"]
    if fuzz:
        ok(one["rc"] in (0, 1) and two["rc"] in (0, 1), r["path"] + ": neither crash nor hang", one["text"][:500])
        continue
    samples = sum(s for s, _ in one["events"].values())
    if r["n_samples"].isdigit():
        ok(samples == int(r["n_samples"]) and one["rc"] != 99, f"{r['path']}: {r['n_samples']} samples",
           f"got {samples}\n{one['text'][:1500]}")
    else:
        ok(one["rc"] == 0 or one["errors"], r["path"] + ": opened or refused with a sentence", one["text"][:500])
    ok(one["events"] == two["events"] and one["rc"] == two["rc"], r["path"] + ": the same on four workers",
       f"{one['events']}\n{two['events']}")
    whole = not any(w in r["kind"] for w in ("damaged", "unfinished"))
    damage = [m for m in one["messages"] if "damage" in m]
    ok(not whole or not damage, r["path"] + ": no damage is seen in a whole file", damage)
    per = {}
    for o in oracle.get(r["path"], []):
        s, p = per.get(bare(o["event"]), (0, 0))
        per[bare(o["event"])] = (s + int(o["samples"]), p + int(o["period_sum"]))
    if per:
        got = {}
        for name, (s, p) in one["events"].items():
            if s:
                a, b = got.get(bare(name), (0, 0))
                got[bare(name)] = (a + s, b + p)
        ok(got == per, r["path"] + ": samples and periods of each event as perf counts them", f"want {per}\n got {got}")
# The chains that hiperf keeps apart from the samples come back: they begin at the sample's address.
path = os.path.join(corpus, "hiperf/fp.compress.data")
if os.path.exists(path):
    lines = [l for l in run(path, "-s")["text"].split("\n") if " chain=" in l]
    def leaf(l):
        chain = [a for a in l.split(" chain=")[1].split()[0].split(",") if not a.startswith("fffffffffffff")]
        return chain and chain[0] == l.split(" ip=")[1].split()[0]
    ok(len(lines) == 25 and all(leaf(l) for l in lines), "hiperf/fp.compress.data: chains begin at the address", "\n".join(lines))
print(f"1..{n}")
