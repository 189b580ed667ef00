"""How the slowest of a hundred answers depends on how many entries there are: `./dev bench --scale`."""

import json
import statistics

import load
import machine

ENTRIES_EACH = 365
SMALL = 300_000
KINDS = ["R1", "W1"]
MUST, AIM = 1.3, 1.1


def measure(server, postmaster, options, prepare):
    """The 99th percentiles at 64 connections with few entries and with many, in ms; any account may be asked for."""
    results = {"commit": machine.commit(), "machine": machine.describe(), "sizes": []}
    present = 0
    for entries in [min(SMALL, options.scale), options.scale]:
        accounts = max(1, entries // ENTRIES_EACH)
        print(f"bench: {accounts:,} accounts with {ENTRIES_EACH} entries each", flush=True)
        tokens, _ = prepare(postmaster, accounts, ENTRIES_EACH, present)
        present = accounts
        figures = {"entries": accounts * ENTRIES_EACH}
        for kind in KINDS:
            # Warms the caches, which the loading has filled with other things.
            load.wrk(kind, server.port, 64, options.seconds, tokens)
            runs = [load.wrk(kind, server.port, 64, options.seconds, tokens) for _ in range(options.rounds)]
            figures[kind] = {
                "p99_ms": statistics.median(run["p99_ms"] for run in runs),
                "requests_per_second": statistics.median(
                    run["requests"] / run["microseconds"] * 1e6 for run in runs),
                "errors": sum(run["errors"] for run in runs),
            }
        results["sizes"].append(figures)
    small, large = results["sizes"]
    results["ratios"] = {kind: large[kind]["p99_ms"] / small[kind]["p99_ms"] for kind in KINDS}
    return results


def keep(results, folder):
    for size in results["sizes"]:
        for kind in KINDS:
            run = size[kind]
            print(f"{size['entries']:>12,} entries  {kind}  p99 {run['p99_ms']:6.2f} ms  "
                  f"{run['requests_per_second']:8,.0f} req/s  {run['errors']} errors")
    for kind, ratio in results["ratios"].items():
        verdict = "aim reached" if ratio <= AIM else "held" if ratio <= MUST else "MISSED"
        print(f"{kind} p99 with many entries ÷ with few: {ratio:.2f}  (must <= {MUST}, aim <= {AIM})  {verdict}")
    path = f"{folder}/scale.json"
    with open(path, "w") as file:
        json.dump(results, file, indent=1)
        file.write("\n")
    print(f"wrote {path}")
