#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Figures of `rosin batch`.

  batch.py speed      a thousand variations of a door of 2 s; two cores beside two loops of render
  batch.py memory     10 000 jobs beside 1000; a list of a million rows that is read and named
  batch.py merge      a million rows of eight shards, in any order, and a shard of them gone on with
  batch.py kills      killed twenty times at a random moment and run again
  batch.py shards     any number of shards gives the same set; made again from notes and rows
  batch.py slurm      examples/slurm/try.sh
  batch.py page       a page of a thousand sounds in headless Chromium
  batch.py apart      a thousand slow hinges, kept apart over the whole list"""
import csv
import filecmp
import hashlib
import itertools
import math
import os
import random
import re
import resource
import shlex
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
ROSIN = os.path.abspath(os.environ.get("ROSIN", "build/rosin"))
OUTPUTS = ["manifest.csv", "manifest.jsonl", "SHA256SUMS"]
SEED = int(os.environ.get("ROSIN_SEED", 1))


def say(name, value, samples=1):
    print(f"batch_{name} {value:.6g} {samples} {SEED}", flush=True)


def batch(*words, check=True):
    done = subprocess.run([ROSIN, "batch", *words], capture_output=True, text=True)
    if check and done.returncode:
        sys.exit(f"{words}: {done.stderr}")
    return done.stderr


def rows(folder):
    with open(os.path.join(folder, "manifest.csv"), newline="") as file:
        return [row for row in csv.DictReader(file) if row["job"] != "#end"]


def checked(line):
    """A row with its own hash."""
    return line + hashlib.sha256(line.encode()).hexdigest()[:16] + "\n"


def closed(path, lines, of):
    """A file of rows, with its closing row."""
    digest, count = hashlib.sha256(), -1
    with open(path, "w") as file:
        for count, line in enumerate(lines):
            file.write(line)
            digest.update(line.encode())
        end = f"#end,{count},{of},"
        digest.update(end.encode())
        file.write(f"{end}{digest.hexdigest()}\n")


def write(path, text):
    with open(path, "w") as file:
        file.write(text)
    return path


def doors(folder, count, duration=2.0, more=""):
    return write(os.path.join(folder, "doors.cfg"), 'jobs = ( { scene = "door-hinge-slow"; '
                 f"variations = {count}; seed = 7; duration = {duration}; {more} }} );\n")


def speed(folder):
    """Both ways in turn, twice; the machine may have other work, so the better of each."""
    count, best_batch, best_loop = 1000, 0, 0
    listed = doors(folder, count)
    out = os.path.join(folder, "first")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    batch(listed, "-o", out)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = used.ru_utime - before.ru_utime + used.ru_stime - before.ru_stime
    say("files_a_minute_core", 60 * count / cpu, count)
    commands = [shlex.split(row["command"]) for row in rows(out)][:200]
    listed = doors(folder, len(commands))
    for turn in range(4):
        start = time.monotonic()
        batch(listed, "-o", os.path.join(folder, f"batch-{turn}"), "-j", "2")
        best_batch = max(best_batch, len(commands) / (time.monotonic() - start))
        scripts = [write(os.path.join(folder, f"loop-{k}.sh"), "".join(
            shlex.join([ROSIN, *c[1:], "-o", os.path.join(folder, "loop.wav.%d.wav" % k)]) + " 2>/dev/null\n"
            for c in commands[k::2])) for k in range(2)]
        start = time.monotonic()
        loops = [subprocess.Popen(["sh", script]) for script in scripts]
        for loop in loops:
            loop.wait()
        best_loop = max(best_loop, len(commands) / (time.monotonic() - start))
    say("two_cores_over_two_loops", best_batch / best_loop, 4)
    # variations that are kept apart, on one core and on two: in turn, the better of each
    times = {1: [], 2: []}
    for _ in range(3):
        for cores, took in times.items():
            start = time.monotonic()
            subprocess.run([ROSIN, "render", "door-hinge-slow", "--variations", "60", "-d", "2", "-j", str(cores), "-o",
                            os.path.join(folder, "v%02d.wav")], check=True, capture_output=True)
            took.append(time.monotonic() - start)
    say("variations_two_cores_over_one", min(times[1]) / min(times[2]), 3)


def peak_of(*words):
    """Kilobytes a run needs at most."""
    done = subprocess.run([sys.executable, "-c", "import resource, subprocess, sys\n"
                           "r = subprocess.run(sys.argv[1:], stderr=subprocess.PIPE, text=True)\n"
                           "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, r.returncode)",
                           ROSIN, "batch", *words], capture_output=True, text=True)
    return [int(x) for x in done.stdout.split()]


def memory(folder):
    peaks = []
    for count in (1000, 10000):
        peak, status = peak_of(doors(folder, count, 0.02), "-o", os.path.join(folder, str(count)))
        peaks.append(peak if status == 0 else float("nan"))
    say("memory_10000_jobs_mb", peaks[1] / 1024, 10000)
    say("memory_growth_mb", (peaks[1] - peaks[0]) / 1024, 9000)
    listed = os.path.join(folder, "million.csv")
    with open(listed, "w") as file:
        file.write("scene,duration,speed,seed\n")
        for i in range(1000000):
            file.write(f"rope,1,{5 + i % 1000 / 100},{i % 100}\n")
    start = time.monotonic()
    peak, status = peak_of(listed, "--estimate", "-o", folder, "--shard", "1/1000")
    say("million_rows_mb", peak / 1024 if status == 0 else float("nan"), 1000000)
    say("million_rows_s", time.monotonic() - start, 1000000)
    # what a file costs the file system and the manifest
    made = os.path.join(folder, "1000")
    say("manifest_bytes_a_file", sum(os.path.getsize(os.path.join(made, o)) for o in OUTPUTS) / 1000, 1000)
    if subprocess.run(["which", "strace"], capture_output=True).returncode == 0:
        traced = subprocess.run(["strace", "-f", "-c", "-S", "calls", "-e", "trace=file,desc", ROSIN, "batch",
                                 doors(folder, 100, 0.02), "-o", os.path.join(folder, "traced")],
                                capture_output=True, text=True)
        found = re.search(r"([\d]+)\s+\d*\s*total", traced.stderr)
        if found:
            say("file_calls_a_file", int(found[1]) / 100, 100)
    else:
        print("skip strace is not installed", flush=True)


def merge(folder):
    """Rows as a run writes them, of one file's; jobs in an order of chance, some of them twice."""
    chance, count, shards = random.Random(SEED), 1000000, 8
    made = os.path.join(folder, "made")
    batch(write(os.path.join(folder, "one.csv"), "scene,duration,speed,seed\nrope,0.02,5,1\n"), "-o", made)
    with open(os.path.join(made, ".rosin", "rows-1-of-1.csv")) as file:
        names, row, _ = file.read().splitlines()
    job, name, rest = row[:-16].split(",", 2)

    def line(i):
        return checked(f"{i + 1},rope-{i + 1:07}.wav,{rest}")
    peaks = []
    for jobs in (count // 10, count):
        out = os.path.join(folder, str(jobs))
        os.makedirs(os.path.join(out, ".rosin"))
        for k in range(shards):
            own = list(range(k, jobs, shards))
            for start in range(0, len(own), 5000):  # threads end their jobs in another order
                part = own[start:start + 5000]
                chance.shuffle(part)
                own[start:start + 5000] = part
            closed(os.path.join(out, ".rosin", f"rows-{k + 1}-of-{shards}.csv"),
                   itertools.chain([names + "\n"], (line(i) for i in own), (line(i) for i in own[:100])),
                   f"shard {k + 1}/{shards}")
        start = time.monotonic()
        peak, status = peak_of("--merge", out)
        seconds = time.monotonic() - start
        peaks.append(peak / 1024 if status == 0 else float("nan"))
    wrong = 0
    with open(os.path.join(out, "manifest.csv")) as file:
        wrong += file.readline() != names + "\n"
        wrong += sum(text != line(i) for i, text in enumerate(file) if i < count)
    with open(os.path.join(out, "SHA256SUMS")) as file:
        wrong += sum(1 for _ in file) != count
    say("merge_million_mb", peaks[1], count)
    say("merge_growth_mb", peaks[1] - peaks[0], count - count // 10)
    say("merge_million_s", seconds, count)
    say("merge_million_wrong", wrong, count)
    # half of it done: what is left is refused as too long, when all that is there has been read
    listed = os.path.join(folder, "million.csv")
    with open(listed, "w") as file:
        file.write("scene,duration,speed,seed\n")
        file.writelines(f"rope,1,{5 + i % 1000 / 100},{i % 100}\n" for i in range(count))
    own = os.path.join(folder, "half")
    os.makedirs(os.path.join(own, ".rosin"))
    with open(os.path.join(own, ".rosin", "rows-1-of-1.csv"), "w") as file:
        file.write(names + "\n")
        file.writelines(line(i) for i in range(count // 2))
    peak, status = peak_of(listed, "-o", own, "--hours", "0.001")
    say("half_million_done_mb", peak / 1024 if status == 1 else float("nan"), count // 2)


def same_set(a, b):
    if not all(os.path.exists(os.path.join(b, o)) for o in OUTPUTS):
        return False
    names = [row["name"] for row in rows(a)] + OUTPUTS
    return not any(filecmp.cmpfiles(a, b, names, shallow=False)[1:])


def kills(folder):
    chance = random.Random(SEED)
    listed = doors(folder, 40, 2.0)
    write(listed, open(listed).read().replace(" );", ', { scene = "rope"; variations = 20; distinct = 1.0; duration = 1.0; } );'))
    whole = os.path.join(folder, "whole")
    batch(listed, "-o", whole, "-j", "2")
    jobs = len(rows(whole))
    different = again = half = killed = 0
    for turn in range(20):
        out = os.path.join(folder, f"killed-{turn}")
        made = os.path.join(out, ".rosin", "rows-1-of-1.csv")
        at = chance.randrange(jobs - 4)  # so many are listed, and then some of the next one's time
        run = subprocess.Popen([ROSIN, "batch", listed, "-o", out, "-j", "2"], stderr=subprocess.DEVNULL)
        while run.poll() is None and (not os.path.exists(made) or open(made).read().count("\n") <= at):
            time.sleep(0.001)
        time.sleep(chance.uniform(0, 0.05))
        killed += run.poll() is None
        run.kill()
        run.wait()
        stamps = {}
        for there, folders, files in os.walk(out):
            folders[:] = [f for f in folders if f != ".rosin"]
            for name in set(files) - set(OUTPUTS):
                path = os.path.join(there, name)
                stamps[path] = os.stat(path).st_mtime_ns
                half += not filecmp.cmp(path, os.path.join(whole, name), shallow=False)
        batch(listed, "-o", out, "-j", "2")
        different += not same_set(whole, out)
        again = max(again, sum(os.stat(path).st_mtime_ns != stamp for path, stamp in stamps.items()))
    say("kills", killed, 20)
    say("kills_half_files", half, 20)
    say("kills_different", different, 20)
    say("kills_made_twice_most", again, 20)


def shards(folder):
    chance = random.Random(SEED)
    listed = doors(folder, 30, 0.3)
    write(listed, open(listed).read().replace(" );", ', { scene = "rope"; variations = 130; distinct = 1.0; duration = 0.2; } );'))
    whole = os.path.join(folder, "whole")
    batch(listed, "-o", whole)
    numbers, different = [2, 3, 8, 61], 0
    for n in numbers:
        out = os.path.join(folder, f"shards-{n}")
        order = list(range(1, n + 1))
        chance.shuffle(order)
        for k in order:
            batch(listed, "-o", out, "--shard", f"{k}/{n}")
        batch("--merge", out)
        different += not same_set(whole, out)
    say("shards_different", different, len(numbers))
    notes = lines = 0
    picked = chance.sample(rows(whole), 20)
    for row in picked:
        made, again = os.path.join(whole, row["name"]), os.path.join(folder, "again.wav")
        subprocess.run([ROSIN, "render", made, "-o", again], check=True, capture_output=True)
        notes += not filecmp.cmp(made, again, shallow=False)
        subprocess.run([ROSIN, *shlex.split(row["command"])[1:], "-o", again], check=True, capture_output=True)
        lines += not filecmp.cmp(made, again, shallow=False)
    say("again_from_notes_different", notes, len(picked))
    say("again_from_rows_different", lines, len(picked))


def slurm(folder):
    done = subprocess.run([os.path.join(ROOT, "examples", "slurm", "try.sh"), os.path.join(folder, "slurm")],
                          env={**os.environ, "ROSIN": ROSIN}, capture_output=True, text=True)
    if done.returncode == 77:
        sys.exit(done.stdout.strip().splitlines()[-1])
    if done.returncode:
        print(done.stdout, done.stderr, file=sys.stderr)
    say("slurm_different", done.returncode != 0 or "the same" not in done.stdout)


def page(folder):
    """The least of three: a browser beside other work takes longer for reasons of its own."""
    out, least = os.path.join(folder, "out"), float("nan")
    batch(doors(folder, 1000, 0.2), "-o", out)
    batch("--page", out)
    for turn in range(3):
        done = subprocess.run(["node", os.path.join(ROOT, "tests", "page", "catalogue.mjs"), out, folder],
                              capture_output=True, text=True)
        found = re.search(r"^(\d+) rows, ([\d.]+) s$", done.stdout, re.M)
        if not found:
            print(done.stderr, file=sys.stderr)
            return
        least = float(found[2]) if turn == 0 else min(least, float(found[2]))
    say("page_load_s", least, int(found[1]))
    say("page_bytes_a_row", os.path.getsize(os.path.join(out, "index.html")) / 1000, 1000)


def distance(a, b):
    """As docs/batch.md has it, of two rows of a manifest."""
    def octaves(key, step):
        x, y = float(a[key] or 0), float(b[key] or 0)
        return math.log2(x / y) / step if x > 0 and y > 0 else 0 if (x > 0) == (y > 0) else 4
    steps = [float(a["loudness"]) - float(b["loudness"]), octaves("centroid", 0.1), octaves("pitch", 1 / 24), octaves("decay", 1 / 3)]
    shapes = [[float(v) for v in r["shape"].lstrip("'").split()] for r in (a, b)]
    return math.sqrt((sum(s * s for s in steps) + sum(((x - y) / 3) ** 2 for x, y in zip(*shapes)) / len(shapes[0])) / 5)


def apart(folder):
    """A thousand slow hinges, kept apart, and as they come."""
    for name, distinct in (("near", 0.5), ("near_as_they_come", 0)):
        listed, out = os.path.join(folder, name + ".csv"), os.path.join(folder, name)
        write(listed, "scene,variations,seed,duration,distinct\ndoor-hinge-slow,1000,5,0.4,%g\n" % distinct)
        batch(listed, "-o", out)
        with open(os.path.join(out, "manifest.csv"), newline="") as file:
            rows = [r for r in csv.DictReader(file) if r["job"] != "#end"]
        pairs = [p for p in itertools.combinations(range(len(rows)), 2) if distance(rows[p[0]], rows[p[1]]) < 0.4999]
        near = set(itertools.chain(*pairs))
        say("apart_" + name, len(near), len(rows))


def main():
    with tempfile.TemporaryDirectory() as folder:
        {"speed": speed, "memory": memory, "merge": merge, "kills": kills, "shards": shards, "slurm": slurm,
         "page": page, "apart": apart}[sys.argv[1]](folder)


if __name__ == "__main__":
    main()
