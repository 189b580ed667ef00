"""Load generators: wrk against the server, pgbench against PostgreSQL alone. Each returns plain figures."""

import glob
import json
import os
import re
import subprocess
import time

FOLDER = os.path.dirname(os.path.abspath(__file__))


def wrk(kind, port, connections, seconds, tokens):
    """One round: {"requests", "microseconds", "p50_ms", "p99_ms", "max_ms", "errors"}."""
    command = [
        "wrk", "-t2", f"-c{connections}", f"-d{round(seconds)}s", "-s", f"{FOLDER}/request.lua",
        f"http://127.0.0.1:{port}/", "--", kind, tokens,
    ]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    for line in output.splitlines():
        if line.startswith("RESULT "):
            return json.loads(line[len("RESULT "):])
    raise SystemExit(f"bench: wrk gave no result:\n{output}")


def find(program):
    """A program of PostgreSQL's, which Debian keeps out of PATH."""
    found = glob.glob(f"/usr/lib/postgresql/*/bin/{program}")
    return found[-1] if found else program


def psql(socket_folder, script, **variables):
    settings = [word for name, value in variables.items() for word in ("-v", f"{name}={value}")]
    subprocess.run(
        [find("psql"), "-X", "-q", "-v", "ON_ERROR_STOP=1", *settings, "-f", script,
         "-h", socket_folder, "-U", "kiroku", "kiroku"], check=True)


def pgbench(script, socket_folder, clients, seconds):
    """One round: transactions a second, and those that failed."""
    environment = dict(os.environ, PGOPTIONS="-c plan_cache_mode=force_generic_plan")
    command = [
        find("pgbench"), "-n", "-M", "prepared", "-c", str(clients), "-j", "2", "-T", str(seconds),
        "-D", f"start={time.time_ns() // 1000}", "-D", "turn=0", "-f", script,
        "-h", socket_folder, "-U", "kiroku", "kiroku",
    ]
    run = subprocess.run(command, capture_output=True, text=True, env=environment)
    rate = re.search(r"^tps = ([0-9.]+)", run.stdout, re.MULTILINE)
    if run.returncode != 0 or not rate:
        raise SystemExit(f"bench: pgbench failed:\n{run.stdout}{run.stderr}")
    failed = re.search(r"failed transactions: (\d+)", run.stdout)
    return {"tps": float(rate.group(1)), "failed": int(failed.group(1)) if failed else 0}
