"""The remedies of the editions for irregularities in a poker game: one table, a row for each clause.

Star Caribbean Stud 14.1 to 14.10 and 15, Star Mississippi Stud 11.1 to 11.9 and 12, Crown 13.1 to 13.6, 13.10 to
13.12.
The keys of an edition decide which rows count. The line that tests the condition of a row names its key.
"""

from collections import Counter

from pitboss import law
from pitboss.cards import UNKNOWN
from pitboss.messages import message
from pitboss.play import irregularity
from pitboss.play.poker import names, remedies, reports
from pitboss.play.poker.table import ante_of
from pitboss.play.provisions import Provision
from pitboss.play.round import OVER, Round

# Moments, and what a report says.


def are_cards_out(round: Round) -> bool:
    """Whether cards of the round have come out."""
    return round.phase not in (names.WAGERS, OVER)


def is_in_deal(round: Round) -> bool:
    """Whether the cards are being dealt, or were dealt and no player has acted on them."""
    game = reports.poker_of(round.game)
    return round.phase == names.DEAL or (round.phase == game.stages[0].phase and not reports.find_acted(game, round))


def is_open_stage(round: Round) -> bool:
    """Whether a player is still to decide."""
    return round.phase in reports.poker_of(round.game).stage_of and bool(reports.find_undecided(round))


def is_from_device(round: Round) -> bool:
    """Whether the cards come from a shuffling device."""
    return round.game.terms.device != "shoe"


def has_looked(round: Round, report: irregularity.Irregularity) -> bool:
    """Whether any player has looked at or handled cards."""
    return bool(irregularity.players_who_looked(round, report))


def is_dealers(round: Round, report: irregularity.Irregularity) -> bool:
    """Whether the report is about the dealer's hand."""
    return round.hands[report.hand].kind == names.DEALER


def exposures(round: Round, report: irregularity.Irregularity) -> int:
    """How many cards were exposed in error in this deal, with those of the report; where it is read so (C2) the
    dealer's have a remedy of their own and are not counted."""
    every = (*round.irregular.exposed, *[report.hand] * len(report.places))
    if round.game.rules.reading("exposuresAddUp", otherwise=True):
        return len(every)
    return sum(1 for hand in every if round.hands[hand].area)


def becomes_up_card(round: Round, report: irregularity.Irregularity) -> bool:
    """Crown 13.1.1: the one card that was exposed is the dealer's."""
    return (
        round.game.rules.applies(law.EXPOSED_BECOMES_UP) and is_dealers(round, report) and exposures(round, report) < 2
    )


def is_community_by_hand(round: Round, report: irregularity.Irregularity) -> bool:
    """Whether a community card shown in the deal goes by the clauses on community cards (reading M3)."""
    by_hand = round.game.rules.reading("communityShownInDeal", otherwise="misdeal") == "hand-by-hand"
    return by_hand and round.hands[report.hand].kind == names.COMMUNITY


def is_before_third_street(round: Round) -> bool:
    """Whether a player has not placed the first Street wager."""
    first = reports.poker_of(round.game).stages[0].phase
    return round.phase == names.DEAL or (round.phase == first and bool(reports.find_undecided(round)))


def is_community_moment(round: Round) -> bool:
    """When a community card may be shown too early: once the hole cards are out, or earlier where it is read so."""
    in_stage = round.phase in reports.poker_of(round.game).stage_of
    by_hand = round.game.rules.reading("communityShownInDeal", otherwise="misdeal") == "hand-by-hand"
    return in_stage or (round.phase == names.DEAL and by_hand)


def is_nominated(round: Round, report: irregularity.Irregularity) -> bool:
    """Crown 13.4.1: the player names the cards exactly, and they lie on top in the rack."""
    held = round.hands[report.hand].cards
    if reports.TOP_OF_RACK not in report.states or len(report.cards) != len(held) or UNKNOWN in report.cards:
        return False
    return not Counter(card for card in held if card != UNKNOWN) - Counter(report.cards)


