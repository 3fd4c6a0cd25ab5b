"""The peers that are measured beside Pitboss, each by one function that plays a round and adds to a tally."""

import random
from collections.abc import Callable
from dataclasses import dataclass


@dataclass
class Tally:
    """What one turn did, and how long it took."""

    rounds: int = 0
    acts: int = 0
    decisions: int = 0
    events: int = 0
    citations: int = 0
    seconds: float = 0.0


def pokerkit_hand(*, folds: bool) -> Callable[[Tally], None]:
    """Heads-up no-limit hold'em; everything but the players' decisions is automated, and no hand is folded for free."""
    from pokerkit import Automation, Mode, NoLimitTexasHoldem

    automations = tuple(Automation)
    chance = random.Random(1)

    def play(tally: Tally) -> None:
        state = NoLimitTexasHoldem.create_state(automations, True, 0, (1, 2), 2, 200, 2, mode=Mode.CASH_GAME)
        while state.status:
            options = ["check or call"]
            if folds and state.checking_or_calling_amount:
                options.append("fold")
            if state.can_complete_bet_or_raise_to():
                options.append("bet or raise")
            match chance.choice(options):
                case "check or call":
                    state.check_or_call()
                case "fold":
                    state.fold()
                case _:
                    least = state.min_completion_betting_or_raising_to_amount
                    most = state.max_completion_betting_or_raising_to_amount
                    assert least is not None and most is not None  # there is a bet to make
                    state.complete_bet_or_raise_to(chance.randint(least, most))
            tally.decisions += 1
        tally.acts += len(state.operations)
        tally.rounds += 1

    return play


def open_spiel_game() -> Callable[[Tally], None]:
    """Blackjack; the cards are actions too, drawn by the chances that the game gives."""
    import pyspiel

    game = pyspiel.load_game("blackjack")
    chance = random.Random(1)

    def play(tally: Tally) -> None:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(outcomes, weights)[0])
            else:
                state.apply_action(chance.choice(state.legal_actions()))
                tally.decisions += 1
            tally.acts += 1
        tally.rounds += 1

    return play


def blackjack21_round() -> Callable[[Tally], None]:
    """Blackjack from six decks, with the short strategy that the Pontoon player follows."""
    from blackjack21 import DEFAULT_SUITS, Deck, Table, shoe_reset_hook
    from blackjack21.players import GameState

    deck = Deck(DEFAULT_SUITS, count=6)
    table = Table([("anna", 25)], deck, on_round_reset=shoe_reset_hook(deck, 0.5))

    def play(tally: Tally) -> None:
        table.start_game()
        tally.acts += 1
        while table.state is GameState.PLAYERS_TURN:
            hand, up = table.current_hand, table.dealer_visible_hand[0].value
            assert hand is not None  # it is a player's turn
            total = hand.total
            if len(hand) == 2 and hand[0].value == hand[1].value and hand[0].value in (7, 8, 11):
                table.split()
            elif len(hand) == 2 and 9 <= total <= 11 and up < 8:
                table.double_down()
            elif total >= (17 if up >= 7 else 14):
                table.stand()
            else:
                table.hit()
            tally.decisions += 1
            tally.acts += 1
        tally.rounds += 1

    return play
