"""The conditions of a tournament (Star Pontoon 20.4, Crown 14.4): their figures, the document that is published, and
what is missing in it or against the rules.

What the document of each edition must hold is data, in `items/`: an item is written from the figures, is a statement of
its own, or is one of the provisions that are offered where the rules leave something open.
"""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path

from msgspec import convert

from pitboss import law
from pitboss.messages import message, say, say_number
from pitboss.money import Chips, dollars
from pitboss.play import Limits, Refusal
from pitboss.value import Value

BUY_BACK, RE_BUY, ADD_ON = "buy-back", "re-buy", "add-on"
SECOND_CHANCES: Mapping[str, str] = {
    BUY_BACK: message("A player who is out may come back"),
    RE_BUY: message("A player may buy another allotment"),
    ADD_ON: message("A player may buy more chips"),
}
"""Ways to buy chips again: a buy-back by a player who is out, a re-buy and an add-on by one who is in."""
MOST_SESSIONS, MOST_TABLES, MOST_SEATS = 12, 40, 7


WARNED_FIRST, PHONE_AWAY, NOT_CHARGED, OTHER_WAGERS = (
    (law.TERMS_PENALTIES, "warned-first"),
    (law.TERMS_PHONES, "away"),
    (law.TERMS_ABSENCE, "out"),
    (law.TERMS_OTHER_WAGERS, "as-the-rules"),
)
"""The provisions, each of a rule, by which orders are refused or tables opened."""


class SessionPlan(Value, tag="SessionPlan"):
    """A session as the conditions plan it: so many rounds or minutes, at so many tables, and how many go on."""

    name: str
    rounds: int = 0
    minutes: int = 0
    tables: int = 1
    seats: int = MOST_SEATS
    advance: int = 1
    """How many of each table go on; of the last session, how many places are decided."""
    best_losers: int = 0
    """How many of those who did not go on play in the next session all the same, by their chips."""


class SecondChance(Value, tag="SecondChance"):
    """Chips that a player may buy again: the price, how often, and up to which session."""

    kind: str
    price_cents: int
    chips_cents: int
    most: int = 1
    until: int = 1


class LimitStep(Value, tag="LimitStep"):
    """Limits that hold once so many rounds of a session were played."""

    after_rounds: int
    minimum_cents: int
    maximum_cents: int


class Conditions(Value, tag="Conditions"):
    """The figures of a tournament's conditions. Amounts of chips are in cents of the tournament's own unit."""

    game: str
    title: str
    starts_at: str = ""
    place: str = ""
    entry_fee_cents: int = 0
    house_fee_cents: int = 0
    """What the house keeps of each entry fee, where the rules leave that to the terms."""
    buy_in_cents: int = 0
    """What the chips of a session cost; 0 where they are allotted."""
    chips_cents: int = 0
    redeem_percent: int = 0
    """What a chip is worth in cash at the end, per cent; 0 for chips without a cash value."""
    denominations: tuple[int, ...] = (2_500, 10_000, 50_000, 100_000)
    least_players: int = 2
    most_players: int = MOST_SEATS
    withdraw_hours: int = 0
    """Until how many hours before the start a player withdraws without a penalty; 0 for never."""
    substitutes: bool = False
    agree: bool = True
    """Whether each player agrees in writing before entry."""
    may_refuse: bool = False
    criteria: str = ""
    minimum_cents: int = 0
    maximum_cents: int = 0
    steps: tuple[LimitStep, ...] = ()
    wager_seconds: int = 0
    pass_cards: int = 0
    undisclosed: int = 0
    in_turn: bool = False
    from_marker: bool = False
    sessions: tuple[SessionPlan, ...] = ()
    chances: tuple[SecondChance, ...] = ()
    shares: tuple[int, ...] = ()
    """What each place has of the pool, per cent."""
    guarantee_cents: int = 0
    guarantee_players: int = 0
    """The entries on which the guarantee depends."""
    added_cents: int = 0
    goods: str = ""
    """Goods and services that are added to the prizes, in words."""
    provisions: Mapping[str, str] = {}
    """What was chosen of the provisions that are offered, by the rule of each."""
    readings: Mapping[str, law.Choice] = {}
    """The readings of unclear clauses that are taken another way, by their switches."""
    notice_minutes: int = 30
    """The notice that counts as reasonable before a start, or a time for wagers, changes."""

    def provides(self, rule: law.Key, choice: str) -> bool:
        """Say whether this was chosen of the provisions that are offered for a rule."""
        return self.provisions.get(rule) == choice

    @property
    def chips(self) -> Chips:
        """The chips that are played with."""
        return Chips(self.denominations)

    def limits(self, rounds: int = 0) -> Limits:
        """The limits once so many rounds of a session were played."""
        reached = [step for step in self.steps if step.after_rounds <= rounds]
        least, most = self.minimum_cents, self.maximum_cents
        if reached:
            step = max(reached, key=lambda step: step.after_rounds)
            least, most = step.minimum_cents, step.maximum_cents
        return Limits(least, most, least)

    def chance(self, kind: str) -> SecondChance | None:
        """How chips are had again in some way, if they are."""
        return next((chance for chance in self.chances if chance.kind == kind), None)