def is_all_of_rack(round: Round, report: irregularity.Irregularity) -> bool:
    """Crown 13.4.2: the cards can be no others, and go back unnamed."""
    return reports.ONLY_CARDS in report.states and not is_nominated(round, report)


def has_jackpot_game(round: Round) -> bool:
    """Whether jackpot wagers are registered: wagers are closed, and some of the jackpot's lie there."""
    return round.need(names.WAGERS) is None and any(w.spot == names.JACKPOT and w.left.pieces for w in round.wagers)


def has_own_looked(round: Round, report: irregularity.Irregularity) -> bool:
    """Whether the player whose cards were taken had looked at them."""
    return round.wagers[ante_of(round, round.hands[report.hand])].patron in irregularity.players_who_looked(
        round, report
    )


# The rules, a row for each clause.

_MISDEAL = message("It is a misdeal: all wagers are void, and go back.")
_CROWN_MISDEAL = message("It is a misdeal: all wagers go back, but for jackpot wagers, which stay for the next round.")
_VOID = message("The round is void: all wagers go back.")
_CROWN_VOID = message("The round is void: all wagers go back, but for jackpot wagers, which stay for the next round.")

_EXPOSED = (
    Provision(
        reports.EXPOSED,
        reports.MISDEAL,
        _MISDEAL,
        (law.TWO_EXPOSED, law.MISDEAL),
        remedies.misdeal,
        lambda round, it: exposures(round, it) >= 2,  # TWO_EXPOSED
        is_in_deal,
        readings=("C2",),
    ),
    Provision(
        reports.EXPOSED,
        reports.TURN_DOWN,
        "It is not a misdeal: the card is turned over, and the deal goes on.",
        (law.EXPOSED_TURNED_DOWN,),
        remedies.turn_down,
        lambda round, it: exposures(round, it) < 2 and not is_dealers(round, it),  # EXPOSED_TURNED_DOWN
        is_in_deal,
    ),
    Provision(
        reports.EXPOSED,
        reports.LEAVE_UP,
        "The dealer's card stays face up, and the dealer's other cards lie face down.",
        (law.EXPOSED_STAYS_UP, law.EXPOSED_TURNED_DOWN),
        remedies.leave_up,
        lambda round, it: exposures(round, it) < 2 and is_dealers(round, it),  # EXPOSED_STAYS_UP
        is_in_deal,
    ),
    Provision(
        reports.EXPOSED,
        reports.LEAVE_UP,
        "The exposed card becomes the dealer's face-up card.",
        (law.EXPOSED_BECOMES_UP,),
        remedies.leave_up,
        lambda round, it: becomes_up_card(round, it) and not has_looked(round, it),  # EXPOSED_BECOMES_UP
        is_in_deal,
        readings=("K42",),
    ),
    Provision(
        reports.EXPOSED,
        reports.MISDEAL,
        _CROWN_MISDEAL,
        (law.EXPOSED_BEFORE_LOOKING, law.MISDEAL),
        remedies.misdeal,
        lambda round, it: not has_looked(round, it) and not becomes_up_card(round, it),  # EXPOSED_BEFORE_LOOKING
        is_in_deal,
        readings=("K42",),
    ),
    Provision(
        reports.EXPOSED,
        reports.MISDEAL,
        _MISDEAL,
        (law.EXPOSED_IN_DEAL, law.MISDEAL),
        remedies.misdeal,
        lambda round, it: not is_community_by_hand(round, it),  # EXPOSED_IN_DEAL
        is_in_deal,
        readings=("M3",),
    ),
)

