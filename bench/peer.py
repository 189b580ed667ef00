"""The peer: Go's net/http with pgx on the same tables and statements (bench/peers/go), where Debian's Go is there."""

import os
import signal
import subprocess
import time

from server import get_status, refuse_used_port

# Debian's Go packages lie here; the module proxy is not asked.
GOPATH = "/usr/share/gocode"


class Peer:
    def __init__(self, port, url, work):
        refuse_used_port(port)
        self.port = port
        self.process = subprocess.Popen(
            [os.path.abspath(f"{work}/peer"), f"127.0.0.1:{port}", url, f"{work}/statements.json"],
            stderr=open(f"{work}/peer.log", "wb"), start_new_session=True)
        deadline = time.perf_counter() + 10
        while get_status(port, "/healthz") != 200:
            if self.process.poll() is not None or time.perf_counter() > deadline:
                raise SystemExit(f"bench: the peer does not start; see {work}/peer.log")
            time.sleep(0.01)

    @property
    def pid(self):
        return self.process.pid

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(10)


def start(port, url, work):
    """The running peer, or None where it cannot be built."""
    environment = dict(os.environ, GO111MODULE="off", GOPATH=GOPATH, GOCACHE=os.path.abspath(f"{work}/go"))
    output = os.path.abspath(f"{work}/peer")
    try:
        subprocess.run(["go", "build", "-o", output, "."], cwd="bench/peers/go", env=environment, check=True)
    except (OSError, subprocess.CalledProcessError):
        print("bench: no peer: install golang-go and golang-github-jackc-pgx-v4-dev", flush=True)
        return None
    return Peer(port, url, work)
