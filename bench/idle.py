"""Many connections that have been used once and then lie idle."""

import socket
import time

import machine
from server import get_status

REQUEST = b"GET /healthz HTTP/1.1\r\nHost: bench\r\n\r\n"


def measure(server, count):
    """The server's memory with `count` idle keep-alive connections, and how it answers one more."""
    before = machine.rss_megabytes(server.pid)
    usual = latencies(server.port)
    connections = []
    try:
        for _ in range(count):
            connection = socket.create_connection(("127.0.0.1", server.port), timeout=10)
            connections.append(connection)
            connection.sendall(REQUEST)
            if b" 200 " not in connection.recv(4096)[:16]:
                raise SystemExit("bench: an idle connection's first request was refused")
        time.sleep(1.5)
        return {
            "connections": count,
            "rss_before_mb": before,
            "rss_mb": machine.rss_megabytes(server.pid),
            "usual_p99_ms": usual,
            "beside_p99_ms": latencies(server.port),
        }
    finally:
        for connection in connections:
            connection.close()


def latencies(port, count=500):
    """The 99th percentile of `count` requests, each over a connection of its own, in ms."""
    times = []
    for _ in range(count):
        start = time.perf_counter()
        if get_status(port, "/healthz") != 200:
            raise SystemExit("bench: a request beside the idle connections failed")
        times.append((time.perf_counter() - start) * 1000)
    return sorted(times)[count * 99 // 100]
