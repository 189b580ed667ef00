"""Many open streams of changes: what they cost, and how soon a change reaches its own."""

import http.client
import json
import random
import select
import socket
import time

import machine

STREAMS_OF_AN_ACCOUNT = 5


class Streams:
    """Open streams of some accounts, on one server."""

    def __init__(self, port, tokens, count):
        self.epoll = select.epoll()
        self.sockets = {}
        self.of_token = {}
        opened = []
        for number in range(count):
            token = tokens[number // STREAMS_OF_AN_ACCOUNT]
            stream = socket.create_connection(("127.0.0.1", port), timeout=10)
            stream.sendall(
                b"GET /v1/changes/stream HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer "
                + token.encode() + b"\r\n\r\n")
            self.sockets[stream.fileno()] = stream
            self.of_token.setdefault(token, set()).add(stream.fileno())
            opened.append(stream)
            if len(opened) == 200 or number == count - 1:
                for stream in opened:
                    self.await_start(stream)
                opened = []

    def await_start(self, stream):
        answer = b""
        while b"\nid: " not in answer:
            piece = stream.recv(4096)
            if not piece or b" 200 " not in (answer + piece)[:16]:
                raise SystemExit(f"bench: a stream was refused: {answer + piece}")
            answer += piece
        stream.setblocking(False)
        self.epoll.register(stream.fileno(), select.EPOLLIN)

    def wait_for_change(self, token, deadline):
        """The time at which each of the account's streams was told."""
        waiting, told = set(self.of_token[token]), []
        while waiting and time.perf_counter() < deadline:
            for descriptor, _ in self.epoll.poll(1):
                if b"event: change" in self.sockets[descriptor].recv(65536):
                    told.append(time.perf_counter())
                    waiting.discard(descriptor)
        if waiting:
            raise SystemExit("bench: a change did not reach its stream")
        return told

    def close(self):
        for stream in self.sockets.values():
            stream.close()


def measure(writer, listener, tokens, count, writes=300):
    """Opens `count` streams at `listener` and changes accounts through `writer` and through itself.

    Latencies in ms, from before the write is sent until its hint is read."""
    before = machine.rss_megabytes(listener.pid)
    streams = Streams(listener.port, tokens, count)
    try:
        time.sleep(1)
        idle_cpu = machine.cpu_seconds(listener.pid)
        time.sleep(5)
        figures = {
            "streams": count, "rss_before_mb": before,
            "idle_cpu_percent": (machine.cpu_seconds(listener.pid) - idle_cpu) / 5 * 100,
        }
        names = list(streams.of_token)
        for name, server in [("own", listener), ("other", writer)]:
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
            latencies = []
            for _ in range(writes):
                token = random.choice(names)
                start = time.perf_counter()
                connection.request("POST", "/v1/entries", json.dumps({"weightKg": 65.2}), {
                    "Authorization": "Bearer " + token, "Content-Type": "application/json"})
                answer = connection.getresponse()
                answer.read()
                if answer.status != 201:
                    raise SystemExit(f"bench: a write was answered {answer.status}")
                latencies += [(told - start) * 1000
                              for told in streams.wait_for_change(token, start + 10)]
            latencies.sort()
            figures[f"{name}_p50_ms"] = latencies[len(latencies) // 2]
            figures[f"{name}_p99_ms"] = latencies[len(latencies) * 99 // 100]
        figures["rss_mb"] = machine.rss_megabytes(listener.pid)
        return figures
    finally:
        streams.close()
