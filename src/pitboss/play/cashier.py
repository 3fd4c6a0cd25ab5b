"""How a table pays: rounding to chips, the maximum payout, and promotional tokens (compiled once a table)."""

from pitboss import law
from pitboss.law import Because
from pitboss.law.rules import Rules
from pitboss.money import EMPTY, Exact, Stake, ToOne
from pitboss.play.terms import Terms
from pitboss.value import Value


class Payment(Value):
    """A win worked out: exactly, as paid, and what becomes of the stake."""

    exact: Exact
    cap: int | None
    pays: int
    returned: Stake
    taken: Stake
    because: Because


class Cashier:
    """Pays wins as the rules in force and the table's terms say."""

    def __init__(self, rules: Rules, terms: Terms) -> None:
        self.chips = terms.chips
        self._smallest = terms.chips.denominations[0] if terms.chips.denominations else 1
        self.rounds_up = rules.applies(law.PAID_UP_TO_CHIPS)
        self.cap = terms.maximum_payout_cents if rules.applies(law.MAXIMUM_PAYOUT) else None
        self.caps_last, self._cap_reading = _switch(rules, "capAfterRounding", default=True)
        self._cap_because: Because = (law.MAXIMUM_PAYOUT, *rules.readings("C6", "K34"))
        kept, reading = _switch(rules, "winningTokenKept", default=rules.applies(law.TOKEN_KEPT))
        self.keeps_tokens = kept
        self._token_because: Because = (law.TOKEN_WINS_CHIPS, *reading)
        if rules.applies(law.TOKEN_KEPT):
            self._token_because = (law.TOKEN_WINS_CHIPS, law.TOKEN_KEPT)

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
        because: Because = ()
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


def _switch(rules: Rules, name: str, *, default: bool) -> tuple[bool, Because]:
    """A yes-or-no reading that only some editions have, with the number to cite it by."""
    if not rules.has_switch(name):
        return default, ()
    return bool(rules.reading(name)), (rules.reading_id(name),)
