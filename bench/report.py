"""Makes figures of the rounds, prints them, and keeps them."""

import datetime
import json
import os
import statistics

from targets import PEER_REFERENCE_US, judge, slowness


def summarize(results):
    """The figures that targets name: medians over the rounds."""
    runs = results["runs"]

    def median(kind, connections, figure):
        values = [run[figure] for run in runs
                  if run["kind"] == kind and run.get("connections") == connections]
        return statistics.median(values)

    def ratio(kind):
        """Of each round, against the best of its pgbench rounds."""
        ratios = []
        for number in range(1, results["rounds"] + 1):
            of_round = [run for run in runs if run["round"] == number and run["kind"] == kind]
            best = max(run["tps"] for run in of_round if "tps" in run)
            own = next(run for run in of_round if run.get("connections") == 64)
            ratios.append(own["requests_per_second"] / best)
        return statistics.median(ratios)

    figures = {
        "r0_cpu_us": median("R0", 64, "server_cpu_us"),
        "r1_cpu_us": median("R1", 64, "server_cpu_us"),
        "w1_cpu_us": median("W1", 64, "server_cpu_us"),
        "widget_cpu_us": median("WIDGET", 64, "server_cpu_us"),
        "widget_304_cpu_us": median("WIDGETC", 64, "server_cpu_us"),
        "widget_ratio": ratio("WIDGET"),
        "r0_rps": median("R0", 64, "requests_per_second"),
        "r1_rps": median("R1", 64, "requests_per_second"),
        "w1_rps": median("W1", 64, "requests_per_second"),
        "r1_ratio": ratio("R1"),
        "w1_ratio": ratio("W1"),
        "r1_p99_ms": median("R1", 64, "p99_ms"),
        "w1_p99_ms": median("W1", 64, "p99_ms"),
        "idle_rss_mb": results["idle"]["rss_mb"],
        "start_ms": results["start_ms"],
        "binary_mb": results["binary_mb"],
        "rss_loaded_mb": results["rss_loaded_mb"],
        "errors": sum(run.get("errors", 0) + run.get("failed", 0) for run in runs
                      if not run["kind"].endswith(" Go")),
    }
    figures |= {
        "push_ms": max(results["sync"]["push_entries_ms"], results["sync"]["push_days_ms"]),
        "pull_ms": max(results["sync"]["pull_entries_ms"], results["sync"]["pull_days_ms"]),
        "beside_push": results["sync"]["w1_p99_beside"],
        "streams_rss_mb": results["streams"]["rss_mb"],
        "streams_p99_ms": max(results["streams"]["own_p99_ms"], results["streams"]["other_p99_ms"]),
    }
    if any(run["kind"] == "R1 Go" for run in runs):
        figures |= {
            "peer_r1_cpu_us": median("R1 Go", 64, "server_cpu_us"),
            "r1_peer_cpu": median("R1", 64, "server_cpu_us") / median("R1 Go", 64, "server_cpu_us"),
            "r1_peer_rps": median("R1", 64, "requests_per_second") / median("R1 Go", 64, "requests_per_second"),
            "peer_fairness": median("R1 Go", 64, "requests_per_second") / max(
                run["tps"] for run in runs if run["kind"] == "R1" and "tps" in run),
        }
    return figures


def table(results):
    """Rows of the medians: one a kind and number of connections, and pgbench's."""
    runs = results["runs"]
    rows = [("load", "req/s", "p50 ms", "p99 ms", "server µs", "postgres µs", "errors")]
    for kind in dict.fromkeys(run["kind"] for run in runs):
        for clients in sorted({run["pgbench_clients"] for run in runs
                               if run["kind"] == kind and "pgbench_clients" in run}):
            rates = [run["tps"] for run in runs
                     if run["kind"] == kind and run.get("pgbench_clients") == clients]
            rows.append((f"{kind} pgbench -c {clients}", f"{statistics.median(rates):,.0f}",
                         "", "", "", "", ""))
        for connections in sorted({run["connections"] for run in runs
                                   if run["kind"] == kind and "connections" in run}):
            own = [run for run in runs
                   if run["kind"] == kind and run.get("connections") == connections]

            def median(figure):
                return statistics.median(run[figure] for run in own)

            rows.append((
                f"{kind} {connections} connections", f"{median('requests_per_second'):,.0f}",
                f"{median('p50_ms'):.2f}", f"{median('p99_ms'):.2f}",
                f"{median('server_cpu_us'):.1f}", f"{median('postgres_cpu_us'):.1f}",
                str(sum(run["errors"] for run in own))))
    return rows


