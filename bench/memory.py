"""Runs a command and says how much memory it took.

    python3 bench/memory.py target/release/rejudge import bench/data/compact.csv --out bench/data/compact

Private memory is what the program asked for; pages of the program itself, which the kernel maps from its file and shares with the
page cache, are counted apart. The kernel keeps no maximum of private memory, so it is read every few milliseconds.
"""

import resource
import subprocess
import sys
import time


def private(pid):
    with open(f"/proc/{pid}/status") as status:
        lines = dict(line.split(":", 1) for line in status)
    return int(lines["RssAnon"].split()[0]) if "RssAnon" in lines else 0


running = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
most = 0
while running.poll() is None:
    most = max(most, private(running.pid))
    time.sleep(0.003)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(f"private {most / 1000:.1f} MB, with the program {used.ru_maxrss / 1000:.1f} MB, processor {used.ru_utime + used.ru_stime:.1f} s")
sys.exit(running.returncode)
