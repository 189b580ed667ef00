"""A look at pages, and what is wrong with them."""

import json
import os
import sys

import numbers_of_pages

HERE = os.path.dirname(os.path.abspath(__file__))
# The narrow one is a phone's screen whose letters are twice as large (WCAG 2.2, 1.4.10): looked at, but no picture kept.
SCREENS = {"phone": (390, 844), "desk": (1280, 900)}
NARROW = (320, 640)
LANGUAGES = ["en", "ja"]


def script(*names):
    parts = []
    for name in names:
        with open(f"{HERE}/{name}") as file:
            parts.append(file.read())
    return "\n".join(parts)


CHECKS, READERS = script("colors.js", "checks.js"), script("readers.js")
IMAGE_CHECKS = script("colors.js", "image_checks.js")


class Visit:
    def __init__(self, browser, pictures):
        self.browser = browser
        self.pictures = pictures
        self.server = None
        self.faults = 0
        self.count = 0

    def sign_in(self, token):
        browser = self.browser
        browser.call("Network.clearBrowserCookies")
        browser.open(f"{self.server}/dashboard")
        browser.run(f"document.getElementById('token').value = {json.dumps(token)}")
        browser.wait_for("Page.loadEventFired", lambda: browser.run("document.querySelector('.sign-in button').click()"))

    def everywhere(self, name, path, token=None, api=None, is_owner=False, opens_tables=False):
        """Signs in where there is a token, and looks at the page on each screen. What has no token has no numbers."""
        if token is None:
            self.browser.call("Network.clearBrowserCookies")
        else:
            self.sign_in(token)
        for language in LANGUAGES:
            for screen, size in SCREENS.items():
                for is_dark in (False, True):
                    self.browser.show_as(*size, is_dark, language)
                    self.look(f"{name}-{language}-{screen}-{'dark' if is_dark else 'light'}", path, api, is_owner,
                              opens_tables)
            self.browser.show_as(*NARROW, False, language)
            self.look(f"{name}-{language}-narrow", path, opens_tables=opens_tables, keeps_picture=False)

    def refused(self, name, token):
        """The answer to a token that opens nothing, which is no page of its own address."""
        for language in LANGUAGES:
            for screen, size in SCREENS.items():
                for is_dark in (False, True):
                    self.browser.show_as(*size, is_dark, language)
                    self.sign_in(token)
                    self.look(f"{name}-{language}-{screen}-{'dark' if is_dark else 'light'}", None)

    def look(self, name, path, api=None, is_owner=False, opens_tables=False, keeps_picture=True):
        browser = self.browser
        browser.requests.clear()
        browser.console.clear()
        if path is not None:
            browser.open(self.server + path)
        if opens_tables:
            browser.run("document.querySelectorAll('details').forEach((details) => { details.open = true })")
        faults = list(browser.run(CHECKS)) + self.noise(f"{self.server}/dashboard")
        if api:
            faults += numbers_of_pages.check(browser.run(READERS), lambda address: api.call("GET", address), is_owner)
        if keeps_picture:
            browser.picture(f"{self.pictures}/{name}.png")
        self.note(name, faults)

    def images(self, name, api, path):
        """A picture of the API, by itself in the browser's window."""
        for language in LANGUAGES:
            for is_dark in (False, True):
                shown = f"{name}-{language}-{'dark' if is_dark else 'light'}"
                self.browser.show_as(760, 400, is_dark, language, {"Authorization": f"Bearer {api.token}"})
                self.browser.requests.clear()
                self.browser.console.clear()
                self.browser.open(self.server + path)
                faults = list(self.browser.run(IMAGE_CHECKS)) + self.noise(self.server + path)
                self.browser.picture(f"{self.pictures}/{shown}.png", (760, 400))
                self.note(shown, faults)

    def noise(self, address):
        """What was said on the console, and asked of other addresses."""
        browser = self.browser
        # The browser notes each page that is no 200, and that a picture's window has no icon: the visit's own doing.
        noise = [f"console: {text}" for text in browser.console if "the server responded with a status" not in text]
        own = (address, f"{self.server}/favicon.ico")
        return noise + [f"request: {url}" for url in browser.requests if not url.startswith(own)]

    def note(self, name, faults):
        for fault in faults:
            self.fault(f"{name}: {fault}")
        self.count += 1

    def fault(self, words):
        self.faults += 1
        print(f"screens: {words}", file=sys.stderr, flush=True)
