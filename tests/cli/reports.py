#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Inputs made after users' reports about profilers, with the right answers that come with them ($SHARED/reports)."""
import collections, glob, json, os, re, shutil, subprocess, sys, tempfile

TFLAME, SHARED = os.environ['TFLAME'], os.environ['SHARED']
setup = os.path.join(SHARED, 'reports/setup.sh')
if not os.path.exists(setup):
    print('1..0 # SKIP the collection of reports is not here')
    sys.exit(0)
tmp = tempfile.mkdtemp(prefix='tflame-reports.')
out = os.path.join(tmp, 'cases')
made = subprocess.run(['bash', setup, out], capture_output=True, text=True)
n = 0


def ok(good, name, why=''):
    global n
    n += 1
    print(('ok' if good else 'not ok'), n, '-', name, flush=True)
    if not good:
        for line in str(why).splitlines()[:30]:
            print('#', ascii(line)[1:-1])


def run(*args, env=None):
    r = subprocess.run([TFLAME, *args], capture_output=True, timeout=60, env={**os.environ, **(env or {})}, stdin=subprocess.DEVNULL)
    return r.returncode, r.stdout, r.stderr.decode('utf8', 'replace')


def fold(data):
    c = collections.Counter()
    for line in data.split(b'\n'):
        if line.strip():
            stack, count = line.rsplit(None, 1)
            c[stack.decode('utf8', 'surrogateescape')] += int(float(count))
    return c


def folded(path, *args):
    return fold(run('export', '-i', path, '--format', 'folded', *args)[1])


def report(path, *args):
    status, text, err = run('report', '--json', '-i', path, *args)
    return json.loads(text), status, err


def case(name):
    return os.path.join(out, name)


def self_of(doc, name, event):
    for f in doc['functions']:
        if f['name'] == name:
            return f['self'].get(event, {}).get('weight')
    return None


for m in glob.glob(out + '/*/perf-99*.map'):
    shutil.copy(m, '/tmp')

# ---- everything that has an expected*.folded ----------------------------------------------------
compared = 0
for x in sorted(glob.glob(out + '/B*')):
    exp = {os.path.basename(e): e for e in glob.glob(x + '/expected*.folded')}
    ins = sorted(f for p in ('*.data', '*.perf', '*.folded') for f in glob.glob(os.path.join(x, p)) if os.path.isfile(f) and 'expected' not in f)
    for f in ins:
        stem = os.path.basename(f).rsplit('.', 1)[0]
        e = exp.get(f'expected-{stem}.folded') or exp.get('expected_%s.folded' % stem.replace('-', '_').replace('input_', '')) or exp.get('expected.folded')
        if not e or stem.startswith('empty-chains'):
            continue
        want, got = fold(open(e, 'rb').read()), folded(f)
        diff = '\n'.join(f'{k}: want {want[k]} got {got[k]}' for k in sorted(set(want) | set(got)) if want[k] != got[k])
        ok(not diff, os.path.relpath(f, out), diff)
        compared += 1
ok(compared > 40, 'the collection was laid out', f'{compared} compared; {made.stderr}')

# ---- cases with other answers -------------------------------------------------------------------
got = folded(case('B06-regs-abi-none/case.data'))
leaf = collections.Counter()
for stack, count in got.items():
    parts = stack.split(';')
    leaf[parts[0] + ' ' + parts[-1]] += count
want = {' '.join(l.split()[:-1]): int(l.split()[-1]) for l in open(case('B06-regs-abi-none/expected_leaf.txt')) if l.strip()}
ok(dict(leaf) == want, 'samples without registers or stack keep their leaf', f'{dict(leaf)} {want}')

for name, word in (('empty.data', 'empty'), ('header-only.data', 'no data'), ('seven-bytes.data', 'not a recording'), ('text.data', 'text file'),
                   ('a-directory.data', 'directory')):
    status, _, err = run('report', '--stdio', '-i', case('B14-not-a-perf-file/' + name))
    lines = err.strip().splitlines()
    ok(status == 1 and word in err and len(lines) <= 2 and name in lines[0], f'{name} is refused in a sentence', f'{status} {err}')
ok(folded(case('B14-not-a-perf-file/recording.data.gz')) == {'feat;alpha;beta': 4}, 'a gzipped recording is read')
ok(sum(folded(case('B14-not-a-perf-file/old-magic.data')).values()) == 4, 'the first magic is read')

for f in ('group.data', 'group-lost.data'):
    doc = report(case('B15-group-read/' + f))[0]
    got = [[self_of(doc, fn, e) for e in ('cycles', 'instructions', 'cache-misses')] for fn in ('beta', 'gamma')]
    ok(got == [[2000000, 1500000, 100], [1000000, 4000000, 4000]], f'{f}: group members are differences by id', got)
    ipc = {f['name']: f['metrics']['ipc'] for f in doc['functions']}
    ok(all(ipc[k]['smeared'] for k in ('beta', 'gamma')) and ipc['alpha'] is None and [round(ipc[k]['value'], 2) for k in ('beta', 'gamma')] == [0.75, 4.0],
       f'{f}: ratios of group reads are marked as smeared', ipc)
    ok([e['samples'] for e in doc['events']] == [3, 0, 0], f'{f}: members have no samples of their own')

