"""Measures the measures: `python3 bench/measures.py [--program PATH] [--people N]`, from the repository's root.

A million events: how long each measure takes, and the owner's page of all of them; and how many events a second `POST /v1/events` takes, beside COPY of the
same rows into the same table. Prints JSON."""

import argparse
import concurrent.futures
import http.client
import json
import os
import shutil
import statistics
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import server as servers
from server import Postmaster, Server

WORK = os.path.abspath("bench/.work/measures")
PORT = 18090
# Of one request; the API takes no more.
BATCH = 500
CONNECTIONS = 4
MEASURES = [
    "funnel", "funnel?donated=true&count=days&undone=exclude&windowDays=28", "sources?bucket=day&from=2025-11-01",
    "sources?bucket=week&from=2025-10-01", "sources?bucket=month&from=2025-10-01", "retention?weeks=12",
    "donations?from=2025-11-01",
]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", default="bench/.work/kiroku")
    parser.add_argument("--people", type=int, default=10_000)
    options = parser.parse_args()
    servers.PROGRAM = os.path.abspath(options.program)
    data = f"{WORK}/data"
    shutil.rmtree(os.path.realpath(f"{data}/database"), ignore_errors=True)
    shutil.rmtree(WORK, ignore_errors=True)
    os.makedirs(WORK)
    server = Server(PORT, f"{WORK}/server.log", "--migrate", "--data", data)
    try:
        print(json.dumps(measure(options, Postmaster(data), server, data), indent=2))
    finally:
        server.stop()


def measure(options, postmaster, server, data):
    psql(postmaster, "-v", f"people={options.people}", "-f", "bench/measures.sql")
    results = {"people": options.people, "ingest": ingest(postmaster, server, data)}
    query(postmaster, 
        "insert into events select occurred_at, received_at, month, local_day, account_id, event_id, client_id, "
        "session_id, op_id, foreground, name, time_zone, source, intent, properties from told on conflict do nothing")
    token = create(data, "token", "create", "--scope", "analytics")["secret"]
    start = time.perf_counter()
    analytics = {"Authorization": f"Bearer {token}"}
    while json.loads(get("/v1/measures/retention", analytics)[0])["waitingAccounts"] > 0:
        pass
    results["firstCountSeconds"] = round(time.perf_counter() - start, 1)
    query(postmaster, "vacuum (analyze) events, event_days, event_day_totals, measured_accounts")
    results["rollUpRows"] = int(query(postmaster, "select count(*) from event_days"))
    results["totals"] = int(query(postmaster, "select count(*) from event_day_totals"))
    results["measures"] = {
        path: timed(postmaster, server, lambda: get(f"/v1/measures/{path}", analytics))
        for path in MEASURES}
    cookie = sign_in(token)
    results["dashboard"] = {
        path: timed(postmaster, server, lambda: get(path, {"Cookie": cookie}))
        for path in ["/dashboard", "/dashboard?period=all&bucket=day"]}
    return results


def timed(postmaster, server, ask):
    ask()
    before = cpu_seconds(postmaster, server)
    times = [ask()[1] for _ in range(11)]
    cpu = (cpu_seconds(postmaster, server) - before) / len(times)
    return {
        "medianMs": round(statistics.median(times)), "leastMs": round(min(times)), "cpuMs": round(cpu * 1000)}


def sign_in(token):
    """The cookie of a browser's session."""
    connection = http.client.HTTPConnection("127.0.0.1", PORT)
    connection.request(
        "POST", "/dashboard", f"token={token}",
        {"Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"})
    answer = connection.getresponse()
    if answer.status != 303:
        raise SystemExit(f"the dashboard: {answer.status} {answer.read()[:500]}")
    return answer.getheader("Set-Cookie").split(";")[0]


