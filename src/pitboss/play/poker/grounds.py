"""The rules that a poker game cites, so far as its edition has them, and what becomes of a jackpot wager."""

from abc import abstractmethod
from collections.abc import Mapping

from pitboss import law
from pitboss.cards import Category
from pitboss.law import Because
from pitboss.play.mend import MendsWagers
from pitboss.play.poker.words import CONCEDED, FOLD, FORFEITED


class Grounds(MendsWagers):
    """The part of a poker game that knows why: worked out once a table."""

    @abstractmethod
    def bet_keys(self) -> Because:
        """The rules that say how much a follow-on wager is."""

    def set_grounds(self) -> None:
        """The rules that a game of this family cites, so far as this edition has them."""
        rules, only = self.rules, self.rules.only
        self.may_concede = rules.applies(law.CONCEDE)
        self.shows_folded = rules.applies(law.FOLDED_SHOWN)
        self.lapse_voids = rules.applies(law.LAPSE_VOIDS_HAND)
        self.lapse_reading = self.reading_of("lapseRefund")
        self.lapse_because: Because = only((law.LAPSE_FOLDS,))
        self.lapse_checks = False
        self.fold_spot_because: Mapping[str, Because] = {}
        self.talking_because: Because = only((law.TALKING_FORFEITS, law.TALKING_COSTS_ALL))
        self.talking_costs_jackpot = rules.applies(law.TALKING_COSTS_ALL)
        off_range = self.reading_of("offRangeStreet")
        self.follows_cap = (
            bool(rules.reading("betFollowsCappedAnte")) if rules.has_switch("betFollowsCappedAnte") else True
        )
        self.cap_reading = self.reading_of("betFollowsCappedAnte")
        self.one_jackpot = law.ONE_JACKPOT_WAGER if rules.applies(law.ONE_JACKPOT_WAGER) else law.ONE_WAGER_PER_SPOT
        self.decide_because: Because = only((law.BET_OR_FOLD, law.BET_OR_CHECK))
        self.discards_because: Because = only((law.FOLD_DISCARDS,)) or (law.FOLD_LOSES,)
        self.collected_because: Because = only((law.CARDS_COLLECTED,)) or (law.ROUND_OF_PLAY,)
        self.wrong_bet_because: Because = (*only((law.WRONG_BET_CORRECTED, *self.bet_keys())), *off_range)
        self.wrong_fold_because: Because = (
            *only((law.WRONG_BET_FOLDED, *self.bet_keys())),
            *(off_range or self.lapse_because),
        )
        self.excess_because: Because = only((law.EXCESS_WAGER_RETURNED,)) or off_range
        self.short_because: Because = only((law.SHORT_WAGER_SETTLED,)) or off_range
        self.turn_because: Because = only((law.DEALER_TURNS, law.THIRD_STREET_SHOWN, law.FLOP_SHOWN))
        self.dealt_because: Because = only((law.FIVE_CARDS, law.HOLE_CARDS, law.CARDS_FROM_DEVICE))

    def set_jackpot(self, prizes: tuple[frozenset[Category], ...]) -> None:
        """What a fold does to a jackpot wager: Method A or B where the edition has them, else its rule or reading."""
        rules, terms = self.rules, self.terms.jackpot
        if rules.has_switch("foldKeepsJackpot"):
            self.fold_keeps_jackpot = bool(rules.reading("foldKeepsJackpot"))
            self.fold_jackpot_because: Because = self.reading_of("foldKeepsJackpot")
        else:
            by_method = rules.applies(law.FOLD_ENDS_JACKPOT)
            self.fold_keeps_jackpot = terms is not None and terms.method == "B" if by_method else True
            key = law.FOLD_KEEPS_JACKPOT if self.fold_keeps_jackpot else law.FOLD_ENDS_JACKPOT
            self.fold_jackpot_because = (key,)
        self.method_because: Because = ()
        loses: Because = ()
        if terms is not None and terms.method:
            by_a = terms.method == "A"
            self.method_because = rules.only((law.JACKPOT_METHOD_A if by_a else law.JACKPOT_METHOD_B,))
            loses = rules.only((law.JACKPOT_LOSES_A if by_a else law.JACKPOT_LOSES_B,))
        self._concede_keeps = self.fold_keeps_jackpot
        self._concede_because = self.fold_jackpot_because
        if rules.has_switch("concedeKeepsJackpot"):
            self._concede_keeps = bool(rules.reading("concedeKeepsJackpot"))
            self._concede_because = self.reading_of("concedeKeepsJackpot")
        self.jackpot_stays: Because = rules.only((law.JACKPOT_WHATEVER_DEALER, law.JACKPOT_HAND_STAYS))
        option = terms.option if terms is not None else 1
        self.jackpot_hands = prizes[option - 1] if 0 < option <= len(prizes) else frozenset()
        # the Star names each hand that takes a prize, Crown the lowest of an option
        from_straight = Category.STRAIGHT in self.jackpot_hands
        self.lowest_prize = law.JACKPOT_FROM_STRAIGHT if from_straight else law.JACKPOT_FROM_FLUSH
        self.jackpot_loses_because: Because = (
            *rules.only((law.JACKPOT_HANDS, self.lowest_prize, law.JACKPOT_LOSES)),
            *loses,
        )

    def choice_because(self, passing: str) -> Because:
        """The rule that gives a player the choice of a stage: to bet or fold, or to bet or check."""
        return self.rules.only((law.BET_OR_FOLD if passing == FOLD else law.BET_OR_CHECK,))

    def offer_because(self, choice: Because) -> Because:
        """Why a bet is offered: the rule of its size, the choice of the stage, the game's rules before others."""
        return (*self.rules.only(self.bet_keys()), *choice, *self.rules.only((law.VARIATION_PREVAILS,)))

    def keeps_jackpot(self, status: str) -> bool:
        """Whether the jackpot wager of a hand that left in this way lives on."""
        return self._concede_keeps if status == CONCEDED else self.fold_keeps_jackpot

    def left_jackpot_because(self, status: str) -> Because:
        """Why the jackpot wager of a hand that left in this way lives on or does not."""
        if status == CONCEDED:
            return self._concede_because
        if status == FORFEITED:
            taken = () if self.fold_keeps_jackpot else (law.TALKING_FORFEITS,)
            return (*taken, *self.rules.readings("K36"))
        return self.fold_jackpot_because

    def reading_of(self, switch: str) -> Because:
        """The number of a reading to cite, where the edition has it."""
        return (self.rules.reading_id(switch),) if self.rules.has_switch(switch) else ()
