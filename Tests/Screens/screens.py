"""Looks at each page of the dashboard in a headless Chromium: light and dark, on a phone and on a desk, in Japanese and in
English. Fails where the layout is broken, a number differs from the API's, something is said on the console or fetched from
elsewhere. Started by Tests/Screens/run: screens.py PORT PROGRAM DATA PSQL PICTURES"""

import json
import os
import subprocess
import sys

import numbers_of_pages
from browser import Browser
from persons import Client, make_account, person

PORT, PROGRAM, DATA, PSQL, PICTURES = int(sys.argv[1]), *sys.argv[2:]
SERVER = f"http://127.0.0.1:{PORT}"
HERE = os.path.dirname(os.path.abspath(__file__))
SCREENS = {"phone": (390, 844), "desk": (1280, 900)}
LANGUAGES = ["en", "ja"]


def script(name):
    with open(f"{HERE}/{name}") as file:
        return file.read()


CHECKS, READERS = script("checks.js"), script("readers.js")


class Visit:
    """Looks at pages and notes what is wrong with them."""

    def __init__(self, browser):
        self.browser = browser
        self.faults = []
        self.count = 0

    def sign_in(self, token):
        browser = self.browser
        browser.call("Network.clearBrowserCookies")
        browser.open(f"{SERVER}/dashboard")
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

    def look(self, name, path, api=None, is_owner=False, opens_tables=False):
        browser = self.browser
        browser.requests.clear()
        browser.console.clear()
        if path is not None:
            browser.open(SERVER + path)
        if opens_tables:
            browser.run("document.querySelectorAll('details').forEach((details) => { details.open = true })")
        faults = list(browser.run(CHECKS))
        # The browser notes each page that is no 200; that such a page was asked for is the visit's own doing.
        faults += [f"console: {text}" for text in browser.console if "the server responded with a status" not in text]
        faults += [f"request: {url}" for url in browser.requests if not url.startswith(SERVER + "/dashboard")]
        if api:
            faults += numbers_of_pages.check(browser.run(READERS), lambda address: api.call("GET", address), is_owner)
        browser.picture(f"{PICTURES}/{name}.png")
        self.faults += [f"{name}: {fault}" for fault in faults]
        self.count += 1

    def keyboard(self, name):
        """Whether Tab comes by everything that can be used, in the order of the page, and one sees where one is."""
        browser = self.browser
        browser.show_as(*SCREENS["desk"], False, "en")
        browser.open(f"{SERVER}/dashboard")
        count = browser.run("""
            [...document.querySelectorAll('a, button, input:not([hidden]), summary, [tabindex="0"]')]
              .filter((element) => !element.closest('details:not([open]) > :not(summary)')).length""")
        last = -1
        for number in range(count):
            browser.press("Tab")
            place, is_seen, words = browser.run("""(() => {
              const element = document.activeElement, style = getComputedStyle(element);
              const box = element.getBoundingClientRect();
              return [[...document.querySelectorAll('*')].indexOf(element),
                style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2 && box.bottom > 0 && box.top < innerHeight,
                element.textContent.trim().slice(0, 30)]; })()""")
            if place <= last:
                self.faults.append(f"{name}: Tab does not come to the {number + 1}th of {count}, but back to “{words}”")
                return
            if number == 0 and "Skip" not in words:
                self.faults.append(f"{name}: Tab does not come to the skip link first, but to “{words}”")
            if not is_seen:
                self.faults.append(f"{name}: one does not see that “{words}” has the focus")
            last = place


def program(*arguments):
    output = subprocess.run([PROGRAM, *arguments, "--data", DATA], check=True, capture_output=True, text=True).stdout
    return json.loads(output)


def main():
    os.makedirs(PICTURES, exist_ok=True)
    analytics = program("token", "create", "--scope", "analytics")["secret"]
    owner = Client(PORT, analytics)
    browser = Browser()
    visit = Visit(browser)
    try:
        visit.everywhere("sign-in", "/dashboard")
        visit.keyboard("sign-in")
        visit.sign_in("krk_wrong")
        browser.show_as(*SCREENS["phone"], False, "ja")
        visit.sign_in("krk_wrong")
        visit.look("sign-in-refused-ja-phone-light", None)
        visit.everywhere("not-found", "/dashboard/nowhere")
        visit.everywhere("owner-empty", "/dashboard", analytics, owner, True)

        new = make_account(PORT)
        visit.everywhere("person-empty", "/dashboard", new.token, new)
        japanese = person(
            PORT, 1, ["朝のストレッチ", ["水を飲む", "杯"], "英語の勉強<b>毎日少しずつ</b>続ける", "日記"], "kg", 71.5, 64,
            timeZone="UTC", locale="ja")
        american = person(
            PORT, 2, ["Meditate", ["Drink water", "glasses"],
                      "</bdi><script>alert(1)</script>Practise the piano for at least twenty minutes before dinner", "Journal"],
            "lb", 84, 78, timeZone="UTC", locale="en")
        visit.everywhere("person", "/dashboard", japanese.token, japanese)
        visit.everywhere("person-tables", "/dashboard?period=4w", japanese.token, japanese, opens_tables=True)
        visit.everywhere("person-all", "/dashboard?period=all", american.token, american)
        visit.keyboard("person")

        subprocess.run([*PSQL.split(), "-q", "-v", "ON_ERROR_STOP=1", "-f", f"{HERE}/people.sql"], check=True,
                       stdout=subprocess.DEVNULL)
        while owner.call("GET", "/v1/measures/retention")["waitingAccounts"]:
            pass
        visit.everywhere("owner", "/dashboard", analytics, owner, True)
        visit.everywhere("owner-4w", "/dashboard?period=4w", analytics, owner, True)
        visit.everywhere("owner-year", "/dashboard?period=1y&bucket=week", analytics, owner, True)
        visit.everywhere("owner-all", "/dashboard?period=all", analytics, owner, True, opens_tables=True)
        visit.keyboard("owner")
    finally:
        browser.stop()
    for fault in visit.faults:
        print(f"screens: {fault}", file=sys.stderr)
    print(f"screens: looked at {visit.count} pages, {len(visit.faults)} faults; pictures in {PICTURES}")
    sys.exit(1 if visit.faults else 0)


main()
