"""Sync: pushes and pulls of 500, and what a big push does to everybody else."""

import http.client
import json
import os
import statistics
import threading
import time
import uuid

import load
import machine

SIZE = 500


class Device:
    def __init__(self, port, token):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.headers = {"Authorization": "Bearer " + token, "Content-Type": "application/json"}

    def request(self, method, path, body=None):
        """The answer, and the milliseconds that it took."""
        start = time.perf_counter()
        self.connection.request(method, path, body, self.headers)
        answer = self.connection.getresponse()
        content = answer.read()
        milliseconds = (time.perf_counter() - start) * 1000
        if answer.status >= 300:
            raise SystemExit(f"bench: {path} was answered {answer.status}: {content[:300]}")
        return json.loads(content), milliseconds

    def push(self, cursor, operations):
        body = json.dumps({"cursor": cursor, "ops": operations})
        return self.request("POST", "/v1/sync", body)

    def cursor(self):
        """Where the feed stands now."""
        cursor = None
        while True:
            page, _ = self.request(
                "GET", "/v1/changes" + (f"?cursor={cursor}" if cursor else ""))
            cursor = page["cursor"]
            if not page["hasMore"]:
                return cursor


def entries():
    return [{"opId": str(uuid.uuid4()), "kind": "put", "fields": {"weightKg": 60 + number % 30},
             "record": {"type": "entry", "id": str(uuid.uuid4())}} for number in range(SIZE)]


def days(habit, turn):
    """A year of one habit and some of the days again, as a phone that was long offline has them."""
    start = 1_700_000_000
    return [{"opId": str(uuid.uuid4()), "kind": "set", "fields": {"done": (number + turn) % 2 > 0},
             "record": {"type": "day", "id": f"{habit}/" + time.strftime(
                 "%Y-%m-%d", time.gmtime(start + 86_400 * (number % 365)))}}
            for number in range(SIZE)]


def measure(server, postmaster, tokens, rounds=10):
    """Milliseconds of pushes of 500 operations (answered with the 500 changes), and of pulls of 500 changes."""
    device = Device(server.port, tokens[0])
    habit = str(uuid.uuid4())
    device.push(None, [{"opId": str(uuid.uuid4()), "kind": "put",
                        "record": {"type": "habit", "id": habit},
                        "fields": {"name": "Stretch", "kind": "check"}}])
    figures = {}
    for name, make in [("entries", lambda turn: entries()), ("days", lambda turn: days(habit, turn))]:
        pushes, pulls, cpu, postgres = [], [], [], []
        for turn in range(rounds):
            cursor = device.cursor()
            before = machine.cpu_seconds(server.pid), machine.tree_cpu(postmaster.pid)
            answer, milliseconds = device.push(cursor, make(turn))
            cpu.append((machine.cpu_seconds(server.pid) - before[0]) * 1000)
            postgres.append(machine.spent(before[1], machine.tree_cpu(postmaster.pid)) * 1000)
            rejected = [result for result in answer["results"] if result["outcome"] == "rejected"]
            if rejected:
                raise SystemExit(f"bench: rejected: {rejected[0]}")
            pushes.append(milliseconds)
            page, milliseconds = device.request("GET", f"/v1/changes?cursor={cursor}&limit={SIZE}")
            if len(page["changes"]) < SIZE * 0.7:
                raise SystemExit("bench: a pull was too small")
            pulls.append(milliseconds)
        figures[f"push_{name}_ms"] = statistics.median(pushes)
        figures[f"push_{name}_max_ms"] = max(pushes)
        figures[f"push_{name}_server_cpu_ms"] = statistics.median(cpu)
        figures[f"push_{name}_postgres_cpu_ms"] = statistics.median(postgres)
        figures[f"pull_{name}_ms"] = statistics.median(pulls)
        figures[f"pull_{name}_max_ms"] = max(pulls)
    return figures


def beside_pgbench(postmaster, scripts, seconds, figures):
    """How long PostgreSQL alone takes for the statements of a push and of a pull, one at a time."""
    pgbench = {}
    for kind in ["PUSH", "PULL"]:
        run = load.pgbench(scripts[kind], postmaster.socket_folder, 1, seconds)
        if run["failed"]:
            raise SystemExit(f"bench: pgbench's {kind} failed")
        pgbench[f"{kind.lower()}_pgbench_ms"] = 1000 / run["tps"]
    return {
        **pgbench,
        "push_ratio": figures["push_entries_ms"] / pgbench["push_pgbench_ms"],
        "pull_ratio": figures["pull_entries_ms"] / pgbench["pull_pgbench_ms"],
    }


def beside(server, tokens, tokens_file, rounds=5, seconds=3):
    """W1's p99 at 64 connections, of accounts other than the one that pushes 500 operations again and again, and without
    that; in turn, since a machine is not the same for a minute."""
    others = tokens_file + ".others"
    with open(others, "w") as file:
        file.write("\n".join(tokens[1:]) + "\n")
    alone, pressed, counts = [], [], []
    try:
        for _ in range(rounds):
            alone.append(load.wrk("W1", server.port, 64, seconds, others)["p99_ms"])
            is_over, has_begun = threading.Event(), threading.Event()
            device = Device(server.port, tokens[0])

            def push(cursor):
                while not is_over.is_set():
                    answer, _ = device.push(cursor, entries())
                    cursor = answer["cursor"]
                    counts.append(1)
                    has_begun.set()

            # What the device has missed it pulls before: only pushes are meant here.
            thread = threading.Thread(target=push, args=[device.cursor()])
            thread.start()
            has_begun.wait(10)
            pressed.append(load.wrk("W1", server.port, 64, seconds, others)["p99_ms"])
            is_over.set()
            thread.join()
    finally:
        os.remove(others)
    return {
        "w1_p99_alone_ms": statistics.median(alone), "w1_p99_beside_ms": statistics.median(pressed),
        "w1_p99_beside": statistics.median(pressed) / statistics.median(alone),
        "w1_p99_rounds_ms": list(zip(alone, pressed)), "pushes_meanwhile": len(counts),
    }
