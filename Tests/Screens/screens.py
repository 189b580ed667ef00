"""Looks at each page of the dashboard in a headless Chromium: light and dark, on a phone and on a desk, in Japanese and in
English. Fails where the layout is broken, a number differs from the API's, something is said on the console or fetched from
elsewhere. Started by Tests/Screens/run: screens.py PORT DEMO_PORT PROGRAM WORK PICTURES"""

import json
import subprocess
import sys

import keyboard
from browser import Browser
from persons import Client, beginner, breadth, make_account, perform, person
from visit import SCREENS, Visit, script

PORT, DEMO_PORT = int(sys.argv[1]), int(sys.argv[2])
PROGRAM, WORK, PICTURES = sys.argv[3:]


def program(*arguments):
    output = subprocess.run([PROGRAM, *arguments, "--data", f"{WORK}/own"], check=True, capture_output=True, text=True).stdout
    return json.loads(output)


def look_at_own(visit):
    """A server of few people: from nothing at all to what is long, large, rare or odd."""
    visit.server = f"http://127.0.0.1:{PORT}"
    analytics = program("token", "create", "--scope", "analytics")["secret"]
    owner = Client(PORT, analytics)
    visit.everywhere("sign-in", "/dashboard")
    keyboard.tour(visit, "sign-in", script("colors.js"))
    visit.refused("sign-in-refused", "krk_wrong")
    visit.everywhere("not-found", "/dashboard/nowhere")
    visit.everywhere("owner-empty", "/dashboard", analytics, owner, True)

    new = make_account(PORT)
    visit.everywhere("person-empty", "/dashboard", new.token, new)
    widget = new.call("POST", "/v1/tokens", {"scope": "widget"})["token"]["secret"]
    visit.refused("sign-in-widget", widget)
    session_over(visit, new)

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
    keyboard.tour(visit, "person", script("colors.js"))
    one = beginner(PORT)
    visit.everywhere("person-one", "/dashboard", one.token, one)
    for language, unit in (("ja", "kg"), ("en", "st")):
        broad = breadth(PORT, language, unit)
        visit.everywhere(f"person-broad-{language}", "/dashboard?period=all", broad.token, broad, opens_tables=True)
        visit.images(f"chart-sparse-{language}", broad, "/v1/entries/chart.svg")
        habits = broad.call("GET", "/v1/habits")["habits"]
        for number in (0, 1, 2, 5):
            visit.images(f"heatmap-{number}-{language}", broad, f"/v1/habits/{habits[number]['id']}/heatmap.svg")
    visit.images("chart-dense", japanese, "/v1/entries/chart.svg")
    visit.images("chart-one", one, "/v1/entries/chart.svg")
    visit.images("chart-empty", new, "/v1/entries/chart.svg")

    # Fewer than five people used intents, of which some have names at the limit of length.
    names = ["LogWeightIntent", "L" * 200, "com.example.tracker.LogBodyWeightFromCompanionWatchApplicationIntent", "A", "B", "C", "D"]
    for client in (japanese, american, one):
        perform(client, names)
    for period in ("4w", "all"):
        visit.everywhere(f"owner-few-{period}", f"/dashboard?period={period}", analytics, owner, True, opens_tables=True)
    keyboard.use(visit, american.token)


def session_over(visit, client):
    """The page of somebody whose token was ended elsewhere."""
    token = client.call("POST", "/v1/tokens", {"scope": "read"})["token"]
    browser = visit.browser
    visit.sign_in(token["secret"])
    client.call("DELETE", f"/v1/tokens/{token['id']}")
    browser.show_as(*SCREENS["phone"], True, "ja")
    visit.look("sign-in-over-ja-phone-dark", "/dashboard")
    visit.sign_in(client.token)
    browser.call("Network.setCookie", name="kiroku_session", value="broken", url=f"{visit.server}/dashboard", path="/dashboard")
    browser.show_as(*SCREENS["desk"], False, "en")
    visit.look("sign-in-over-en-desk-light", "/dashboard")


def look_at_demonstration(visit):
    """What a customer's dashboard looks like after a year."""
    visit.server = f"http://127.0.0.1:{DEMO_PORT}"
    with open(f"{WORK}/demo.json") as file:
        made = json.load(file)
    owner = Client(DEMO_PORT, made["analytics"]["secret"])
    somebody = Client(DEMO_PORT, made["person"]["token"]["secret"])
    while owner.call("GET", "/v1/measures/retention")["waitingAccounts"]:
        pass
    visit.everywhere("demo-person", "/dashboard?period=1y", somebody.token, somebody)
    for name, query in (("demo", ""), ("demo-4w", "?period=4w"), ("demo-year", "?period=1y&bucket=week")):
        visit.everywhere(name, f"/dashboard{query}", owner.token, owner, True)
    visit.everywhere("demo-all", "/dashboard?period=all", owner.token, owner, True, opens_tables=True)
    keyboard.tour(visit, "demo", script("colors.js"))


def main():
    browser = Browser()
    visit = Visit(browser, PICTURES)
    try:
        look_at_own(visit)
        look_at_demonstration(visit)
    finally:
        browser.stop()
    print(f"screens: looked at {visit.count} pages, {visit.faults} faults; pictures in {PICTURES}")
    sys.exit(1 if visit.faults else 0)


main()
