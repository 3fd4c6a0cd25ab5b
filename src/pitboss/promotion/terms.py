"""The terms of a prize promotion, and what the documents of its games want of them (Star Pontoon 21.1 to 21.7, Star
Caribbean Stud 17.1 to 17.7, Star Mississippi Stud 14.1 to 14.8, Crown 15.1 to 15.5).

A promotion names the games whose play counts. The document of each of them binds it; where they differ, the strictest
holds (readings C40, K60, M40, P80).
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from pitboss import law, money
from pitboss.messages import message, say
from pitboss.play import Refusal, encode
from pitboss.value import Value

LARGE_CENTS = 10_000_00
"""A large prize is worth more than this."""
LIQUOR_MOST_ML = 20_000
"""The most liquor in a prize, in millilitres."""
LARGE_IN_CASH = "largePrizeInCash"
"""The reading by which a large prize may be paid in cash where other prizes may not (M8)."""
READINGS = ("C40", "K60", "M40", "P80")

MONEY, VOUCHER, CHIP_VOUCHER = "money", "voucher", "chip voucher"
CASINO_DOLLARS, SLOTS_DOLLARS, GOODS = "casino dollars", "slots dollars", "goods"
MACHINERY, VEHICLE, TRAVEL, PROPERTY = "machinery", "vehicle", "travel", "real estate"
PRIZE_KINDS: Mapping[str, str] = {
    MONEY: message("money"),
    VOUCHER: message("promotional voucher (tokens)"),
    CHIP_VOUCHER: message("Complementary Chip Voucher (cash chips)"),
    CASINO_DOLLARS: message("casino dollars"),
    SLOTS_DOLLARS: message("slots dollars"),
    GOODS: message("goods or a service"),
    MACHINERY: message("machinery or an appliance"),
    VEHICLE: message("motor vehicle"),
    TRAVEL: message("travel"),
    PROPERTY: message("real estate"),
}
"""What a prize is, in words."""

CASH, CHEQUE, TRANSFER = "cash", "cheque", "transfer"
PAID_BY: Mapping[str, str] = {
    CASH: message("cash"),
    CHEQUE: message("crossed cheque to the winner"),
    TRANSFER: message("electronic transfer to the winner"),
}
"""How a prize of money is paid."""

TOBACCO, FIREARM, WEAPON, PRESCRIBED = "tobacco", "firearm", "weapon", "prescribed"
BARRED_PARTS: Mapping[str, str] = {
    TOBACCO: message("tobacco in any form"),
    FIREARM: message("a firearm, ammunition or an imitation firearm"),
    WEAPON: message("a prohibited weapon"),
    PRESCRIBED: message("an item or a service that the regulations prescribe"),
}
"""The questions about a prize for the person who puts it into the terms: whether it contains any of these."""
_BARRED: Mapping[str, law.Key] = {
    TOBACCO: law.NO_TOBACCO,
    FIREARM: law.NO_FIREARMS,
    WEAPON: law.NO_WEAPONS,
    PRESCRIBED: law.NOTHING_PRESCRIBED,
}

DETAILS: Mapping[str, tuple[law.Key, Mapping[str, law.Key]]] = {
    MACHINERY: (
        law.MACHINERY_DETAILED,
        {
            "make": law.MACHINERY_MAKE,
            "model": law.MACHINERY_MODEL,
            "accessories": law.MACHINERY_ACCESSORIES,
        },
    ),
    VEHICLE: (
        law.VEHICLE_DETAILED,
        {
            "make": law.VEHICLE_MAKE,
            "model": law.VEHICLE_MODEL,
            "accessories": law.VEHICLE_ACCESSORIES,
            "on_road_costs": law.VEHICLE_COSTS,
        },
    ),
    TRAVEL: (
        law.TRAVEL_DETAILED,
        {
            "travellers": law.TRAVEL_PERSONS,
            "travel_includes": law.TRAVEL_INCLUDES,
            "travel_dates": law.TRAVEL_DATES,
            "spending_money": law.TRAVEL_MONEY,
        },
    ),
    PROPERTY: (
        law.PROPERTY_DETAILED,
        {
            "dwelling": law.PROPERTY_DWELLING,
            "plans": law.PROPERTY_PLANS,
            "contract": law.PROPERTY_CONTRACT,
            "easements": law.PROPERTY_EASEMENTS,
            "location": law.PROPERTY_ADDRESS,
            "property_includes": law.PROPERTY_INCLUDES,
        },
    ),
}
"""What the terms say besides of a prize of each kind: the field, and the rule that wants it."""
DETAIL_NAMES: Mapping[str, str] = {
    "make": message("Make"),
    "model": message("Model"),
    "accessories": message("Accessories"),
    "on_road_costs": message("Registration and other on-road costs"),
    "travellers": message("Number of travellers"),
    "travel_includes": message("Included in the journey"),
    "travel_dates": message("Dates of travel"),
    "spending_money": message("Spending money"),
    "dwelling": message("Type of dwelling"),
    "plans": message("Plans"),
    "contract": message("Contract"),
    "easements": message("Easements"),
    "location": message("Address or other location"),
    "property_includes": message("Included with the property"),
}
"""What each detail is called on a page."""


class PromotionPrize(Value, tag="PromotionPrize", kw_only=True):
    """A prize of a promotion; there may be several alike."""

    number: int
    kind: str
    title: str
    value_cents: int
    copies: int = 1
    conditions: str = ""
    paid_by: tuple[str, ...] = ()
    """The ways in which money is paid, the winner choosing among them."""
    alternative_cents: int = 0
    """The money that the winner may take instead; 0 where there is none."""
    contains: tuple[str, ...] = ()
    liquor_ml: int = 0
    make: str = ""
    model: str = ""
    accessories: str = ""
    on_road_costs: str = ""
    travellers: str = ""
    travel_includes: str = ""
    travel_dates: str = ""
    spending_money: str = ""
    dwelling: str = ""
    plans: str = ""
    contract: str = ""
    easements: str = ""
    location: str = ""
    property_includes: str = ""

    @property
    def worth_cents(self) -> int:
        """What it is worth: its value, or the money that the winner may take instead if that is more."""
        return max(self.value_cents, self.alternative_cents)

    @property
    def is_large(self) -> bool:
        """Whether it is worth more than $10,000."""
        return self.worth_cents > LARGE_CENTS

    @property
    def is_monetary(self) -> bool:
        """Whether it is money."""
        return self.kind == MONEY


class PromotionTerms(Value, tag="PromotionTerms", kw_only=True):
    """The terms of a promotion. Moments are as the log writes them."""

    title: str = ""
    games: tuple[str, ...] = ()
    manner: str = ""
    award_place: str = ""
    eligibility: str = ""
    minimum_wager_cents: int | None = None
    """The least wager in a round for one entry; 0 for any wager, None while it is not given."""
    nature: str = ""
    occasion: str = ""
    claiming: str = ""
    must_attend: bool = False
    notified: str = ""
    published: str = ""
    starts_at: str = ""
    closes_at: str = ""
    draws_at: str = ""
    most_tickets: int = 0
    """How many entries one patron may have; 0 for any number."""
    one_prize_each: bool = True
    scrutineer: str = ""
    large_prize_in_cash: bool = False
    """Whether compliance lets a large prize be paid in cash though other prizes may not be (M8)."""
    prizes: tuple[PromotionPrize, ...] = ()

    def prize(self, number: int) -> PromotionPrize | None:
        """A prize by its number."""
        return next((prize for prize in self.prizes if prize.number == number), None)

    @property
    def slots(self) -> tuple[int, ...]:
        """The numbers of the prizes in the order in which winners are drawn, one for each copy."""
        return tuple(prize.number for prize in self.prizes for _ in range(prize.copies))

    @property
    def digest(self) -> str:
        """A hash of all that the terms say."""
        text = json.dumps(encode(self), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()


class PromotionLaw:
    """The rules of all games whose play counts: a rule holds if one of their documents has it."""

    def __init__(self, games: Iterable[str], readings: Mapping[str, bool] = MappingProxyType({})) -> None:
        every = [law.Rules.of(game) for game in games]
        self.rules = tuple(
            each.amend(readings={name: taken for name, taken in readings.items() if each.has_switch(name)})
            for each in every
        )

    @classmethod
    def of(cls, terms: PromotionTerms) -> "PromotionLaw":
        """The law of a promotion with these terms."""
        return cls(terms.games, {LARGE_IN_CASH: terms.large_prize_in_cash})

    def applies(self, key: law.Key) -> bool:
        """Say whether a document of one of the games has a rule."""
        return any(rules.applies(key) for rules in self.rules)

    def only(self, *because: law.Key) -> law.Because:
        """Those of some rules that a document has; with several documents, the readings by which all of them bind."""
        found = tuple(key for key in because if self.applies(key))
        editions = dict.fromkeys(rules.edition.name for rules in self.rules)
        if len(editions) == 1 or not found:
            return found
        return (*found, *dict.fromkeys(each for rules in self.rules for each in rules.readings(*READINGS)))

    def cite(self, because: law.Because) -> tuple[str, ...]:
        """The clauses of each document behind grounds, with the title of a game of it."""
        editions = {rules.edition.name: rules for rules in reversed(self.rules)}
        cites = [(rules.game.title, rules.cite(rules.only(because))) for rules in reversed(editions.values())]
        return tuple(f"{title} {number}" for title, numbers in cites for number in numbers)

    def ways(self, prize: PromotionPrize) -> tuple[str, ...]:
        """The ways in which money may be paid for a prize: cash where no document bars it, or where a reading lets a
        large prize be cash in every document that bars it."""
        barring = [rules for rules in self.rules if rules.applies(law.NO_CASH_PRIZES)]
        dormant = not all(rules.reading(LARGE_IN_CASH, False) for rules in barring)
        is_cash = not barring or (prize.is_large and not dormant)
        return tuple(way for way in PAID_BY if way != CASH or is_cash)


def find_faults(terms: PromotionTerms, bound: PromotionLaw | None = None) -> tuple[Refusal, ...]:
    """What these terms lack of what the documents want, each with its rules."""
    if not terms.games:
        return (Refusal((law.PROMOTION_STAGE,), message("Choose the games whose play counts.")),)
    bound = bound or PromotionLaw.of(terms)
    found = (*_missing(terms, bound), *_prize_faults(terms, bound))
    return tuple(Refusal(bound.only(*map(law.Key, fault.because)), fault.words) for fault in found)


_ITEMS: Mapping[str, tuple[law.Key, str]] = {
    "manner": (law.TERMS_MANNER, message("Say how the prizes are awarded.")),
    "award_place": (law.TERMS_AWARD_PLACE, message("Say when and where the prizes are awarded.")),
    "eligibility": (law.TERMS_ELIGIBILITY, message("Say who is eligible.")),
    "nature": (law.TERMS_NATURE, message("Say what kind of prizes they are, with every reservation and guarantee.")),
    "closes_at": (law.TERMS_CLOSING, message("Say when entries close.")),
    "occasion": (law.TERMS_OCCASION, message("Say the place, the date and the time of the promotion.")),
    "claiming": (law.TERMS_CLAIMING, message("Say how a prize is claimed, and whether entrants have to be present.")),
    "notified": (law.TERMS_NOTIFIED, message("Say how winners are told.")),
    "published": (law.TERMS_RESULTS, message("Say how the results are published.")),
}
"""The items that the terms have to have, each with its rule and with what is told where it is missing."""


def _missing(terms: PromotionTerms, bound: PromotionLaw) -> Iterator[Refusal]:
    for name, (key, words) in _ITEMS.items():
        if bound.applies(key) and not getattr(terms, name).strip():
            yield Refusal((law.TERMS_COMPLETE, key), words)
    if terms.minimum_wager_cents is None:
        words = message("Enter the wager that earns an entry; $0 if any wager does.")
        yield Refusal((law.TERMS_COMPLETE, law.TERMS_MINIMUM_WAGER), words)
    if not terms.starts_at or (terms.closes_at and terms.closes_at <= terms.starts_at):
        words = message("Entries must close after the promotion starts.")
        yield Refusal((law.TERMS_COMPLETE, law.TERMS_CLOSING), words)
    if not terms.draws_at or terms.draws_at < terms.closes_at:
        words = message("The draw cannot be before entries close.")
        yield Refusal((law.TERMS_COMPLETE, law.TERMS_AWARD_PLACE), words)
    if not terms.prizes:
        yield Refusal((law.TERMS_COMPLETE, law.TERMS_PRIZE_LIST), message("List the prizes with their value."))
    is_large = any(prize.is_large for prize in terms.prizes)
    if is_large and not terms.scrutineer and bound.applies(law.SCRUTINEER_OVERSEES):
        words = say("Name the scrutineer: a prize is worth more than {amount}.", amount=money.dollars(LARGE_CENTS))
        yield Refusal((law.SCRUTINEER_OVERSEES,), words)


def _prize_faults(terms: PromotionTerms, bound: PromotionLaw) -> Iterator[Refusal]:
    for prize in terms.prizes:
        for because, words in (*_value_faults(prize), *_content_faults(prize), *_money_faults(prize, bound)):
            yield Refusal(because, say("Prize {number}: {words}", number=prize.number, words=words))


Fault = tuple[law.Because, str]


def _value_faults(prize: PromotionPrize) -> Iterator[Fault]:
    """The missing details of a prize."""
    if prize.kind not in PRIZE_KINDS or not prize.title or prize.value_cents <= 0 or prize.copies < 1:
        yield (law.TERMS_COMPLETE, law.TERMS_PRIZE_LIST), say("say what it is, its value and how many there are.")
    heading, details = DETAILS.get(prize.kind, (law.TERMS_PRIZE_LIST, {}))
    for name, key in details.items():
        if not getattr(prize, name).strip():
            words = say("a detail is missing: {detail}.", detail=say(DETAIL_NAMES[name]))
            yield (law.TERMS_COMPLETE, law.TERMS_PRIZE_LIST, heading, key), words


def _content_faults(prize: PromotionPrize) -> Iterator[Fault]:
    """The things that may not be in a prize."""
    for part in prize.contains:
        words = say("a prize must not contain {part}.", part=say(BARRED_PARTS[part]))
        yield (law.PRIZES_BARRED, _BARRED[part]), words
    if prize.liquor_ml > LIQUOR_MOST_ML:
        yield (law.PRIZES_BARRED, law.LIQUOR_AT_MOST), say("a prize must not contain more than 20 litres of liquor.")


def _money_faults(prize: PromotionPrize, bound: PromotionLaw) -> Iterator[Fault]:
    """What is wrong with how a prize is paid, or with the money in place of it."""
    allowed = bound.ways(prize)
    if CASH in prize.paid_by and CASH not in allowed:
        yield (law.NO_CASH_PRIZES,), say("prizes are not paid in cash: choose a cheque or a transfer.")
    if prize.is_monetary and not prize.paid_by:
        yield (law.NO_CASH_PRIZES, law.TERMS_NATURE), say("say how the money is paid.")
    is_chosen = prize.is_monetary and prize.is_large and bound.applies(law.LARGE_PRIZE_CHOICE)
    if is_chosen and (missing := [way for way in allowed if way not in prize.paid_by]):
        words = say("the winner may choose how it is paid. Add: {ways}.", ways=", ".join(missing))
        yield (law.LARGE_PRIZE_CHOICE,), words
    if prize.alternative_cents < 0 or (prize.alternative_cents and prize.is_monetary):
        yield (law.TERMS_PRIZE_LIST,), say("a prize of money has no money in its place: leave it out.")
    if prize.alternative_cents and prize.kind == CASINO_DOLLARS and bound.applies(law.ALTERNATIVE_STATED):
        yield (law.ALTERNATIVE_STATED,), say("casino dollars have no money alternative: leave it out.")
    if prize.alternative_cents and prize.kind == SLOTS_DOLLARS and bound.applies(law.NO_ALTERNATIVE_FOR_SLOTS):
        yield (law.NO_ALTERNATIVE_FOR_SLOTS,), say("slots dollars have no money alternative: leave it out.")
    if prize.kind == CHIP_VOUCHER and not bound.applies(law.CHIP_VOUCHER):
        yield (law.TERMS_PRIZE_LIST,), say("the rules of these games have no voucher for cash chips.")