class DocumentItem(Value, forbid_unknown_fields=True):
    """Something that the conditions must hold: the rule that asks for it, and how it is written."""

    rule: str
    title: str
    says: str = ""
    states: str = ""
    where: str = ""
    offers: Mapping[str, str] = {}

    def write(self, conditions: Conditions) -> str | None:
        """What the conditions say of it; empty where something is missing, None where it has no place."""
        if self.where and not getattr(conditions, self.where):
            return None
        if self.offers:
            return self.offers.get(conditions.provisions.get(self.rule, ""), "")
        return WRITERS[self.says](conditions) if self.says else self.states


class DocumentLine(Value):
    """An item of the published conditions: its heading, its words and the clauses that ask for it."""

    title: str
    words: str
    clauses: tuple[str, ...]


@cache
def items_of(edition: str) -> tuple[DocumentItem, ...]:
    """What the conditions of an edition's tournaments must hold; nothing where it has no tournaments."""
    path = Path(__file__).with_name("items") / f"{edition}.toml"
    return convert(tomllib.loads(path.read_text())["item"], tuple[DocumentItem, ...]) if path.exists() else ()


def has_tournaments(rules: law.Rules) -> bool:
    """Say whether the document of a game has rules for tournaments."""
    return bool(items_of(rules.edition.name))


def write_document(conditions: Conditions, rules: law.Rules) -> tuple[DocumentLine, ...]:
    """The conditions as they are published."""
    written = ((item, item.write(conditions)) for item in items_of(rules.edition.name))
    return tuple(
        DocumentLine(i.title, words, rules.cite((law.Key(i.rule),))) for i, words in written if words is not None
    )


def check_conditions(conditions: Conditions, rules: law.Rules) -> Iterator[Refusal]:
    """Say what is missing in conditions, and what in them is against the rules."""
    for item in items_of(rules.edition.name):
        if item.write(conditions) == "":
            words = say("The conditions must say this before they are published: {title}.", title=item.title)
            yield Refusal((law.Key(item.rule),), words)
    if not conditions.starts_at and rules.applies(law.SESSION_STARTS):  # at Crown it is an item of the terms
        yield Refusal((law.SESSION_STARTS,), "Say when the tournament starts.")
    yield from _check_figures(conditions)
    yield from _check_provisions(conditions, rules)
    yield from _check_prices(conditions, rules)
    yield from _check_chips(conditions, rules)
    yield from _check_special(conditions, rules)
    yield from _check_sessions(conditions)


MOST_OF: Mapping[str, int] = {
    "withdraw_hours": 24 * 365,
    "notice_minutes": 24 * 60 * 7,
    "wager_seconds": 600,
    "pass_cards": 1_000,
    "undisclosed": 1_000,
    "rounds": 1_000,
    "minutes": 24 * 60,
    "best_losers": MOST_TABLES * MOST_SEATS,
    "after_rounds": 1_000,
}
"""The most of what is no amount of money."""


def _check_figures(given: Conditions) -> Iterator[Refusal]:
    """The figures that are below zero, or beyond any tournament."""
    for part in (given, *given.sessions, *given.steps):
        for name in part._fields:
            figure = getattr(part, name)
            if isinstance(figure, int) and not 0 <= figure <= MOST_OF.get(name, figure):
                words = say("This figure is out of range: {name}, {figure}.", name=name, figure=figure)
                yield Refusal((law.TERMS_PROVISION,), words)
    if any(step.after_rounds < 1 for step in given.steps):
        yield Refusal((law.LIMITS_AS_ANNOUNCED,), "Limits move after at least 1 round.")


def _check_provisions(conditions: Conditions, rules: law.Rules) -> Iterator[Refusal]:
    known = {item.rule: item for item in items_of(rules.edition.name) if item.offers}
    for rule, choice in conditions.provisions.items():
        if rule not in known or choice not in known[rule].offers:
            words = say("The rules leave no such provision open: {rule}, {choice}.", rule=rule, choice=choice)
            yield Refusal((law.TERMS_PROVISION, law.TERMS_RULES_PREVAIL), words)


