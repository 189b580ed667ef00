"""A headless Chromium, driven through the DevTools protocol over a pipe: nothing to install beside the browser."""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

# Of an answer of the browser, in seconds.
LIMIT = 60


class Browser:
    """One browser with one tab. Collects what the page says on its console and asks the network for."""

    def __init__(self, program="chromium"):
        self.profile = tempfile.mkdtemp(prefix="kiroku-screens.")
        to_browser, from_us = os.pipe()
        to_us, from_browser = os.pipe()

        def hand_over():
            # The browser reads its descriptor 3 and writes its 4.
            os.dup2(to_browser, 103)
            os.dup2(from_browser, 104)
            os.dup2(103, 3)
            os.dup2(104, 4)

        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--remote-debugging-pipe", "--hide-scrollbars",
             "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--no-first-run",
             f"--user-data-dir={self.profile}", "about:blank"],
            preexec_fn=hand_over, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.input, self.output = from_us, to_us
        self.buffer = b""
        self.number = 0
        self.session = None
        self.requests, self.console = [], []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")

    def stop(self):
        try:
            self.session = None
            self.call("Browser.close")
        except (OSError, RuntimeError):
            pass
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def call(self, method, **parameters):
        """Calls a method and waits for its answer."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.input, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def receive(self):
        """The next message; events are noted on the way."""
        end = time.monotonic() + LIMIT
        while b"\0" not in self.buffer:
            if not select.select([self.output], [], [], max(0, end - time.monotonic()))[0]:
                raise RuntimeError("the browser does not answer")
            piece = os.read(self.output, 1 << 20)
            if not piece:
                raise RuntimeError("the browser has ended")
            self.buffer += piece
        text, self.buffer = self.buffer.split(b"\0", 1)
        message = json.loads(text)
        self.note(message.get("method"), message.get("params", {}))
        return message

    def note(self, method, values):
        if method == "Network.requestWillBeSent":
            self.requests.append(values["request"]["url"])
        elif method == "Runtime.consoleAPICalled":
            self.console.append(" ".join(str(part.get("value")) for part in values["args"]))
        elif method == "Runtime.exceptionThrown":
            self.console.append(values["exceptionDetails"]["text"])
        elif method == "Log.entryAdded":
            self.console.append(f"{values['entry']['text']} {values['entry'].get('url', '')}")

    def show_as(self, width, height, is_dark, language, headers=None):
        """A screen of CSS pixels, its color scheme, and the reader's language."""
        is_phone = width < 640
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=2 if is_phone else 1,
                  mobile=is_phone)
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"},
                            {"name": "prefers-reduced-motion", "value": "reduce"}])
        self.call("Network.setExtraHTTPHeaders", headers={"Accept-Language": language} | (headers or {}))

    def wait_for(self, event, begin):
        """Runs `begin` and waits until the event has come."""
        seen = []
        note = self.note

        def watch(method, values):
            note(method, values)
            if method == event:
                seen.append(values)

        self.note = watch
        try:
            begin()
            while not seen:
                self.receive()
        finally:
            self.note = note

    def open(self, url):
        self.wait_for("Page.loadEventFired", lambda: self.call("Page.navigate", url=url))

    def run(self, script):
        """The value of a JavaScript expression in the page."""
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"].get("exception", {}).get("description", "the script failed"))
        return result["result"].get("value")

    def press(self, key, code=None, text=None):
        values = {"key": key, "code": code or key, "windowsVirtualKeyCode": {"Tab": 9, "Enter": 13}.get(key, 0)}
        if text:
            values["text"] = text
        self.call("Input.dispatchKeyEvent", type="keyDown", **values)
        self.call("Input.dispatchKeyEvent", type="keyUp", **values)

    def picture(self, path, window=None):
        """The whole page as a PNG, or what is in a window of this size."""
        size = self.call("Page.getLayoutMetrics")["cssContentSize"]
        if window:
            size = {"width": window[0], "height": window[1]}
        shot = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=True,
                         clip={"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1})
        with open(path, "wb") as file:
            file.write(base64.b64decode(shot["data"]))
