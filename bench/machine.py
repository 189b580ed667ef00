"""What the kernel tells of processes and of the machine (proc(5))."""

import os
import subprocess


def _read(path):
    with open(path) as file:
        return file.read()


def cpu_seconds(pid):
    """Processor time of a process with all its threads, to the nanosecond."""
    total = 0
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            total += int(_read(f"/proc/{pid}/task/{task}/schedstat").split()[0])
    except FileNotFoundError:
        pass
    return total / 1e9


def children(pid):
    return [int(child) for child in _read(f"/proc/{pid}/task/{pid}/children").split()]


def tree_cpu(pid):
    """Processor time of a process and each of its living children: PostgreSQL with its backends."""
    return {process: cpu_seconds(process) for process in [pid, *children(pid)]}


def spent(before, after):
    """What the processes that are still there have spent between two answers of `tree_cpu`."""
    return sum(seconds - before.get(process, 0) for process, seconds in after.items())


def rss_megabytes(pid):
    for line in _read(f"/proc/{pid}/status").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0


def describe():
    model = "unknown processor"
    for line in _read("/proc/cpuinfo").splitlines():
        if line.startswith("model name"):
            model = line.split(":", 1)[1].strip()
            break
    memory = int(_read("/proc/meminfo").split()[1]) // (1024 * 1024)
    return f"{os.cpu_count()} × {model}, {memory} GB, Linux {os.uname().release.split('-')[0]}"


def commit():
    def git(*words):
        return subprocess.run(["git", *words], capture_output=True, text=True).stdout.strip()

    changed = git("status", "--porcelain", "--untracked-files=no", "--", "Sources", "Package.swift")
    return (git("rev-parse", "--short", "HEAD") or "none") + ("+changes" if changed else "")