def _check_prices(given: Conditions, rules: law.Rules) -> Iterator[Refusal]:
    """The prices that the rules do not leave open, and prizes that do not come to the pool."""
    if given.house_fee_cents and (rules.applies(law.FEES_TO_POOL) or given.house_fee_cents > given.entry_fee_cents):
        because: law.Because = rules.only((law.FEES_TO_POOL,)) or (law.TERMS_FEES,)
        yield Refusal(because, "All of an entry fee goes into the pool, but for what the terms may let the house keep.")
    if any(chance.kind != BUY_BACK for chance in given.chances) and rules.applies(law.ONLY_BY_WINNING):
        yield Refusal(
            (law.ONLY_BY_WINNING,), "Players who are in cannot buy more chips: leave re-buys and add-ons out."
        )
    for chance in given.chances:
        if chance.kind not in SECOND_CHANCES or chance.price_cents < 0 or chance.chips_cents <= 0 or chance.most < 1:
            yield Refusal(
                (law.TERMS_BUY_BACK,), "Enter the price, the chips and the number of times of a second chance."
            )
    if sum(given.shares) != 100 or any(share <= 0 for share in given.shares):
        yield Refusal((law.TERMS_PRIZES,), "The shares of the places must come to 100 per cent of the pool.")


def _check_chips(given: Conditions, rules: law.Rules) -> Iterator[Refusal]:
    """The chips and limits that do not go together."""
    limits = [given.limits(), *(given.limits(step.after_rounds) for step in given.steps)]
    because = rules.only((law.TERMS_LIMITS,)) or (law.TERMS_MINIMUM,)  # at Crown the limits are part of the wagers
    if not given.chips.is_sound or any(not limit.are_sound for limit in limits):
        yield Refusal(because, "Set chips, a minimum above $0 and a maximum that is not below it.")
        return
    if any(limit.maximum_cents % limit.minimum_cents for limit in limits):
        yield Refusal(because, "Wagers are in units of the minimum: set a maximum that is a multiple of it.")
    if any(not given.chips.pays_exactly(limit.minimum_cents) for limit in limits):
        yield Refusal(because, "The chips of the tournament must make its minimum.")
    issued = (given.chips_cents, *(chance.chips_cents for chance in given.chances))
    if given.chips_cents < given.minimum_cents or not all(map(given.chips.pays_exactly, issued)):
        yield Refusal(
            (law.TERMS_CHIPS,), "The allotment must be at least the minimum wager, in chips of the tournament."
        )
    rate = given.redeem_percent
    bought = [(each.price_cents, each.chips_cents) for each in given.chances if each.kind != BUY_BACK]
    bought.append((given.buy_in_cents, given.chips_cents))
    if not 0 <= rate <= 100 or (rate and any(price * 100 != chips * rate for price, chips in bought)):
        words = "Chips with a cash value are bought, and redeemed at the rate at which they were issued."
        yield Refusal((law.TERMS_CHIPS, *rules.only((law.CHIPS_REDEEMED,))), words)


def _check_special(given: Conditions, rules: law.Rules) -> Iterator[Refusal]:
    """The special wagers that the document has no rule for."""
    special = (
        (given.undisclosed, law.UNDISCLOSED_WAGERS),
        (given.in_turn, law.WAGERING_ORDER),
        (given.from_marker, law.DEAL_FROM_MARKER),
        (given.pass_cards, law.PASS_CARD),
    )
    has = rules.edition.citations(rules.game)
    for asked, key in special:
        if asked and key not in has:
            words = say("{game} has no rule for this: {rule}.", game=rules.game.title, rule=law.TITLES[key])
            yield Refusal((law.TERMS_SPECIAL_WAGERS,), words)
    if given.from_marker and not given.in_turn:
        yield Refusal((law.TERMS_SPECIAL_WAGERS,), "The deal begins at the marker only where players wager in order.")