_STAR_COUNTS = (
    *(
        Provision(
            fact,
            reports.MISDEAL,
            _MISDEAL,
            (law.DEALT_WRONG, law.MISDEAL),
            remedies.misdeal,
            lambda round, it: not has_looked(round, it),  # DEALT_WRONG
            are_cards_out,
            readings=("C21",),
        )
        for fact in (reports.MISDEALT, reports.PLAYER_COUNT, reports.NO_ANTE)
    ),
    Provision(
        reports.DEALER_COUNT,
        reports.MISDEAL,
        _MISDEAL,
        (law.DEALER_COUNT_WRONG, law.MISDEAL),
        remedies.misdeal,
        when=are_cards_out,  # DEALER_COUNT_WRONG
    ),
    Provision(
        reports.PLAYER_COUNT,
        reports.VOID_HAND,
        "The hand is void, and its wagers go back.",
        (law.HAND_COUNT_VOIDS,),
        remedies.void_hand,
        has_looked,  # HAND_COUNT_VOIDS
        are_cards_out,
        readings=("C20", "C21"),
    ),
    *(
        Provision(
            fact,
            reports.MISDEAL,
            _MISDEAL,
            (law.COUNT_WRONG, law.MISDEAL),
            remedies.misdeal,
            when=are_cards_out,  # COUNT_WRONG
        )
        for fact in (reports.PLAYER_COUNT, reports.COMMUNITY_COUNT)
    ),
    Provision(
        reports.NO_ANTE,
        reports.MISDEAL,
        _MISDEAL,
        (law.STRAY_HAND, law.MISDEAL),
        remedies.misdeal,
        lambda round, it: not has_looked(round, it),  # STRAY_HAND
        are_cards_out,
        readings=("M27",),
    ),
    Provision(
        reports.NO_ANTE,
        reports.DISCARD,
        "The cards of that area are counted and go into the discard rack.",
        (law.STRAY_HAND_DISCARDED,),
        remedies.discard_unwagered,
        has_looked,  # STRAY_HAND_DISCARDED
        are_cards_out,
        readings=("C21", "M27"),
    ),
    Provision(
        reports.SPREAD,
        reports.MISDEAL,
        _MISDEAL,
        (law.SPREAD_WRONG, law.MISDEAL),
        remedies.misdeal,
        when=are_cards_out,  # SPREAD_WRONG
    ),
)

_CROWN_COUNTS = (
    Provision(
        reports.PLAYER_COUNT,
        reports.MISDEAL,
        _CROWN_MISDEAL,
        (law.WRONG_BEFORE_LOOKING, law.MISDEAL, law.COUNTED_AFTER),
        remedies.misdeal,
        lambda round, it: not has_looked(round, it),  # WRONG_BEFORE_LOOKING
        are_cards_out,
        follows=(irregularity.COUNT_CARDS,),
        readings=("K42",),
    ),
    Provision(
        reports.NO_ANTE,
        reports.MISDEAL,
        _CROWN_MISDEAL,
        (law.WRONG_BEFORE_LOOKING, law.MISDEAL),
        remedies.misdeal,
        lambda round, it: not has_looked(round, it),  # WRONG_BEFORE_LOOKING
        are_cards_out,
        readings=("K42",),
    ),
    Provision(
        reports.PLAYER_COUNT,
        reports.VOID_HAND,
        "The hand is void, its jackpot wager stays for the next round, and every other player may retract.",
        (law.WRONG_AFTER_LOOKING, law.VOID_HAND_JACKPOT, law.COUNTED_AFTER),
        remedies.void_and_offer,
        has_looked,  # WRONG_AFTER_LOOKING
        are_cards_out,
        follows=(irregularity.COUNT_CARDS,),
        readings=("K19", "K42"),
    ),
    Provision(
        reports.NO_ANTE,
        reports.VOID_HAND,
        "The cards of that area are burned, and every player may retract.",
        (law.WRONG_AFTER_LOOKING, law.CARD_BURNED),
        remedies.void_and_offer,
        has_looked,  # WRONG_AFTER_LOOKING
        are_cards_out,
        readings=("K42",),
    ),
    *(
        Provision(
            fact,
            reports.RECONSTRUCT,
            "The cards are laid as they should have come, and the game continues; an excess card comes out next.",
            (law.RECONSTRUCTED, law.HOUSE_COUNT_WRONG),
            remedies.reconstruct,
            when=are_cards_out,  # RECONSTRUCTED
            must=False,
            readings=("K40",) if fact == reports.SPREAD else (),
        )
        for fact in (reports.DEALER_COUNT, reports.COMMUNITY_COUNT, reports.SPREAD)
    ),
    *(
        Provision(
            fact,
            reports.MISDEAL,
            "The order of the cards cannot be determined. It is a misdeal: all wagers go back, but for jackpot wagers, "
            "which stay for the next round.",
            (law.ORDER_UNKNOWN, law.HOUSE_COUNT_WRONG, law.MISDEAL),
            remedies.misdeal,
            lambda _, it: not it.laid,  # ORDER_UNKNOWN
            are_cards_out,
            must=False,
            readings=("K40",) if fact == reports.SPREAD else (),
        )
        for fact in (reports.DEALER_COUNT, reports.COMMUNITY_COUNT, reports.SPREAD)
    ),
)


