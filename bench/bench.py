"""Measures R0 (`GET /healthz`), R1 (`GET /v1/entries/suggested`) and W1 (`POST /v1/entries`) against pgbench with the
very statements that the server uses. Run by bench/run from the repository's root."""

import argparse
import json
import os
import shutil
import statistics
import subprocess

import idle
import load
import machine
import peer
import report
import scale
import streams
import sync
from server import PROGRAM, Postmaster, Server

WORK = "bench/.work"
PORT = 18080
KINDS = ["R0", "R1", "W1"]
# Measured beside them, at 64 connections only, without a target.
MORE_KINDS = ["R1C", "PUT", "UNDO"]
# The snapshot of a widget, anew and unchanged, of accounts with habits; measured before the rounds change anything.
WIDGET_KINDS = ["WIDGET", "WIDGETC"]
HABIT_ACCOUNTS = 100
# Measured of the peer as well.
PEER_KINDS = ["R1", "W1"]
CONNECTIONS = [32, 64]
PGBENCH_CLIENTS = [8, 16, 32]


def main():
    parser = argparse.ArgumentParser(prog="./dev bench")
    parser.add_argument("--quick", action="store_true", help="1 round of 1 s: only to see that it works")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=6, help="length of each load")
    parser.add_argument(
        "--scale", type=int, metavar="ENTRIES", nargs="?", const=10_000_000,
        help="instead: how much later the latest answers come with so many entries (default 10,000,000) than with 300,000")
    options = parser.parse_args()
    if options.quick:
        options.rounds, options.seconds = 1, 1

    data = os.path.abspath(f"{WORK}/data")
    shutil.rmtree(os.path.realpath(f"{data}/database"), ignore_errors=True)
    shutil.rmtree(data, ignore_errors=True)
    server = Server(
        PORT, f"{WORK}/server.log", "--migrate", "--data", data, "--max-connections", "12000")
    try:
        if options.scale:
            scale.keep(scale.measure(server, Postmaster(data), options, prepare), WORK)
            return
        results = measure(server, Postmaster(data), options)
    finally:
        server.stop()
    report.show(results)
    report.keep(results, writes_history=not options.quick)


def measure(server, postmaster, options):
    accounts, entries = (100, 50) if options.quick else (1000, 365)
    say(f"loading {accounts} accounts with {entries} entries each")
    tokens, scripts = prepare(postmaster, accounts, entries)
    for kind in KINDS:
        load.wrk(kind, server.port, 64, 1, tokens)

    runs = measure_widget(server, postmaster, options, tokens, scripts)
    other = peer.start(PORT + 3, postmaster.url, WORK)
    for number in range(1, options.rounds + 1):
        say(f"round {number} of {options.rounds}")
        for kind in KINDS:
            for clients in PGBENCH_CLIENTS if kind in scripts else []:
                run = load.pgbench(scripts[kind], postmaster.socket_folder, clients, options.seconds)
                runs.append({"round": number, "kind": kind, "pgbench_clients": clients, **run})
            for connections in CONNECTIONS:
                run = measure_load(server, postmaster, kind, connections, options.seconds, tokens)
                runs.append({"round": number, "kind": kind, "connections": connections, **run})
            if other and kind in PEER_KINDS:
                run = measure_load(other, postmaster, kind, 64, options.seconds, tokens)
                runs.append({"round": number, "kind": f"{kind} Go", "connections": 64, **run})
        for kind in MORE_KINDS:
            run = measure_load(server, postmaster, kind, 64, options.seconds, tokens)
            runs.append({"round": number, "kind": kind, "connections": 64, **run})
    if other:
        other.stop()
    say("idle connections")
    loaded = machine.rss_megabytes(server.pid)
    idle_server = Server(
        PORT + 1, f"{WORK}/idle.log", "--database-url", postmaster.url, "--max-connections", "12000")
    try:
        idle_figures = idle.measure(idle_server, 500 if options.quick else 10_000)
    finally:
        idle_server.stop()
    say("sync and streams")
    names = open(tokens).read().split()
    synced = sync.measure(server, postmaster, names, 3 if options.quick else 20)
    beside = sync.beside(
        server, names, tokens, *([1, 1] if options.quick else [5, options.seconds / 2]))
    replica = Server(
        PORT + 1, f"{WORK}/replica.log", "--database-url", postmaster.url, "--max-connections", "12000")
    try:
        opened = streams.measure(server, replica, names, 500 if options.quick else 5_000)
    finally:
        replica.stop()
    alone = sync.beside_pgbench(postmaster, scripts, options.seconds, synced)
    return {
        "sync": {**synced, **beside, **alone}, "streams": opened,
        "commit": machine.commit(), "machine": machine.describe(),
        "rounds": options.rounds, "seconds": options.seconds,
        "accounts": accounts, "entries_each": entries, "runs": runs, "idle": idle_figures,
        "rss_loaded_mb": loaded, "start_ms": start_milliseconds(postmaster),
        "binary_mb": os.path.getsize(PROGRAM) / 1e6,
    }