def _check_sessions(conditions: Conditions) -> Iterator[Refusal]:
    """The sessions that do not go together."""
    plans = conditions.sessions
    if not 2 <= conditions.least_players <= conditions.most_players:
        yield Refusal((law.TERMS_ENTRY,), "Set at least 2 players, and a maximum that is not below the minimum.")
    if len(plans) > MOST_SESSIONS:
        yield Refusal((law.TERMS_STRUCTURE,), say("Plan at most {most} sessions.", most=MOST_SESSIONS))
    if not plans:
        return
    for number, plan in enumerate(plans, start=1):
        if bool(plan.rounds > 0) == bool(plan.minutes > 0):
            words = say("Give session {number} a number of rounds or of minutes, not both.", number=number)
            yield Refusal((law.TERMS_STRUCTURE,), words)
        if not (1 <= plan.tables <= MOST_TABLES and 2 <= plan.seats <= MOST_SEATS and 1 <= plan.advance <= plan.seats):
            words = say(
                "Give the tables of session {number} 2 to 7 seats, and let at least 1 player go on.", number=number
            )
            yield Refusal((law.TERMS_STRUCTURE,), words)
    if conditions.most_players > plans[0].tables * plans[0].seats:
        yield Refusal((law.TERMS_STRUCTURE,), "The first session has too few seats for all players who may enter.")
    for number, (plan, later) in enumerate(pairwise(plans), start=1):
        if plan.tables * plan.advance + plan.best_losers > later.tables * later.seats:
            words = say("More players go on from session {number} than the next one has seats for.", number=number)
            yield Refusal((law.TERMS_STRUCTURE,), words)
    if plans[-1].tables != 1:
        yield Refusal((law.TERMS_STRUCTURE,), "Play the last session at one table.")
    if len(conditions.shares) > plans[-1].advance:
        words = "The last session must decide as many places as have a prize."
        yield Refusal((law.TERMS_PRIZES,), words)


# What is written from the figures.


def _fees(given: Conditions) -> str:
    parts = [say("The entry fee is {fee}.", fee=dollars(given.entry_fee_cents))]
    if not given.entry_fee_cents:
        parts = [say("There is no entry fee.")]
    if given.house_fee_cents:
        parts.append(say("The house keeps {fee} of it.", fee=dollars(given.house_fee_cents)))
    if given.buy_in_cents:
        parts.append(say("The chips of a session are bought for {price}.", price=dollars(given.buy_in_cents)))
    for chance in given.chances:
        words = "{chance} for {price}, {times}, up to session {until}."
        times = say_number("once", "up to {number} times", chance.most)
        told = {
            "chance": SECOND_CHANCES.get(chance.kind, chance.kind),
            "price": dollars(chance.price_cents),
            "until": chance.until,
        }
        parts.append(say(words, times=times, **told))
    return " ".join(parts)


def _chips(given: Conditions) -> str:
    if not given.chips_cents:
        return ""
    words = "Every player begins each session with {chips} in chips of the tournament, and is told so before it begins."
    return say(words, chips=dollars(given.chips_cents)) + " " + _chips_end(given)


def _chips_end(given: Conditions) -> str:
    if given.redeem_percent:
        words = (
            "Chips are issued and redeemed at {percent} per cent of their face, at the end of a session or on leaving."
        )
        return say(words, percent=given.redeem_percent)
    return say("Chips have no cash value; they stay the property of the house and go back after each session.")


def _minimum(given: Conditions) -> str:
    if not given.minimum_cents:
        return ""
    return say("Every player wagers at least {least} in each round.", least=dollars(given.minimum_cents))


def _limits(given: Conditions) -> str:
    if not given.minimum_cents or not given.maximum_cents:
        return ""
    parts = [say("A wager is {limits}.", limits=given.limits().words)]
    for step in given.steps:
        words = "After {rounds} rounds of a session it is {limits}."
        parts.append(say(words, rounds=step.after_rounds, limits=given.limits(step.after_rounds).words))
    return " ".join(parts)


def _structure(given: Conditions) -> str:
    parts = []
    for number, plan in enumerate(given.sessions, start=1):
        lasts = (
            say("{rounds} rounds", rounds=plan.rounds)
            if plan.rounds
            else say("{minutes} minutes", minutes=plan.minutes)
        )
        words = (
            "Session {number}, {name}: {lasts} at {tables}, at most {seats} players each; the best {advance} of each"
        )
        tables = say_number("{number} table", "{number} tables", plan.tables)
        told = {"number": number, "name": plan.name, "lasts": lasts, "tables": tables}
        goes = say(words, seats=plan.seats, advance=plan.advance, **told)
        is_last = number == len(given.sessions)
        parts.append(f"{goes} {say('take the places.') if is_last else say('go on.')}")
    return " ".join(parts)


def _second_chances(given: Conditions) -> str:
    more = [(n, plan.best_losers) for n, plan in enumerate(given.sessions, start=1) if plan.best_losers]
    if not more:
        return say("There is no repechage and no secondary session, unless players are level and play off.")
    words = "From session {number} the best {players} of those who did not go on play in the next one all the same."
    return " ".join(say(words, number=number, players=players) for number, players in more)


