"""The server under test, and the private PostgreSQL below it."""

import http.client
import os
import signal
import socket
import subprocess
import time

PROGRAM = "bench/.work/kiroku"


def refuse_used_port(port):
    """SO_REUSEPORT would share the load with a forgotten server."""
    with socket.socket() as probe:
        probe.settimeout(1)
        if probe.connect_ex(("127.0.0.1", port)) == 0:
            raise SystemExit(f"bench: port {port} is in use: stop what listens there")


def get_status(port, path):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    except OSError:
        return 0
    finally:
        connection.close()


class Server:
    """Runs from the constructor to `stop`. Its log goes to a file, as it would in use."""

    def __init__(self, port, log, *arguments):
        refuse_used_port(port)
        self.port = port
        self.log = open(log, "wb")
        start = time.perf_counter()
        self.process = subprocess.Popen(
            # The limit is looked at, but a thousand accounts with all the load there is do not reach it.
            [PROGRAM, "serve", "--port", str(port), "--account-rate", "1000000", *arguments],
            stdout=self.log, stderr=self.log, start_new_session=True)
        self._wait(start, log)

    def _wait(self, start, log):
        while get_status(self.port, "/readyz") != 200:
            if self.process.poll() is not None:
                raise SystemExit(f"bench: the server ended; see {log}")
            if time.perf_counter() - start > 90:
                self.stop()
                raise SystemExit(f"bench: the server is not ready; see {log}")
            time.sleep(0.001)
        self.start_seconds = time.perf_counter() - start

    @property
    def pid(self):
        return self.process.pid

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
        self.log.close()


class Postmaster:
    """Of a data folder that a server runs on."""

    def __init__(self, data):
        cluster = os.path.realpath(f"{data}/database") + "/cluster"
        with open(f"{cluster}/postmaster.pid") as file:
            lines = file.read().splitlines()
        self.pid = int(lines[0])
        self.socket_folder = lines[4]

    @property
    def url(self):
        return f"host={self.socket_folder} user=kiroku dbname=kiroku"