_SHOWN = (
    Provision(
        reports.DEALER_SHOWN,
        reports.GO_ON,
        "The cards stay face up, and players who have not decided still decide.",
        (law.HOUSE_SHOWN_EARLY,),
        remedies.go_on_shown,
        when=is_open_stage,  # HOUSE_SHOWN_EARLY
        readings=("C19",),
    ),
    Provision(
        reports.COMMUNITY_SHOWN,
        reports.GO_ON,
        "The cards stay face up, and players who have not decided still decide.",
        (law.HOUSE_SHOWN_EARLY,),
        remedies.go_on_shown,
        when=is_open_stage,  # HOUSE_SHOWN_EARLY
        readings=("K38",),
    ),
    Provision(
        reports.COMMUNITY_SHOWN,
        reports.VOID_UNDECIDED,
        "The hand of each player without a 3rd Street Wager is void, and the Ante goes back, but of those who agree to "
        "go on; the cards are turned face down.",
        (law.EARLY_COMMUNITY_VOIDS, law.EARLY_COMMUNITY_DOWN),
        remedies.void_undecided,
        lambda round, _: is_before_third_street(round) and reports.supervisor_rules(round),  # EARLY_COMMUNITY_VOIDS
        is_community_moment,
        must=False,
        readings=("M3", "M4"),
    ),
    Provision(
        reports.COMMUNITY_SHOWN,
        reports.VOID_UNDECIDED,
        "The hand of each player without a 3rd Street Wager is void, and the Ante goes back; the cards are turned face "
        "down.",
        (law.EARLY_COMMUNITY_VOIDS, law.EARLY_COMMUNITY_DOWN),
        remedies.void_undecided,
        lambda round, _: is_before_third_street(round) and not reports.supervisor_rules(round),  # EARLY_COMMUNITY_VOIDS
        is_community_moment,
        readings=("M3", "M4"),
    ),
    Provision(
        reports.COMMUNITY_SHOWN,
        reports.TURN_DOWN,
        "The cards are turned face down, and play continues.",
        (law.EARLY_COMMUNITY_DOWN,),
        remedies.hide_shown,
        lambda round, _: not is_before_third_street(round),  # EARLY_COMMUNITY_DOWN
        is_community_moment,
        readings=("M3",),
    ),
)

_TAKEN = (
    Provision(
        reports.TAKEN,
        reports.RETURN_CARDS,
        "The player has named the cards exactly: they go back, and the hand is played on.",
        (law.TAKEN_CARDS_RETURNED, law.TAKEN_WAGERS_RETURNED),
        remedies.return_cards,
        lambda round, it: has_own_looked(round, it) and is_nominated(round, it),  # TAKEN_CARDS_RETURNED
        are_cards_out,
        must=False,
    ),
    Provision(
        reports.TAKEN,
        reports.RETURN_CARDS,
        "They are the only cards in the discard rack: they go back, and the hand is played on.",
        (law.TAKEN_CARDS_STAY, law.TAKEN_WAGERS_RETURNED),
        remedies.return_cards,
        lambda round, it: has_own_looked(round, it) and is_all_of_rack(round, it),  # TAKEN_CARDS_STAY
        are_cards_out,
    ),
    Provision(
        reports.TAKEN,
        reports.LEAVE_CARDS,
        "The cards stay in the discard rack: the hand is out, and wagers that were taken in error go back.",
        (law.TAKEN_CARDS_STAY, law.TAKEN_WAGERS_RETURNED),
        remedies.leave_cards,
        lambda round, it: has_own_looked(round, it) and not is_all_of_rack(round, it),  # TAKEN_CARDS_STAY
        are_cards_out,
        must=False,
        readings=("K20",),
    ),
)

