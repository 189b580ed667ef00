"""What the runtime must reach, and what it aims for. Each names a figure of the summary."""

# name, figure, comparison, must, aim, unit
TARGETS = [
    ("R0 server CPU", "r0_cpu_us", "<=", 8, 6.5, "µs a request"),
    ("R1 server CPU", "r1_cpu_us", "<=", 14, 10.5, "µs a request"),
    ("R1 req/s ÷ best pgbench, 64 connections", "r1_ratio", ">=", 1.0, 1.25, ""),
    ("W1 req/s ÷ best pgbench, 64 connections", "w1_ratio", ">=", 1.2, 1.6, ""),
    ("R1 p99, 64 connections", "r1_p99_ms", "<=", 3.5, 2.3, "ms"),
    ("W1 p99, 64 connections", "w1_p99_ms", "<=", 5, 3.3, "ms"),
    ("widget's snapshot, server CPU", "widget_cpu_us", "<=", 20, 15, "µs a request"),
    ("widget's snapshot unchanged, server CPU", "widget_304_cpu_us", "<=", 14, 10.5, "µs a request"),
    ("10,000 idle connections, RSS", "idle_rss_mb", "<=", 40, 20, "MB"),
    ("start to first 200, database up", "start_ms", "<=", 50, 25, "ms"),
    ("stripped static binary", "binary_mb", "<=", 16, 8, "MB"),
    ("R1 server CPU ÷ the Go peer's", "r1_peer_cpu", "<=", 1 / 3, 1 / 5, ""),
    ("R1 req/s ÷ the Go peer's", "r1_peer_rps", ">=", 2, 2.5, ""),
    ("the peer's R1 req/s ÷ best pgbench (it must be a fair one)", "peer_fairness", ">=", 0.3, 0.5, ""),
    ("push of 500 operations, answered with its changes", "push_ms", "<=", 60, 40, "ms"),
    ("pull of 500 changes", "pull_ms", "<=", 25, 15, "ms"),
    ("W1 p99 of others beside pushes of 500 ÷ without", "beside_push", "<=", 1.5, 1.2, ""),
    ("5,000 open streams, RSS", "streams_rss_mb", "<=", 60, 45, "MB"),
    ("a change reaches its stream, p99, also from another replica", "streams_p99_ms", "<=", 50, 20, "ms"),
    ("errors in all rounds", "errors", "<=", 0, 0, ""),
]


# What an R1 cost the Go peer on the machine where the targets were set. The peer is the same program on the same tables, so
# what it costs says how fast a machine is, whatever was done to Kiroku. On one where that is twice as much, targets in
# microseconds and milliseconds can't be met by a program that meets them there; so both are shown. A faster machine is
# not held against the program.
PEER_REFERENCE_US = 62


def slowness(peer_r1_cpu_us):
    """How many times longer than there everything takes here; 1 when it does not, or where there is no peer."""
    return max(1.0, peer_r1_cpu_us / PEER_REFERENCE_US) if peer_r1_cpu_us else 1.0


def judge(figures, slowness):
    """Each target with its figure: held, and whether the aim is reached as well; and whether it would be held where times
    are `slowness` times shorter, as on the machine of the targets."""
    judged = []
    for name, figure, comparison, must, aim, unit in TARGETS:
        value = figures.get(figure)
        if value is None:  # no peer on this machine
            continue

        is_time = unit.startswith(("µs", "ms"))
        at_reference = value / slowness if is_time else value

        def within(limit, value=value):
            return value <= limit if comparison == "<=" else value >= limit

        judged.append({
            "name": name, "value": round(value, 3), "unit": unit,
            "at_reference": round(at_reference, 3), "held_at_reference": within(must, at_reference),
            "must": f"{comparison} {must:.3g}", "aim": f"{comparison} {aim:.3g}",
            "held": within(must), "aim_reached": within(aim),
        })
    return judged