def measure_widget(server, postmaster, options, tokens, scripts):
    runs = []
    load.wrk("WIDGET", server.port, 64, 1, tokens)
    for number in range(1, options.rounds + 1):
        for clients in PGBENCH_CLIENTS:
            run = load.pgbench(scripts["WIDGET"], postmaster.socket_folder, clients, options.seconds)
            runs.append({"round": number, "kind": "WIDGET", "pgbench_clients": clients, **run})
        for kind in WIDGET_KINDS:
            run = measure_load(server, postmaster, kind, 64, options.seconds, tokens)
            runs.append({"round": number, "kind": kind, "connections": 64, **run})
    return runs


def prepare(postmaster, accounts, entries, present=0):
    """Fills the database, where so many accounts are present; writes the file of tokens and pgbench's scripts."""
    program = [PROGRAM, "bench-load", "--database-url", postmaster.url]
    tokens = f"{WORK}/tokens"
    with open(tokens, "w") as file:
        subprocess.run([*program, "--accounts", str(accounts)], stdout=file, check=True)
    # The program gives an account the digits of its number as its id.
    after = f"00000000-0000-0000-0000-{present:012}"
    load.psql(postmaster.socket_folder, "bench/load.sql", entries=entries, after=after)
    if present == 0:
        load.psql(postmaster.socket_folder, "bench/habits.sql", accounts=HABIT_ACCOUNTS)
        subprocess.run([PROGRAM, "rebuild", "--database-url", postmaster.url], capture_output=True, check=True)
    printed = subprocess.run(
        [PROGRAM, "bench-statements", "--accounts", str(accounts), "--habit-accounts", str(HABIT_ACCOUNTS),
         "--entries", str(entries)], capture_output=True, check=True).stdout
    with open(f"{WORK}/statements.json", "wb") as file:
        file.write(printed)
    scripts = {}
    for kind, text in json.loads(printed).items():
        scripts[kind] = f"{WORK}/{kind}.sql"
        with open(scripts[kind], "w") as file:
            file.write(text)
    return tokens, scripts


def measure_load(server, postmaster, kind, connections, seconds, tokens):
    before = machine.cpu_seconds(server.pid), machine.tree_cpu(postmaster.pid)
    run = load.wrk(kind, server.port, connections, seconds, tokens)
    after = machine.cpu_seconds(server.pid), machine.tree_cpu(postmaster.pid)
    requests = max(1, run["requests"])
    run["requests_per_second"] = run["requests"] / run["microseconds"] * 1e6
    run["server_cpu_us"] = (after[0] - before[0]) / requests * 1e6
    run["postgres_cpu_us"] = machine.spent(before[1], after[1]) / requests * 1e6
    return run


def start_milliseconds(postmaster):
    times = []
    for _ in range(7):
        server = Server(PORT + 2, f"{WORK}/start.log", "--database-url", postmaster.url)
        server.stop()
        times.append(server.start_seconds * 1000)
    return statistics.median(times)


def say(text):
    print(f"bench: {text}", flush=True)


if __name__ == "__main__":
    main()
