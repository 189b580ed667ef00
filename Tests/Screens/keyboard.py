"""The pages without a mouse: what Tab comes by, what one sees of it, and all that can be done with keys."""

from visit import SCREENS

PLACES = "a, button, input:not([hidden]), summary, [tabindex=\"0\"]"

# Where the focus is, whether one sees it there, and how far its ring differs from what is around it.
FOCUS = """(() => {
  const element = document.activeElement, style = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  const around = background(element.parentElement);
  return {
    place: [...document.querySelectorAll('*')].indexOf(element),
    words: element.textContent.trim().slice(0, 30),
    isSeen: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2 && box.bottom > 0 && box.top < innerHeight,
    contrast: contrast(painted(style.outlineColor, around), around),
    height: box.height };
})()"""


def tour(visit, name, colors, path="/dashboard"):
    """Whether Tab comes by everything that can be used, in the order of the page, and one sees where one is."""
    browser = visit.browser
    for is_dark in (False, True):
        for screen, size in SCREENS.items():
            browser.show_as(*size, is_dark, "en")
            browser.open(visit.server + path)
            count = browser.run(f"""
                [...document.querySelectorAll('{PLACES}')]
                  .filter((element) => !element.closest('details:not([open]) > :not(summary)')).length""")
            fault = stops(browser, colors, count)
            if fault:
                visit.fault(f"{name} on a {'dark' if is_dark else 'light'} {screen}: {fault}")


def stops(browser, colors, count):
    last = -1
    for number in range(count):
        browser.press("Tab")
        focus = browser.run(colors + "\n" + FOCUS)
        words = focus["words"]
        if focus["place"] <= last:
            return f"Tab does not come to the {number + 1}th of {count}, but back to “{words}”"
        if number == 0 and "Skip" not in words:
            return f"Tab does not come to the skip link first, but to “{words}”"
        if not focus["isSeen"]:
            return f"one does not see that “{words}” has the focus"
        if focus["contrast"] < 3:
            return f"the ring around “{words}” has a contrast of {focus['contrast']:.2f}"
        last = focus["place"]
    return None


def tab_to(browser, selector):
    """Presses Tab until it is there."""
    for _ in range(60):
        if browser.run(f"document.activeElement.matches({selector!r})"):
            return True
        browser.press("Tab")
    return False


def use(visit, token):
    """Signs in, opens a table, scrolls in it, chooses a period and signs out, with keys alone."""
    browser = visit.browser
    browser.call("Network.clearBrowserCookies")
    browser.show_as(*SCREENS["phone"], False, "en")
    browser.open(f"{visit.server}/dashboard")

    def enter():
        browser.wait_for("Page.loadEventFired", lambda: browser.press("Enter", text="\r"))

    def expect(fact, what):
        if not browser.run(fact):
            visit.fault(f"with the keyboard: {what}")

    tab_to(browser, "#token")
    browser.call("Input.insertText", text=f" {token}\n")
    enter()
    expect("!!document.querySelector('form[action=\"/dashboard/sign-out\"]')", "one cannot sign in")
    check_cookie(visit)
    expect(f"!document.documentElement.outerHTML.includes({token!r})", "the page holds the token")
    browser.press("Tab")
    browser.press("Enter", text="\r")
    browser.press("Tab")
    expect("document.querySelector('main').contains(document.activeElement)", "the skip link does not skip")
    tab_to(browser, "summary")
    browser.press("Enter", text="\r")
    expect("document.activeElement.parentElement.open", "a table cannot be opened")
    browser.press("Tab")
    expect("document.activeElement.matches('.scroll')", "one does not come into the table")
    tab_to(browser, ".choice a[href*='period=all']")
    if not browser.run("document.activeElement.matches('.choice a')"):
        browser.open(f"{visit.server}/dashboard")
        tab_to(browser, ".choice a[href*='period=all']")
    enter()
    expect("location.search === '?period=all'", "a period cannot be chosen")
    browser.open(f"{visit.server}/dashboard")
    tab_to(browser, "form button")
    enter()
    expect("!!document.getElementById('token')", "one cannot sign out")
    if browser.call("Network.getCookies", urls=[f"{visit.server}/dashboard"])["cookies"]:
        visit.fault("signing out leaves a cookie")


def check_cookie(visit):
    """The session's cookie is for our pages alone, and no script would see it."""
    browser = visit.browser
    cookies = browser.call("Network.getCookies", urls=[f"{visit.server}/dashboard"])["cookies"]
    facts = [(cookie["name"], cookie["path"], cookie["httpOnly"], cookie.get("sameSite")) for cookie in cookies]
    if facts != [("kiroku_session", "/dashboard", True, "Strict")]:
        visit.fault(f"the cookies are {facts}")
    if browser.call("Network.getCookies", urls=[f"{visit.server}/v1/entries"])["cookies"]:
        visit.fault("the API gets the session's cookie")
    if browser.run("document.cookie") != "":
        visit.fault("a script can read the session's cookie")
