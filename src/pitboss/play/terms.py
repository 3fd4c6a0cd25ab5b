"""The terms that a table is open on, a game set up on them, what a stake must be, and how the table pays.

Every sign shows limits that the rules take and chips that can pay them, and nothing that the game or its edition has no
rule for.
"""

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from itertools import chain
from typing import Literal, TypeVar

from pitboss import law
from pitboss.cards import Card
from pitboss.messages import say, say_name
from pitboss.money import EMPTY, Chips, Exact, Stake, ToOne, dollars
from pitboss.play.wager import Refusal, Wager
from pitboss.value import Value, replace

Device = Literal["shoe", "shuffler"]


class Limits(Value, tag="Limits"):
    """What the sign says of one spot. A unit of 0 leaves the amount free."""

    minimum_cents: int
    maximum_cents: int
    unit_cents: int = 0

    @property
    def are_sound(self) -> bool:
        """Whether the minimum is above $0 and the maximum no less than the minimum."""
        return 0 < self.minimum_cents <= self.maximum_cents and self.unit_cents >= 0

    @property
    def words(self) -> str:
        """The limits as a sign says them: `$5–$500, steps of $5`."""
        limits, unit = f"{dollars(self.minimum_cents)}–{dollars(self.maximum_cents)}", dollars(self.unit_cents)
        return say("{limits}, steps of {unit}", limits=limits, unit=unit) if self.unit_cents else limits


class JackpotTerms(Value, tag="JackpotTerms"):
    """The jackpot that a table offers: price, dealing method, payout option and whether several games share it."""

    price_cents: int
    method: str = ""
    option: int = 1
    linked: bool = False
    meter: str = ""
    """The meter that the table is linked to, by its name; nothing where none is, as at a practice table."""
    bonus_cents: Mapping[str, int] = {}
    """The bonus jackpots on the sign: what the others with a jackpot wager get when such a hand takes its prize."""


class Restriction(Value, tag="Restriction"):
    """A restriction of a player, by the rule of that name, and the person who ordered it."""

    rule: str
    rank: str
    inspector_told: bool = False


class Terms(Value, tag="Terms"):
    """Everything about a table that is not the rules of its game.

    `multiples` are those of the Ante that the sign offers at each stage, where the rules leave that to the sign.
    `decks`, `bettors` (on one area) and `players` (at the table) are what the rules have unless a number is given;
    `reserved` are areas kept for one player, `restricted` players held to less than others may do.
    """

    limits: Mapping[str, Limits]
    device: Device = "shoe"
    chips: Chips = Chips()
    regulator_minimum_cents: Mapping[str, int] | None = None
    maximum_payout_cents: int | None = None
    individual: Mapping[str, Mapping[str, Limits]] = {}
    jackpot: JackpotTerms | None = None
    multiples: Mapping[str, tuple[int, ...]] = {}
    areas: int = 7
    money: bool = False
    decks: int = 0
    bettors: int = 0
    players: int = 0
    reserved: Mapping[str, tuple[int, ...]] = {}
    restricted: Mapping[str, Restriction] = {}
    low_limit: bool = False
    marker: int = 0
    """The area with the marker, from which players wager in order; 0 where there is none."""

    def copy(self) -> "Terms":
        """The same terms in mappings of their own, so that an open table cannot be changed from outside."""
        floor = self.regulator_minimum_cents
        return replace(
            self,
            limits=dict(self.limits),
            regulator_minimum_cents=None if floor is None else dict(floor),
            individual={name: dict(theirs) for name, theirs in self.individual.items()},
            multiples=dict(self.multiples),
            reserved=dict(self.reserved),
            restricted=dict(self.restricted),
        )

    def limits_of(self, patron: str, spot: str) -> Limits:
        """The limits that bind a player on a spot: their own if they have some, else the sign's."""
        if self.individual and patron in self.individual:
            own = self.individual[patron].get(spot)
            if own is not None:
                return own
        return self.limits[spot]


def spot_words(spot: str) -> str:
    """A spot as the layout writes it, in the language in force: `Ante`, `3rd Street`."""
    return say_name(spot_title(spot))


