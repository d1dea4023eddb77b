#!/usr/bin/env python3
"""Bradley-Terry on 10^6 votes between 100 systems here and in evalica and choix, in one go.

usage: bt.py BENCH_BT FOLDER REPEATS   (BENCH_BT: target/release/examples/bench_bt)

Timed is from votes in memory to strengths. Here the votes are codes and the covariance is included; evalica takes
lists of names, choix a matrix of wins that is counted in the timed part; neither gives a covariance. Processor time,
medians."""
import json
import resource
import statistics
import subprocess
import sys
import time

from importlib.metadata import version

import choix
import evalica
import models
import numpy as np

program, folder, repeats = sys.argv[1], sys.argv[2], int(sys.argv[3])
systems, count = 100, 1_000_000
rng = np.random.default_rng(11)
strength = rng.normal(0, 0.7, systems)
first = rng.integers(0, systems, count)
second = (first + rng.integers(1, systems, count)) % systems
eta = strength[first] - strength[second]
weights = np.stack([np.exp(eta / 2), np.exp(-eta / 2), np.full(count, 0.4)])
choice = (rng.random(count) * weights.sum(0) > np.cumsum(weights, 0)[:2]).sum(0)
path = f"{folder}/votes.bin"
np.stack([first, second, choice], 1).astype("<u4").tofile(path)

ours = json.loads(subprocess.run([program, path, str(systems), str(repeats)], check=True, capture_output=True).stdout)


def median(work):
    seconds = []
    for _ in range(repeats):
        start = time.process_time()
        result = work()
        seconds.append(time.process_time() - start)
    return statistics.median(seconds), result


xs, ys = [f"s{i}" for i in first], [f"s{i}" for i in second]
winners = [[evalica.Winner.X, evalica.Winner.Y, evalica.Winner.Draw][c] for c in choice]


def wins():
    matrix = np.zeros((systems, systems))
    np.add.at(matrix, (first[choice == 0], second[choice == 0]), 1)
    np.add.at(matrix, (second[choice == 1], first[choice == 1]), 1)
    half = choice == 2
    np.add.at(matrix, (first[half], second[half]), 0.5)
    np.add.at(matrix, (second[half], first[half]), 0.5)
    return choix.ilsr_pairwise_dense(matrix, alpha=0.0)


def centred(x):
    x = np.asarray(x, float)
    return x - x.mean()


half, davidson = (statistics.median(ours[name]["cpu"]) for name in ("half", "davidson"))
evalica_bt, result = median(lambda: evalica.bradley_terry(xs, ys, winners))
evalica_newman, _ = median(lambda: evalica.newman(xs, ys, winners))
choix_dense, dense = median(wins)
same = np.abs(centred(dense) - centred(ours["half"]["strength"])).max()
lines = models.head("", "seconds", "times ours")
for name, seconds, base in [("here, ties as half wins", half, half), ("evalica bradley_terry", evalica_bt, half),
                            ("choix ilsr_pairwise_dense, counting included", choix_dense, half),
                            ("here, Davidson's ties", davidson, davidson), ("evalica newman", evalica_newman, davidson)]:
    lines.append(models.row(name, f"{seconds:.4f}", f"{seconds / base:.0f}"))
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
models.write("bt", lines + ["", f"Largest difference from choix {same:.1e}; processor seconds, medians of {repeats}; peak memory "
                            f"{ours['peak_rss_mb']:.0f} MB here, {memory:.0f} MB in Python with all three; evalica {evalica.__version__}, "
                            f"choix {version('choix')}, numpy {np.__version__}."])