def cpu_seconds(postmaster, server):
    """Of the server and of all of PostgreSQL's processes, those that have ended too: what a busy machine leaves as it
    is."""
    total = 0
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{process}/stat") as file:
                fields = file.read().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(process) in (postmaster.pid, server.pid) or int(fields[1]) == postmaster.pid:
            # utime, stime, and of children that were waited for.
            total += sum(int(field) for field in fields[11:15])
    return total / os.sysconf("SC_CLK_TCK")


def ingest(postmaster, server, data):
    """Events a second by HTTP and by COPY: the same rows, into the same empty table."""
    count = int(query(postmaster, "select count(*) from told where n <= 2000"))
    columns = ("occurred_at, received_at, month, local_day, account_id, event_id, client_id, session_id, op_id, "
               "foreground, name, time_zone, source, intent, properties")
    file = f"{WORK}/told"
    query(postmaster, f"\\copy (select {columns} from told where n <= 2000 order by event_id) to {file}")
    copies = []
    before = cpu_seconds(postmaster, server)
    for _ in range(3):
        start = time.perf_counter()
        query(postmaster, f"\\copy events ({columns}) from {file}")
        copies.append(time.perf_counter() - start)
        query(postmaster, "truncate events")
    copy_cpu = (cpu_seconds(postmaster, server) - before) / len(copies)
    accounts = [create(data, "account", "create") for _ in range(CONNECTIONS)]
    tokens = [next(t["secret"] for t in a["tokens"] if t["scope"] == "app") for a in accounts]
    lines = query(postmaster, 
        "select json_build_object('id', event_id, 'name', name, 'occurredAt', to_char(occurred_at at time zone 'UTC', "
        "'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"'), 'timeZone', time_zone, 'source', source, 'intent', intent, 'foreground', "
        "foreground, 'properties', properties) from told where n <= 2000 order by event_id").splitlines()
    bodies = [
        ('{"events":[' + ",".join(lines[i:i + BATCH]) + "]}").encode() for i in range(0, len(lines), BATCH)]
    before = cpu_seconds(postmaster, server)
    start = time.perf_counter()
    with concurrent.futures.ThreadPoolExecutor(CONNECTIONS) as pool:
        list(pool.map(send, tokens, [bodies[i::CONNECTIONS] for i in range(CONNECTIONS)]))
    seconds = time.perf_counter() - start
    cpu = cpu_seconds(postmaster, server) - before
    stored = int(query(postmaster, "select count(*) from events"))
    if stored != count:
        raise SystemExit(f"{stored} of {count} events are stored")
    copy = statistics.median(copies)
    query(postmaster, "truncate events")
    return {
        "events": count, "eventsASecond": round(count / seconds), "copyRowsASecond": round(count / copy),
        "ofCopy": round(copy / seconds, 2), "cpuMicroseconds": round(cpu / count * 1e6, 1),
        "copyCPUMicroseconds": round(copy_cpu / count * 1e6, 1), "ofCopyByCPU": round(copy_cpu / cpu, 2)}


def send(token, bodies):
    connection = http.client.HTTPConnection("127.0.0.1", PORT)
    for body in bodies:
        connection.request(
            "POST", "/v1/events", body,
            {"Authorization": f"Bearer {token}", "Content-Type": "application/json"})
        answer = connection.getresponse()
        text = answer.read()
        if answer.status != 200:
            raise SystemExit(f"{answer.status}: {text[:500]}")


def get(path, headers):
    """The answer's bytes, and the milliseconds that it took."""
    connection = http.client.HTTPConnection("127.0.0.1", PORT)
    connection.connect()
    start = time.perf_counter()
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    body = answer.read()
    milliseconds = (time.perf_counter() - start) * 1000
    if answer.status != 200:
        raise SystemExit(f"{path}: {answer.status} {body[:500]}")
    return body, milliseconds


def query(postmaster, text):
    return psql(postmaster, "-c", text).strip()


def psql(postmaster, *arguments):
    command = ["psql", "-qXAt", "-v", "ON_ERROR_STOP=1", *arguments, postmaster.url]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def create(data, *arguments):
    command = [servers.PROGRAM, *arguments, "--data", data]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


if __name__ == "__main__":
    main()