@cache
def spot_title(spot: str) -> str:
    """The English message of a spot."""
    return " ".join(word[:1].upper() + word[1:] for word in spot.replace("-", " ").split())


class Spot(Value):
    """A kind of place for wagers on a playing area."""

    name: str
    bettors: int = 1
    priced: bool = False
    """A priced spot takes exactly its price, nothing more or less."""
    opening: bool = True
    """An opening spot takes wagers before the first card; the others are reached by deciding."""
    face_down: bool = False
    """Whether wagers may be written and put down unseen here."""
    matches: str = ""
    """The spot whose wager one here must equal."""


class Pay(Value):
    """A line of the payout schedule: odds to 1, or a sum in cents, with the clause of its figures."""

    wager: str
    line: str
    odds: str
    clause: str
    cents: int = 0
    from_cents: int = 0
    """The wager from which a sum is paid."""
    capped: bool = False
    """Whether the notice of maximum payout holds for it."""


def schedule(rules: law.Rules) -> Iterator[Pay]:
    """The payout schedule of a game, in the order of the book."""
    data = rules.game.data
    for row in data["pay"]:
        yield Pay(row["wager"], row["line"], row.get("odds", ""), row["clause"], capped=row.get("capped", False))
    if insured := data.get("insurance"):
        yield Pay("insurance", "dealer-pontoon", insured["odds"], insured["clauses"][-1])
    if bonus := data.get("super-bonus"):
        for tier in bonus["tiers"]:
            yield Pay("wager", "super-bonus", "", bonus["clause"], tier["cents"], tier["from_cents"])
        yield Pay("wager", "super-bonus-others", "", bonus["clause"], bonus["others_cents"])


def spots_by_name(*spots: Spot) -> Mapping[str, Spot]:
    """The spots of a layout, in their order."""
    return {spot.name: spot for spot in spots}


# How a table pays: rounding to chips, the maximum payout, and promotional tokens (compiled once a table).


class Payment(Value):
    """A win worked out: exactly, as paid, and what becomes of the stake."""

    exact: Exact
    cap: int | None
    pays: int
    returned: Stake
    taken: Stake
    because: law.Because