_DECK = (
    *(
        Provision(
            fact,
            reports.VOID_ROUND,
            _VOID,
            (law.CARD_MISSING_OR_FOREIGN, law.COMPLETED_ROUNDS_STAND, law.DECK_CHECKED, law.FAULT_TOLD),
            remedies.void_round,
            tells=(irregularity.SURVEILLANCE, irregularity.INSPECTOR),
            follows=(irregularity.CHECK_CARDS,),
            readings=("C22", "M28"),
        )
        for fact in (reports.MISSING, reports.FOREIGN_CARD)
    ),
    *(
        Provision(
            fact,
            reports.VOID_ROUND,
            _CROWN_VOID,
            (law.DECK_SIZE_WRONG,),
            remedies.void_round,
            follows=(irregularity.REPLACE_CARDS,),
            readings=("K19",),
        )
        for fact in (reports.MISSING, reports.FOREIGN_CARD)
    ),
)

_DEVICE = (
    Provision(
        reports.JAM,
        reports.RESHUFFLE,
        "The cards are shuffled again.",
        (law.SHUFFLE_JAMMED,),
        remedies.reshuffle,
        when=lambda round: is_from_device(round) and not are_cards_out(round),  # SHUFFLE_JAMMED
    ),
    *(
        Provision(
            fact,
            reports.RESHUFFLE,
            "The cards that have not come out are shuffled again, and the round goes on.",
            (law.SHUFFLE_JAMMED_IN_ROUND,),
            remedies.reshuffle,
            when=lambda round: is_from_device(round) and are_cards_out(round),  # SHUFFLE_JAMMED_IN_ROUND
        )
        for fact in (reports.JAM, reports.FAILED)
    ),
    Provision(
        reports.FAILED,
        reports.VOID_ROUND,
        _VOID,
        (law.DEVICE_FAILED, law.ROUNDS_BEFORE_FAILURE_STAND, law.OTHER_DEVICE),
        remedies.void_round,
        when=lambda round: is_from_device(round) and are_cards_out(round),  # DEVICE_FAILED
        follows=(irregularity.OTHER_DEVICE, irregularity.REPLACE_CARDS, irregularity.OPEN_ORDER),
        readings=("C23", "M29"),
    ),
    Provision(
        reports.UNVERIFIED,
        reports.GO_ON,
        "No card is missing after a count: the round goes on.",
        (law.DEVICE_UNVERIFIED,),
        remedies.go_on_counted,
        lambda round, it: it.count == round.game.size,  # DEVICE_UNVERIFIED
        is_from_device,
    ),
    Provision(
        reports.UNVERIFIED,
        reports.VOID_ROUND,
        _CROWN_VOID,
        (law.DEVICE_UNVERIFIED,),
        remedies.void_round,
        lambda round, it: it.count != round.game.size,  # DEVICE_UNVERIFIED
        is_from_device,
        follows=(irregularity.REPLACE_CARDS,),
        readings=("K19",),
    ),
)

_JACKPOT = (
    Provision(
        reports.JACKPOT_STARTED,
        reports.CANCEL_JACKPOT,
        "The jackpot game is cancelled: its wagers go back, and every player may place one for the next round.",
        (law.WRONG_GAME_CANCELLED,),
        remedies.cancel_jackpot,
        when=has_jackpot_game,  # WRONG_GAME_CANCELLED
        readings=("K47",),
    ),
)

PROVISIONS = (*_EXPOSED, *_STAR_COUNTS, *_CROWN_COUNTS, *_SHOWN, *_TAKEN, *_DECK, *_DEVICE, *_JACKPOT)
