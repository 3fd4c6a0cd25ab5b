"""People in front of browsers: they sign in, wager, decide and deal as any person would, by what the pages show."""

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from playwright.sync_api import Error, Locator, Page, Response, expect


class Person:
    """A person with a browser."""

    def __init__(self, page: Page, name: str, house: str) -> None:
        self._page, self.name, self.house = page, name, house
        self.comes_from = ""
        self.is_spent = False
        """Whether no other test may have the page."""
        self.bodies: list[str] = []
        self.faults: list[str] = []
        self._heard: list[tuple[Any, Callable[[Any], None]]] = []
        self.hears("console", lambda said: self.faults.append(said.text) if said.type == "error" else None)
        self.hears("pageerror", lambda error: self.faults.append(str(error)))

    @property
    def page(self) -> Page:
        """The page, at the place where the person came in until they have gone on."""
        if self.comes_from:
            where, self.comes_from = self.comes_from, ""
            self._page.goto(where)
        return self._page

    def hears(self, event: Any, told: Callable[[Any], None]) -> None:
        """Be told of an event of the page, until the person leaves."""
        self._page.on(event, told)
        self._heard.append((event, told))

    def takes_clock(self) -> None:
        """Have the clock of the page in hand, from now on."""
        self.page.clock.install()
        self.is_spent = True

    def leaves(self) -> None:
        """Leave the browser as it was found."""
        for event, told in self._heard:
            self._page.remove_listener(event, told)

    def keeps_bodies(self) -> None:
        """Keep every page that is received from now on, for a test that looks for what should not be there."""

        def received(response: Response) -> None:
            if "text/html" in response.headers.get("content-type", "") and response.ok:
                with suppress(Error):  # the page has gone on before its answer was read
                    self.bodies.append(response.text())

        self.hears("response", received)

    def sign_in(self, password: str) -> None:
        """Sign in by the form."""
        self.page.goto("/sign-in")
        self.page.get_by_label("Crown" if self.house == "crown" else "The Star").check()
        self.page.get_by_label("Name").fill(self.name)
        self.page.get_by_label("Password").fill(password)
        self.page.get_by_role("button", name="Sign in").click()
        expect(self.page.get_by_role("heading", level=1)).to_contain_text("Tables at")

    def goes_to(self, table: str, view: str = "") -> None:
        """Open the page of a table."""
        self.comes_from = ""
        self.page.goto(f"/tables/{table}{view}")

    def sends(self, button: Locator) -> None:
        """Press a button that sends a form, and wait until the page shows the answer: until then it sends no other, and
        what it shows may be older."""
        button.click()
        expect(self.page.locator("form[data-sent]")).to_have_count(0)

    def wagers(self, area: int, **amounts: int) -> None:
        """Put wagers on an area, in dollars."""
        self.page.locator(f"#area-{area}").check(force=True)
        for spot, dollars in amounts.items():
            self.page.locator(f"#on-{spot}").fill(str(dollars))
        self.sends(self.page.locator("#place"))
        expect(self.page.locator(".down li")).not_to_have_count(0)

    def decides(self, *options: str) -> None:
        """Take the first of some options that is offered."""
        expect(self.page.locator(".waits")).to_have_text("It is your turn")
        for option in options:
            button = self.page.locator(f".move button[value^='{option}:']:enabled").first
            if button.count():
                self.sends(button)
                return
        raise AssertionError(f"{self.name} is offered none of {options}")

    @property
    def waits(self) -> str:
        """What the page says that the round waits for."""
        return self.page.locator(".waits").inner_text()

    def sits(self, area: int) -> None:
        """Sit down at an area."""
        self.page.locator(f"#area-{area}").check(force=True)
        self.page.locator("#sit").click()
        expect(self.page.locator("#rise")).to_be_visible()

    def deals_on(self) -> None:
        """As the dealer: do the next step from the virtual shoe, and wait until the page shows the one after."""
        expect(self.page.locator("#deal-on")).to_be_visible()
        number = self.page.locator("[data-number]").last.get_attribute("data-number")
        self.sends(self.page.locator("#deal-on"))
        expect(self.page.locator(".console")).not_to_have_attribute("data-number", str(number))

    def keys(self, cards: list[str]) -> None:
        """As the dealer: do the next step by hand, keying what comes out of a real shoe."""
        page, number = self.page, self.page.locator(".console").get_attribute("data-number")
        for step in ("#by-hand", "#cut-made", "#deal-on"):
            if page.locator(step).count():
                self.sends(page.locator(step))
                break
        else:
            if not page.locator("#cards").input_value():
                wanted = int(page.locator("#cards").get_attribute("data-cards") or 1)
                page.locator("#cards").fill(" ".join(cards[:wanted]))
                del cards[:wanted]
            self.sends(page.get_by_role("button", name="Dealt"))
        expect(page.locator(".console")).not_to_have_attribute("data-number", str(number))


def again_until(does: Callable[[], object], shown: Locator, *, tries: int = 300) -> None:
    """Do something again, a second later each time, until a page shows what comes of it: what the floor notes after the
    event, or the lab works out, is there when the page is asked for again."""
    for _ in range(tries):
        does()
        with suppress(AssertionError):
            expect(shown.first).to_be_attached(timeout=1_000)
            return
    raise AssertionError(f"not shown after {tries} tries: {shown}")


def deal_until_asked(dealer: Person, player: Person) -> None:
    """Deal until a player is asked, and their page says so."""
    while not dealer.page.locator(".step").inner_text().startswith("Waiting"):
        dealer.deals_on()
    expect(player.page.locator(".waits")).to_have_text("It is your turn")


CHOICES = ("stand", "bet", "check", "pass", "stay", "keep", "fold")


def play_round(dealer: Person, *patrons: Person) -> None:
    """Play the open round to its end: the dealer does what is next, the player who is asked decides."""
    for _ in range(60):
        step = dealer.page.locator(".step").inner_text()
        if step == "Wait for wagers" or dealer.page.locator("#pays").count():
            break
        asked = [person for person in patrons if re.search(rf"\b{person.name}\b", step) and step.startswith("Waiting")]
        if asked:
            number = dealer.page.locator(".console").get_attribute("data-number")
            asked[0].decides(*CHOICES)
            expect(dealer.page.locator(".console")).not_to_have_attribute("data-number", str(number))
        else:
            dealer.deals_on()
    for person in patrons:
        expect(person.page.locator(".felt-note")).to_contain_text("settled")
