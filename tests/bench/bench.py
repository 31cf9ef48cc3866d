#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""bench.py - times tflame and perf alternately in one run and writes a table of ratios.

usage: bench.py [-d DATADIR] [-n RUNS] [-o doc/performance.md] [JOB...]
environment: TFLAME (the program), PERF (default: perf), PERF_NEW (a newer perf, optional), SHARED (for make-data.sh)
CPU seconds are user + system of the whole process tree, RSS is the largest process's. Figures are medians of RUNS runs,
A and B in turn; absolute figures move with the machine, ratios hold."""
import fcntl, getopt, os, pty, re, select, shutil, statistics, struct, subprocess, sys, tempfile, termios, time

HERE = os.path.dirname(os.path.abspath(__file__))
opts, jobs = getopt.getopt(sys.argv[1:], 'd:n:o:')
opts = dict(opts)
DATA = opts.get('-d', os.environ.get('BENCH_DATA', 'bench-data'))
RUNS = int(opts.get('-n', '3'))
TFLAME = os.environ.get('TFLAME', './tflame')
PERF = os.environ.get('PERF', 'perf')
PERF_NEW = os.environ.get('PERF_NEW')
SHARED = os.environ.get('SHARED', os.path.join(HERE, '../../../shared'))
BENCH_QUERY = os.environ.get('BENCH_QUERY', './tests/bench/bench_query')
FLAMEGRAPH = shutil.which('stackcollapse-perf.pl')


def run(argv, shell=False):
    """CPU seconds, wall seconds and RSS in MB of a command, its output thrown away."""
    t0 = time.time()
    pid = os.fork()
    if pid == 0:
        null = os.open('/dev/null', os.O_RDWR)
        for fd in (0, 1, 2):
            os.dup2(null, fd)
        os.execvp(argv[0], argv)
    _, status, ru = os.wait4(pid, 0)
    if status:
        print(f'  status {status}: {" ".join(argv)}', file=sys.stderr)
    return ru.ru_utime + ru.ru_stime, time.time() - t0, ru.ru_maxrss / 1024


def versus(sides):
    """sides: {name: argv}; runs them in turn; {name: (cpu, wall, rss)} medians."""
    got = {k: [] for k in sides}
    for _ in range(RUNS):
        for k, argv in sides.items():
            got[k].append(run(argv))
    return {k: tuple(statistics.median(x[i] for x in v) for i in range(3)) for k, v in got.items()}


class Screen:
    """A program on a pseudo-terminal."""
    def __init__(self, argv, rows=60, cols=200):
        self.m, s = pty.openpty()
        fcntl.ioctl(s, termios.TIOCSWINSZ, struct.pack('HHHH', rows, cols, 0, 0))
        env = dict(os.environ, TERM='xterm-256color', LC_ALL='C.UTF-8')
        env.pop('LINES', None), env.pop('COLUMNS', None)
        self.t0 = time.time()
        self.pid = os.fork()
        if self.pid == 0:
            os.setsid()
            fcntl.ioctl(s, termios.TIOCSCTTY, 0)
            for fd in (0, 1, 2):
                os.dup2(s, fd)
            os.execvpe(argv[0], argv, env)
        os.close(s)
        self.out = b''

    def pump(self, seconds, until=None):
        end = time.time() + seconds
        while time.time() < end:
            if until and re.search(until, self.out):
                return True
            if select.select([self.m], [], [], min(0.05, max(0, end - time.time())))[0]:
                try:
                    self.out += os.read(self.m, 1 << 16)
                except OSError:
                    break
        return False

    def cpu(self):
        f = open(f'/proc/{self.pid}/stat').read().rsplit(')', 1)[1].split()
        return (int(f[11]) + int(f[12])) / os.sysconf('SC_CLK_TCK')

    def close(self):
        os.kill(self.pid, 9)
        os.waitpid(self.pid, 0)
        os.close(self.m)


def first_picture(argv, mark, limit=60):
    times = []
    for _ in range(RUNS):
        s = Screen(argv, 24, 80)
        times.append(time.time() - s.t0 if s.pump(limit, mark) else float('nan'))
        s.close()
    return statistics.median(times)


def data(name):
    return os.path.join(DATA, name)


def perfs():
    yield 'perf', PERF
    if PERF_NEW:
        yield 'newest perf', PERF_NEW


rows = []


def row(goal, job, against, ours, theirs, what='CPU'):
    ratio = theirs / ours if ours else float('nan')
    unit = {'CPU': 's CPU', 'wall': 's', 'RSS': 'MB', 'start': 's'}[what]
    rows.append((goal, job, against, what, f'{ours:.3g} {unit}', f'{theirs:.3g} {unit}', f'{ratio:.1f}x'))
    print('  '.join(rows[-1]), flush=True)


def stdio(f):
    return [TFLAME, 'report', '--stdio', '-g', 'caller', '--no-children', '-i', f]


def job_large():
    f = data('b-large.data')
    for name, perf in perfs():
        r = versus({'t': stdio(f), 'p': [perf, 'report', '-f', '-i', f, '--stdio', '-g', 'caller', '--no-children', '--no-inline']})
        against = f'{name} report -g caller --no-children --no-inline'
        row('G1', 'large', against, r['t'][0], r['p'][0])
        row('G1', 'large', against, r['t'][1], r['p'][1], 'wall')
        row('G1', 'large', against, r['t'][2], r['p'][2], 'RSS')


def job_raw():
    f = data('b-raw.data')
    for name, perf in perfs():
        r = versus({'t': [TFLAME, 'report', '--stdio', '-i', f], 'p': [perf, 'report', '-f', '-i', f, '--stdio', '--no-inline']})
        row('G2', 'raw', f'{name} report (default) --no-inline', r['t'][0], r['p'][0])
    if FLAMEGRAPH:
        sh = f'{PERF} script -f --no-inline -i {f} | stackcollapse-perf.pl | flamegraph.pl'
        r = versus({'t': [TFLAME, 'export', '--format', 'folded', '-i', f, '-o', '/dev/null'], 'p': ['sh', '-c', sh]})
        row('G2', 'raw', 'perf script | stackcollapse-perf.pl | flamegraph.pl', r['t'][0], r['p'][0])


def job_system():
    f = data('d-system.data')
    for name, perf in perfs():
        r = versus({'t': stdio(f), 'p': [perf, 'report', '-f', '-i', f, '--stdio', '-g', 'caller', '--no-children', '--no-inline'],
                    'd': [perf, 'report', '-f', '-i', f, '--stdio', '--no-inline']})
        row('G3', 'system', f'{name} report -g caller --no-children --no-inline', r['t'][0], r['p'][0])
        row('G3', 'system', f'{name} report (default) --no-inline', r['t'][0], r['d'][0])


def job_start():
    for name in ('small', 'system'):
        f = data({'small': 'a-small.data', 'system': 'd-system.data'}[name])
        ours = first_picture([TFLAME, 'report', '-i', f], rb'[1-9][0-9]?(\.[0-9])?%')
        theirs = first_picture([PERF, 'report', '-f', '--no-inline', '-i', f, '--tui'], rb'(?s)Samples.*%')
        row('G8', f'first picture, {name}', 'perf report --tui --no-inline', ours, theirs, 'start')


def job_query():
    out = subprocess.run([BENCH_QUERY, data('b-large.data')], capture_output=True, text=True).stdout
    for line in out.splitlines():
        what, ms = line.split('\t')
        rows.append(('G9', what, '–', 'wall', f'{float(ms):.1f} ms', '–', '–'))
        print('  '.join(rows[-1]))


def job_screen():
    s = Screen([TFLAME, 'report', '-i', data('b-raw.data')])
    s.pump(20, rb'%')
    s.pump(3)
    for what, key, n in (('full redraw 200x60', b'\x0c', 50), ('moved selection', b'\x1b[B', 30), ('moved selection, sideways', b'\x1b[C', 30)):
        c0, b0 = s.cpu(), len(s.out)
        for _ in range(n):
            os.write(s.m, key)
            s.pump(0.04)
        s.pump(0.3)
        rows.append(('G10', what, '–', 'CPU, bytes', f'{(s.cpu() - c0) / n * 1000:.2f} ms, {(len(s.out) - b0) / n / 1024:.2f} KB', '–', '–'))
        print('  '.join(rows[-1]))
    s.close()


JOBS = {'large': job_large, 'raw': job_raw, 'system': job_system, 'start': job_start, 'query': job_query, 'screen': job_screen}
NEEDS = {'large': 'b-large.data', 'raw': 'b-raw.data', 'system': 'd-system.data', 'start': 'a-small.data', 'query': 'b-large.data', 'screen': 'b-raw.data'}


def main():
    want = jobs or list(JOBS)
    names = {'b-large.data': 'large', 'b-raw.data': 'raw', 'd-system.data': 'system', 'a-small.data': 'small'}
    lacking = sorted({names[NEEDS[j]] for j in want if not os.path.exists(data(NEEDS[j]))})
    if 'start' in want and not os.path.exists(data('d-system.data')) and 'system' not in lacking:
        lacking.append('system')
    maker = os.path.join(SHARED, 'bench/make-data.sh')
    if lacking:
        if not os.path.exists(maker):
            sys.exit(f'bench: {DATA} lacks {" ".join(lacking)}, and {maker} is not there to make them')
        subprocess.run(['bash', maker, DATA] + lacking, check=True, stdout=subprocess.DEVNULL)
    for j in want:
        JOBS[j]()
    table = ['| goal | job | against | what | tflame | other | ratio |', '| --- | --- | --- | --- | --- | --- | --- |']
    table += ['| ' + ' | '.join(r) + ' |' for r in rows]
    if '-o' in opts:
        text = open(opts['-o']).read()
        head, tail = '<!-- bench begin -->', '<!-- bench end -->'
        stamp = time.strftime('Measured %Y-%m-%d, ') + f'{os.cpu_count()} CPUs, medians of {RUNS} runs.'
        a, b = text.index(head) + len(head), text.index(tail)
        open(opts['-o'], 'w').write(text[:a] + '\n' + stamp + '\n\n' + '\n'.join(table) + '\n' + text[b:])
    else:
        print('\n'.join(table))


main()