class Cashier:
    """Pays wins as the rules in force and the table's terms say."""

    def __init__(self, rules: law.Rules, terms: Terms) -> None:
        self.chips = terms.chips
        self._smallest = terms.chips.denominations[0] if terms.chips.denominations else 1
        self.rounds_up = rules.applies(law.PAID_UP_TO_CHIPS)
        self.cap = terms.maximum_payout_cents if rules.applies(law.MAXIMUM_PAYOUT) else None
        self.caps_last = bool(rules.reading("capAfterRounding", otherwise=True))
        self._cap_reading = rules.reading_of("capAfterRounding")
        self._cap_because: law.Because = (law.MAXIMUM_PAYOUT, *rules.readings("C6", "K34"))
        self.keeps_tokens = bool(rules.reading("winningTokenKept", otherwise=rules.applies(law.TOKEN_KEPT)))
        kept = rules.only((law.TOKEN_KEPT,)) or rules.reading_of("winningTokenKept")
        self._token_because: law.Because = (law.TOKEN_WINS_CHIPS, *kept)

    def pay(self, cents: int) -> int:
        """What is handed over for a fixed sum."""
        return self.chips.next_payable(cents) if self.rounds_up else cents

    def win(self, stake: Stake, odds: ToOne, *, capped: bool) -> Payment:
        """Work out what a winning stake is paid."""
        pieces = stake.pieces
        if len(pieces) == 1 and odds.bottom == 1:  # as nearly every win is
            pays = pieces[0].cents * odds.top
            is_plain = pieces[0].kind == "chips" and not pays % self._smallest
            if is_plain and not (capped and self.cap is not None and pays > self.cap):
                return Payment(pays, None, pays, stake, EMPTY, ())
        exact = odds.win(stake.cents)
        because: law.Because = ()
        cap = self.cap if capped else None
        due: Exact = exact
        if cap is not None and not self.caps_last and due > cap:
            due, because = cap, (*self._cap_because, *self._cap_reading)
        pays = self.chips.next_payable(due) if self.rounds_up else -(-due.numerator // due.denominator)
        if pays != due and self.rounds_up:
            because = (*because, law.PAID_UP_TO_CHIPS)
        if cap is not None and self.caps_last and pays > cap:
            because = (*because, *self._cap_because, *(self._cap_reading if pays != due else ()))
            pays = cap
        bitten = cap if because and law.MAXIMUM_PAYOUT in because else None
        if not stake.tokens_cents:
            return Payment(exact, bitten, pays, stake, EMPTY, because)
        because = (*because, *self._token_because)
        if self.keeps_tokens:
            return Payment(exact, bitten, pays, stake.only("chips"), stake.only("tokens"), because)
        return Payment(exact, bitten, pays, stake, EMPTY, because)


# A game as a table has it before anything is played: its rules, its terms, its spots and its cards.

T = TypeVar("T")

GIVEN_BY: Mapping[str, law.Key] = {
    "jackpot": law.JACKPOT_OFFERED,
    "maximum_payout_cents": law.MAXIMUM_PAYOUT,
    "regulator_minimum_cents": law.REGULATOR_MINIMUM,
    "individual": law.INDIVIDUAL_LIMITS,
    "multiples": law.PLAY_MULTIPLE,
    "decks": law.DECKS_OF_48,
    "bettors": law.THREE_BETTORS,
    "players": law.FEWER_PLAYERS,
    "reserved": law.AREAS_RESERVED,
    "restricted": law.HELD_TO_MINIMUM,
    "low_limit": law.LOW_LIMIT_DEVICE,
    "marker": law.WAGERING_ORDER,
}
"""The terms that only some games and editions have, each with the rule that gives it."""


class Setup:
    """A game as a table has it: its rules, its terms, its spots and its cards."""

    spots: Mapping[str, Spot]
    deck: tuple[Card, ...]
    copies: int = 1
    """How many decks are dealt together."""
    deck_because: law.Because = (law.DECK_OF_52,)
    """The rule that says which cards there are."""
    house: tuple[str, ...] = ()
    """The hands of the house, in the order of their numbers, before those of the players."""
    whose_because: law.Because = ()
    """The rule that says whose a decision is, where a hand has several players."""
    switches: frozenset[str] = frozenset()
    """The readings that this engine can take the other way."""

    def __init__(self, rules: law.Rules, terms: Terms) -> None:
        self.rules = rules
        self.terms = terms = terms.copy()
        self.cashier = Cashier(rules, terms)
        self.smallest_chip = min(terms.chips.denominations, default=1)
        self.deck_set = frozenset(self.deck)
        self.pack = self.deck * self.copies
        self.size = len(self.pack)

    def __repr__(self) -> str:
        return f"<{self.rules.game.name} {self.rules.edition.version}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Setup) and (self.rules, self.terms) == (other.rules, other.terms)

    __hash__ = None  # type: ignore[assignment]  # terms hold mappings

    def check_terms(self) -> Refusal | None:
        """Say why a table may not open on these terms: one that the game has no use for, a reading it does not play."""
        no = check_given(self)
        if no is not None:
            return no
        rules = self.rules
        for switch, choice in rules.choices.items():
            if switch not in self.switches and choice != rules.default(switch):
                words = say(
                    "{game} is not played with {reading} = {choice}: leave that reading as it is.",
                    game=rules.game.name,
                    reading=switch,
                    choice=choice,
                )
                return Refusal((law.TERMS, rules.reading_id(switch)), words)
        return None


def check_given(game: Setup) -> Refusal | None:
    """Refuse terms that the game has no use for: nothing is put on a sign and then ignored."""
    for name in _idle(game.rules, game.terms):
        term = name.removesuffix("_cents").replace("_", " ")
        return Refusal((law.TERMS,), say("{game} has no {term}: leave it out.", game=game.rules.game.title, term=term))
    known = _limited_spots(game)
    terms = game.terms
    for spot in chain(terms.limits, terms.regulator_minimum_cents or (), *terms.individual.values()):
        if spot not in known:
            words = say(
                "The sign has no limits for {spot}: it has them for {known}.", spot=spot, known=", ".join(known)
            )
            return Refusal((law.TERMS, law.PLAYING_AREA), words)
    return None


def _idle(rules: law.Rules, terms: Terms) -> Iterator[str]:
    """The terms that are given and that no rule gives."""
    for name, rule in GIVEN_BY.items():
        if getattr(terms, name) and not rules.applies(rule):
            yield name


def _limited_spots(game: Setup) -> tuple[str, ...]:
    return tuple(spot.name for spot in game.spots.values() if spot.opening and not spot.priced)


def keep_used_terms(game: Setup, terms: Terms) -> Terms:
    """The terms that a game uses: a table on an old log may have others, without effect."""
    terms = replace(terms, **{name: Terms._field_defaults[name] for name in _idle(game.rules, terms)})
    known = _limited_spots(game)

    def there(given: Mapping[str, T]) -> dict[str, T]:
        """What is given for spots of the layout."""
        return {spot: value for spot, value in given.items() if spot in known}

    floor = terms.regulator_minimum_cents
    return replace(
        terms,
        limits=there(terms.limits),
        regulator_minimum_cents=there(floor) if floor is not None else None,
        individual={patron: there(own) for patron, own in terms.individual.items()},
    )


def check_layout(game: Setup, areas: int, devices: Collection[str]) -> Refusal | None:
    """Refuse more playing areas than the layout may have, and cards that come from anything but these devices."""
    if not 1 <= game.terms.areas <= areas:
        words = say("A table has 1 to {most} playing areas, not {areas}.", most=areas, areas=game.terms.areas)
        return Refusal((law.PLAYING_AREA,), words)
    if game.terms.device not in devices:
        words = say("Choose where the cards come from: a {devices}.", devices=" or a ".join(devices))
        return Refusal((law.CARDS_FROM_DEVICE,), words)
    return None


def check_limits(game: Setup, spots: tuple[str, ...]) -> Refusal | None:
    """Refuse a sign without limits for a spot, and limits of a player's own that are none."""
    for spot in spots:
        no = _limits(game, spot, game.terms.limits.get(spot))
        for theirs in game.terms.individual.values():
            no = no or (_limits(game, spot, theirs[spot]) if spot in theirs else None)
        if no is not None:
            return no
    return None


def _limits(game: Setup, spot: str, limits: Limits | None) -> Refusal | None:
    """Refuse limits without a minimum, or below the regulator's minimum; this holds for a player's own limits, too."""
    if limits is None or not limits.are_sound:
        words = "Set a minimum above $0 and a maximum for the {spot}; the maximum cannot be less than the minimum."
        return Refusal((law.SIGN_MINIMUM,), say(words, spot=spot_words(spot)))
    floor = (game.terms.regulator_minimum_cents or {}).get(spot, 0)
    if game.rules.applies(law.REGULATOR_MINIMUM) and not 0 < floor <= limits.minimum_cents:
        words = "Set the regulator's minimum for the {spot}, and limits that are not below it."
        because = (law.REGULATOR_MINIMUM, *game.rules.readings("K23"))
        return Refusal(because, say(words, spot=spot_words(spot)))
    return None


def check_chips(game: Setup, spots: tuple[str, ...]) -> Refusal | None:
    """Refuse an invalid set of chips, a minimum that chips cannot make, and a maximum payout that they cannot pay."""
    terms = game.terms
    if not terms.chips.is_sound:
        words = "List chips above $0, the smallest first, each a multiple of the one before."
        return Refusal((law.TERMS, law.CHIPS_OR_TOKENS), words)
    for spot in spots:
        if not terms.chips.pays_exactly(terms.limits[spot].minimum_cents):
            words = say("The chips of this table cannot make the minimum {spot}.", spot=spot_words(spot))
            return Refusal((law.TERMS, law.CHIPS_OR_TOKENS), words)
    cap = terms.maximum_payout_cents
    if cap is not None and (cap <= 0 or not terms.chips.pays_exactly(cap)):
        because = (law.TERMS, *game.rules.only((law.MAXIMUM_PAYOUT,)))
        return Refusal(because, "Set a maximum payout that the chips of this table can pay.")
    return None


# Stakes: chips that the table has, or tokens, within the limits on the sign. A wrong one is refused when
# it is seen; what is found too late stands in part.


def plain_cents(game: Setup, stake: Stake) -> int:
    """What a stake comes to that is one pile of chips of this table, as nearly all are; 0 for any other."""
    pieces = stake.pieces
    if len(pieces) == 1:
        cents = pieces[0].cents
        if pieces[0].kind == "chips" and cents > 0 and not cents % game.smallest_chip:
            return cents
    return 0


def refuse_tender(stake: Stake) -> Refusal | None:
    """Refuse a stake that is neither chips nor promotional tokens."""
    for piece in stake.pieces:
        if piece.cents <= 0:
            return Refusal((law.CHIPS_OR_TOKENS,), "A wager must be more than $0.")
        if piece.kind not in ("chips", "tokens"):
            words = say("A wager is chips or promotional tokens, not {kind}.", kind=piece.kind)
            return Refusal((law.CHIPS_OR_TOKENS,), words)
    return None


def refuse_chips(game: Setup, stake: Stake) -> Refusal | None:
    """Refuse an amount of chips that the table's chips do not make."""
    for piece in stake.pieces:
        cents = piece.cents
        if piece.kind == "chips" and cents % game.smallest_chip and not game.terms.chips.pays_exactly(cents):
            words = say("The chips of this table cannot make {amount}: choose another one.", amount=dollars(cents))
            return Refusal((law.CHIPS_OR_TOKENS,), words)
    return None


def limit_fault(game: Setup, patron: str, spot: str, cents: int) -> Refusal | None:
    """Say how an amount breaks the limits on the sign, if it does."""
    terms = game.terms
    sign = terms.limits_of(patron, spot)
    least, most, unit = sign.minimum_cents, sign.maximum_cents, sign.unit_cents
    if least <= cents <= most and not (unit and (cents - least) % unit):
        return None
    own = (law.INDIVIDUAL_LIMITS,) if terms.individual and spot in terms.individual.get(patron, ()) else ()
    name = spot_words(spot)
    if cents < least:
        words = "The {spot} is at least {least}: top it up from {amount}, or take it back."
        amounts = {"least": dollars(least), "amount": dollars(cents)}
        return Refusal((law.SIGN_MINIMUM, *own), say(words, spot=name, **amounts))
    if cents > most:
        words = "The {spot} is at most {most}: take {excess} of it back."
        amounts = {"most": dollars(most), "excess": dollars(cents - most)}
        return Refusal((law.SIGN_MAXIMUM, *own), say(words, spot=name, **amounts))
    words = "Above {least} the {spot} goes up in steps of {unit}."
    return Refusal((law.SIGN_UNIT, *own), say(words, least=dollars(least), spot=name, unit=dollars(unit)))


class Standing(Value):
    """How much of a wager the limits let stand once the cards are out, and why if not simply all of it."""

    valid_cents: int
    because: law.Because = ()
    void: bool = False


def find_standing(game: Setup, wager: Wager) -> Standing:
    """Say what stands of a wager that was first checked after the deal began."""
    cents = wager.stake.cents
    if not wager.unnoticed:
        return Standing(cents)
    sign = game.terms.limits_of(wager.patron, wager.spot)
    if cents > sign.maximum_cents:
        return Standing(sign.maximum_cents, (law.MAXIMUM_SETTLED,))
    if cents >= sign.minimum_cents:
        return Standing(cents)
    if game.rules.applies(law.REGULATOR_MINIMUM):
        floor = (game.terms.regulator_minimum_cents or {}).get(wager.spot, 0)
        if cents < floor:
            return Standing(0, (law.REGULATOR_MINIMUM, law.VOID, *game.rules.readings("K35")), void=True)
    is_settled = bool(game.rules.reading("lateLowWagerSettled", otherwise=True))
    return Standing(cents, (law.LATE_MINIMUM_STANDS, *game.rules.readings("K29")), void=not is_settled)