got = folded(case('B16-no-callchain/empty-chains.data'))
ok(sum(got.values()) == 3 and got['flat;delta'] == 1 and got['flat;[unknown]'] == 1, 'empty chains are counted', got)

doc, status, err = report(case('B17-no-samples/case.data'))
ok(status == 0 and doc['functions'] == [] and 'no samples' in err, 'a recording without samples says why', err)

_, text, _ = run('report', '--stdio', '-i', case('B19-lost/case.data'))
doc = report(case('B19-lost/case.data'))[0]['quality']
ok((doc['lost_events'], doc['lost_samples'], doc['throttled'], doc['samples']) == (126, 40, 1, 6), 'lost and throttled are counted', doc)
ok(b'126' in text and b'40' in text, 'lost records stand in the text')
shown = run('report', '--print=100x20', '-i', case('B19-lost/case.data'))[1].decode()
ok(re.search(r'lost', shown), 'lost records stand on the screen', shown)

got = folded(case('B30-odd-map-names/case.data'))
ok(sum(got.values()) == 16, 'each odd map name has its sample', got)
ok({'maps;[heap]', 'maps;[stack]', 'maps;[vdso]', 'maps;[uprobes]', 'maps;[unknown]'} <= set(got), 'odd maps are named after the map', got)

got = folded(case('B39-perf-map-v8-names/case.data'))
want = {'jit;py::<module>:/srv/tool.py;JS:*fib /srv/app/main.js:1:14': 1, 'jit;py::<module>:/srv/tool.py;JS:^fib /srv/app/main.js:1:14': 1,
        'jit;LazyCompile:~handle request /srv/my app/index.js:20': 1, 'jit;RegExp:(^|:)[a-z]+:$': 1, 'jit;Lcom/example/Foo:::bar(I)V': 1,
        'jit;Builtin:ArrayPrototypePush (x: y)': 1}
ok(dict(got) == want, 'JIT names are whole and opaque', got)
names = {f['name'] for f in report(case('B39-perf-map-v8-names/case.data'))[0]['functions']}
ok('RegExp:(^|;)[a-z]+;$' in names, 'only folded text replaces the semicolon', names)

got = folded(case('B45-text-remapped-anon/case.data'))
ok(dict(got) == {'huge;alpha;beta': 1, 'huge;alpha;gamma': 1}, 'text copied to anonymous memory keeps its names', got)

status, text, err = run('export', '-i', case('B46-kptr-restrict/case.data'), '--kallsyms', case('B46-kptr-restrict/kallsyms-all-zero'), '--format', 'folded')
got = fold(text)
ok(all(s.startswith('kern;alpha;beta;[kernel]') for s in got) and 'kptr_restrict' in err, 'hidden kernel addresses give no names but advice', f'{got} {err}')

doc = report(case('B79-multiplexed/case.data'))[0]
ok(self_of(doc, 'beta', 'instructions') == 2000000, 'a multiplexed counter is scaled', doc['functions'])
ipc = [f['metrics']['ipc'] for f in doc['functions'] if f['name'] == 'beta'][0]
ok(ipc and round(ipc['value'], 2) == 1.0, 'a ratio inside a multiplexed group needs no scaling', ipc)
ok(self_of(doc, 'gamma', 'instructions') is None and self_of(doc, 'delta', 'instructions') is None, 'not counted is not zero', doc['functions'])

_, text, _ = run('report', '--stdio', '--no-children', '--sort', 'comm', '-i', case('B111-hostile-names/case.data'))
bad = re.findall(rb'[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xaa-\xae]', text)
ok(not bad, 'no control byte in text', bad)
ok(sum(1 for l in text.splitlines() if b'%' in l and not l.startswith(b'#')) == 17, '17 processes stay 17 rows', text.decode('utf8', 'replace'))
shown = run('report', '--print=120x40', '-i', case('B111-hostile-names/case.data'))[1]
ok(not re.findall(rb'[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xaa-\xae]', shown), 'no control byte on the screen')

# ---- text ---------------------------------------------------------------------------------------
doc = report(case('B91-period-weights/input.perf'))[0]
w = {f['name']: f['self'] for f in doc['functions']}
total = doc['events'][0]['weight']
event = doc['events'][0]['name']
ok(round(100 * w['hot'][event]['weight'] / total) == 90 and round(100 * w['hot'][event]['samples'] / doc['events'][0]['samples'], 1) == 33.3,
   'samples and weights are both there', doc['functions'])
shown = run('report', '--print=80x24', '-i', case('B97-many-thin/input.folded'))[1].decode()
ok('+' in shown, 'thin frames are one box that says how many', shown)
r = subprocess.run(['bash', '-c', 'ulimit -s 256; exec "$0" report --print=80x24 -i "$1"', TFLAME, case('B97-very-deep/input.folded')], capture_output=True)
ok(r.returncode == 0, 'three thousand levels need no deep recursion', r.stderr)

shutil.rmtree(tmp, ignore_errors=True)
print(f'1..{n}')