def sync_table(sync):
    """A row a push of 500 operations and a pull of 500 changes, beside PostgreSQL alone with the statements of the entries'."""
    rows = [("one at a time", "ms", "longest", "server ms", "postgres ms", "pgbench ms", "÷ pgbench")]
    for name in ["push_entries", "push_days", "pull_entries", "pull_days"]:
        cells = [sync.get(f"{name}_{figure}") for figure in ["ms", "max_ms", "server_cpu_ms", "postgres_cpu_ms"]]
        kind, of = name.split("_")
        beside = [sync[f"{kind}_pgbench_ms"], sync[f"{kind}_ratio"]] if of == "entries" else [None, None]
        rows.append((f"{kind} of 500 {of}", *("" if cell is None else f"{cell:.2f}" for cell in cells + beside)))
    return rows


def show(results):
    results["figures"] = summarize(results)
    slower = slowness(results["figures"].get("peer_r1_cpu_us"))
    results["slowness"] = round(slower, 3)
    results["targets"] = judge(results["figures"], slower)
    results["musts_missed"] = [row["name"] for row in results["targets"] if not row["held"]]
    results["musts_missed_at_reference"] = [
        row["name"] for row in results["targets"] if not row["held_at_reference"]]
    print_rows(table(results))
    print()
    print_rows(sync_table(results["sync"]))
    print()
    rows = [("target", "measured", "at reference", "must", "aim", "", "at reference")]
    for row in results["targets"]:
        verdict = "aim reached" if row["aim_reached"] else "held" if row["held"] else "MISSED"
        value = f"{row['value']:g} {row['unit']}".strip()
        rows.append((row["name"], value, f"{row['at_reference']:g}", row["must"], row["aim"], verdict,
                     "held" if row["held_at_reference"] else "MISSED"))
    print_rows(rows)
    beside = results["idle"]
    print(f"\nbeside idle connections: p99 {beside['beside_p99_ms']:.2f} ms, "
          f"without them {beside['usual_p99_ms']:.2f} ms; RSS under load "
          f"{results['rss_loaded_mb']:.0f} MB")
    if "peer_r1_cpu_us" in results["figures"]:
        print(f"yardstick: an R1 costs the Go peer {results['figures']['peer_r1_cpu_us']:.1f} µs, and {PEER_REFERENCE_US} on the "
              f"machine of the targets: times are {slower:.2f} times longer here")
    print(f"musts missed: {', '.join(results['musts_missed']) or 'none'}")
    print(f"musts missed at the reference's speed: {', '.join(results['musts_missed_at_reference']) or 'none'}")


def print_rows(rows):
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        cells = [cell.ljust(width) if column == 0 else cell.rjust(width)
                 for column, (cell, width) in enumerate(zip(row, widths))]
        print("  ".join(cells).rstrip())


HEADER = """# Benchmarks over time

One line a run of `./dev bench`: medians over its rounds at 64 connections, with the request log written to a file.
Ratios are against the best of pgbench's runs with the same statements in the same round. Compare lines of one machine only.
"slower" is what an R1 costs the Go peer's processor, divided by the 62 µs of the machine on which the targets were set, and at
least 1; lines without it are from before that was looked at.

| date | commit | machine | R0 µs | R1 req/s | R1 µs | R1 p99 ms | R1 ratio | W1 req/s | W1 µs | W1 p99 ms | W1 ratio | idle MB | start ms | binary MB | musts missed | slower | missed at the reference's speed |
|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|
"""


def keep(results, writes_history):
    results["date"] = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC")
    path = "bench/results.json" if writes_history else "bench/.work/results.json"
    with open(path, "w") as file:
        json.dump(results, file, indent=1, ensure_ascii=False)
        file.write("\n")
    print(f"wrote {path}")
    if not writes_history:
        return
    figures = results["figures"]
    cells = [results["date"], results["commit"], results["machine"]]
    cells += [f"{figures[name]:.1f}" for name in ("r0_cpu_us",)]
    for kind in ("r1", "w1"):
        cells += [f"{figures[kind + '_rps']:,.0f}", f"{figures[kind + '_cpu_us']:.1f}",
                  f"{figures[kind + '_p99_ms']:.2f}", f"{figures[kind + '_ratio']:.2f}"]
    cells += [f"{figures['idle_rss_mb']:.0f}", f"{figures['start_ms']:.0f}",
              f"{figures['binary_mb']:.1f}", ", ".join(results["musts_missed"]) or "none",
              f"{results['slowness']:.2f}", ", ".join(results["musts_missed_at_reference"]) or "none"]
    if not os.path.exists("bench/RESULTS.md"):
        with open("bench/RESULTS.md", "w") as file:
            file.write(HEADER)
    with open("bench/RESULTS.md", "a") as file:
        file.write("| " + " | ".join(cells) + " |\n")