def _special_wagers(given: Conditions) -> str:
    parts = [say("Tables and seats are drawn by lot.")]
    if given.in_turn:
        parts.append(
            say("Players wager in order, from the player whose box has the marker; it moves a box each round.")
        )
        at_marker, at_left = say("Cards are dealt from the marker."), say("Cards are dealt from the dealer's left.")
        parts.append(at_marker if given.from_marker else at_left)
    else:
        parts.append(say("Players wager in any order."))
    if given.wager_seconds:
        parts.append(say("A wager is made within {seconds} seconds.", seconds=given.wager_seconds))
    words = "Each player has {number} in a session, to be played in place of a wager."
    cards = say_number("{number} pass card", "{number} pass cards", given.pass_cards) if given.pass_cards else ""
    parts.append(say(words, number=cards) if cards else say("There are no pass cards."))
    if given.undisclosed:
        words = "Each player may make {forms} in a session, on a form that goes to the supervisor."
        forms = say_number("{number} undisclosed wager", "{number} undisclosed wagers", given.undisclosed)
        parts.append(say(words, forms=forms))
    else:
        parts.append(say("There are no undisclosed wagers."))
    return " ".join(parts)


def _buy_back(given: Conditions) -> str:
    chance = given.chance(BUY_BACK)
    if chance is None:
        return say("A player who is out cannot buy back in.")
    words = "A player who is out may buy back in for {price} before session {until} begins, {times}."
    times = say_number("once", "up to {number} times", chance.most)
    return say(words, price=dollars(chance.price_cents), until=chance.until + 1, times=times)


def _entry(given: Conditions) -> str:
    words = (
        "Entry is by the form of the tournament, at its desk or on its page, with the fee. {least} to {most} take part."
    )
    parts = [say(words, least=given.least_players, most=given.most_players)]
    if given.withdraw_hours:
        words = "A player may withdraw without a penalty until {hours} hours before the start."
        parts.append(say(words, hours=given.withdraw_hours))
    else:
        parts.append(say("A player who withdraws gets no refund."))
    if given.agree:
        parts.append(say("Each player agrees to these conditions in writing."))
    return " ".join(parts)


def _substitutes(given: Conditions) -> str:
    if given.substitutes:
        words = "A player may name a substitute before the first session, who enters in their place for the same fee."
        return say(words)
    return say("A player cannot name a substitute; a person who plays for another is disqualified.")


def _refunds(given: Conditions) -> str:
    parts = [say("Fees are refunded when the tournament is cancelled.")]
    if given.withdraw_hours:
        parts.append(say("They are refunded to a player who withdraws in time."))
    return " ".join([*parts, say("There are no other refunds.")])


def _prizes(given: Conditions) -> str:
    if not given.shares:
        return ""
    parts = [say("The pool is every entry fee, but for what the house keeps of it.")]
    if not given.house_fee_cents:
        parts = [say("The pool is every entry fee.")]
    bought = given.buy_in_cents if not given.redeem_percent else 0
    if bought or any(each.kind == BUY_BACK or not given.redeem_percent for each in given.chances):
        parts.append(say("The price of a buy-back and of chips without a cash value goes into it too."))
    if given.added_cents:
        parts.append(say("The house adds {added}.", added=dollars(given.added_cents)))
    if given.goods:
        parts.append(say("It adds besides: {goods}.", goods=given.goods))
    if given.guarantee_cents:
        words = "The pool is guaranteed to be {pool} if at least {players} enter; else the tournament may be cancelled."
        told = {"pool": dollars(given.guarantee_cents), "players": given.guarantee_players or given.least_players}
        parts.append(say(words, **told))
    each = ", ".join(
        say("place {place}: {share} per cent", place=p, share=share) for p, share in enumerate(given.shares, start=1)
    )
    parts.append(say("Of the pool {places}, paid in cash or into the player's account.", places=each))
    words = (
        "Players who share a place share its prizes. A prize for a place that no player has goes to the first place."
    )
    return " ".join([*parts, say(words), say("A disqualified player has no prize.")])


WRITERS: Mapping[str, Callable[[Conditions], str]] = {
    "fees": _fees,
    "chips": _chips,
    "chips_end": _chips_end,
    "minimum": _minimum,
    "limits": _limits,
    "structure": _structure,
    "second_chances": _second_chances,
    "special_wagers": _special_wagers,
    "buy_back": _buy_back,
    "criteria": lambda given: given.criteria,
    "entry": _entry,
    "substitutes": _substitutes,
    "refunds": _refunds,
    "prizes": _prizes,
    "when": lambda given: given.starts_at,
    "place": lambda given: given.place,
}
"""How each item is written from the figures; empty where these are missing."""
