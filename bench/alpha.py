#!/usr/bin/env python3
"""Runs every case here and in the reference in turn and prints a table; started by bench/run.

Each reference runs in a process of its own, so that its peak memory is its own.
"""
import json
import os
import platform
import re
import resource
import statistics
import subprocess
import sys
import time

CASES = [
    # name, file, raters, items, what
    ("10 × 300, ordinal", "10x300", 10, 300, "alpha"),
    ("40 × 400, 20 % missing, ordinal", "40x400", 40, 400, "alpha"),
    ("1,000 replicates by item on 40 × 400", "40x400", 40, 400, "bootstrap"),
    ("10^6 ratings, 1,000 × 100,000", "million", 1000, 100_000, "alpha"),
]
PATHS = ["counts", "matrix", "evalica"]


def reference(path, file, raters, items, what, repeats):
    import numpy as np
    import pandas as pd

    table = pd.read_csv(file)
    rater, item, rating = (table[name].to_numpy() for name in ("rater", "item", "rating"))
    rng = lambda: np.random.default_rng(7)

    def counted():
        counts = np.zeros((items, 5), dtype=np.int64)
        np.add.at(counts, (item - 1, rating - 1), 1)
        return counts

    def spread():
        matrix = np.full((raters, items), np.nan)
        matrix[rater - 1, item - 1] = rating
        return matrix

    if path == "evalica":
        import evalica

        frame = pd.DataFrame(spread())
        if what == "bootstrap":
            work = lambda: evalica.alpha_bootstrap(frame, distance="ordinal", solver="pyo3", n_resamples=1000, random_state=7).low
        else:
            work = lambda: evalica.alpha(frame, distance="ordinal", solver="pyo3").alpha
    else:
        import krippendorff

        ordinal = dict(level_of_measurement="ordinal")
        if path == "counts" and what == "alpha":
            work = lambda: krippendorff.alpha(value_counts=counted(), **ordinal)
        elif path == "counts":
            def work():
                counts, draw = counted(), rng()
                return np.percentile([krippendorff.alpha(value_counts=counts[draw.integers(0, items, items)], **ordinal)
                                      for _ in range(1000)], 2.5)
        elif what == "alpha":
            work = lambda: krippendorff.alpha(reliability_data=spread(), **ordinal)
        else:
            def work():
                matrix, draw = spread(), rng()
                return np.percentile([krippendorff.alpha(reliability_data=matrix[:, draw.integers(0, items, items)],
                                                         value_domain=[1, 2, 3, 4, 5], **ordinal) for _ in range(1000)], 2.5)
    value = float(work())
    wall, cpu = [], []
    for _ in range(repeats):
        started, spent = time.perf_counter(), time.process_time()
        value = float(work())
        wall.append(time.perf_counter() - started)
        cpu.append(time.process_time() - spent)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps(dict(value=[value], wall=wall, cpu=cpu, peak_rss_mb=peak)))


def measured(command):
    done = subprocess.run(command, capture_output=True, text=True)
    return json.loads(done.stdout) if done.returncode == 0 else None


def milliseconds(seconds):
    return f"{seconds * 1e3:.3g} ms" if seconds < 1 else f"{seconds:.3g} s"


def main():
    binary, data, repeats = sys.argv[1], sys.argv[2], max(5, int(sys.argv[3]))
    lines = ["| case | here | counts | matrix | evalica | times counts | times matrix | memory here / matrix |",
             "|---|---|---|---|---|---|---|---|"]
    for name, file, raters, items, what in CASES:
        path = os.path.join(data, file + ".csv")
        # Short work needs more repeats for a steady median.
        many = repeats * (20 if what == "alpha" and file != "million" else 1)
        ours = measured([binary, path, what, str(many)])
        # Where the scheduler accounts too coarsely for so short a time, wall time stands in.
        spent = lambda run: statistics.median(run["cpu"]) or statistics.median(run["wall"])
        theirs = {}
        for way in PATHS:
            if way == "evalica" and file == "million":
                continue
            few = max(5, repeats) if what == "alpha" else 5
            theirs[way] = measured([sys.executable, __file__, "--reference", way, path, str(raters), str(items), what, str(few)])
            print(f"{name}, {way}: done", file=sys.stderr)
        cell = lambda run: milliseconds(spent(run)) if run else "–"
        ratio = lambda run: f"{spent(run) / spent(ours):.0f}" if run else "–"
        if what == "alpha" and theirs["counts"]:
            assert abs(ours["value"][0] - theirs["counts"]["value"][0]) < 1e-9, (ours["value"], theirs["counts"]["value"])
        memory = f"{ours['peak_rss_mb']:.0f} / {theirs['matrix']['peak_rss_mb']:.0f} MB" if theirs["matrix"] else "–"
        lines.append("| " + " | ".join([name, cell(ours), cell(theirs["counts"]), cell(theirs["matrix"]), cell(theirs.get("evalica")),
                                        ratio(theirs["counts"]), ratio(theirs["matrix"]), memory]) + " |")
        print(lines[-1], file=sys.stderr)
    import importlib.metadata as metadata
    versions = ", ".join(f"{name} {metadata.version(name)}" for name in ("krippendorff", "evalica", "numpy"))
    table = "\n".join(lines) + f"\n\nProcessor time, median of {repeats} repeats or more; {versions}; {platform.machine()}, {os.cpu_count()} cores.\n"
    print(table)
    readme = os.path.join(os.path.dirname(os.path.abspath(__file__)), "README.md")
    if not os.path.exists(readme):
        return
    with open(readme) as file:
        text = file.read()
    begin, end = "<!-- alpha: written by bench/run -->", "<!-- alpha: end -->"
    if begin in text and end in text:
        text = re.sub(re.escape(begin) + ".*?" + re.escape(end), lambda _: f"{begin}\n{table}{end}", text, flags=re.S)
        with open(readme, "w") as file:
            file.write(text)


if __name__ == "__main__":
    if sys.argv[1] == "--reference":
        way, path, raters, items, what, repeats = sys.argv[2:]
        reference(way, path, int(raters), int(items), what, int(repeats))
    else:
        main()
