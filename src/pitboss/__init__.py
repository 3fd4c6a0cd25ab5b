"""Casino table games, run as their regulator approved them; every decision cites its clause.

`import pitboss` is all that a program needs to play, settle and price the games. A name is loaded when it is used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pitboss.cards import Card as Card
    from pitboss.cards import parse_cards as parse_cards
    from pitboss.games import built_games as built_games
    from pitboss.games import open_table as open_table
    from pitboss.library import compare as compare
    from pitboss.library import edge as edge
    from pitboss.library import parsheet as parsheet
    from pitboss.library import price_with as price_with
    from pitboss.library import simulate as simulate
    from pitboss.library import simulate_with as simulate_with
    from pitboss.library import strategy as strategy
    from pitboss.money import Stake as Stake
    from pitboss.play import Refused as Refused
    from pitboss.play import Round as Round
    from pitboss.play import Table as Table
    from pitboss.play import apply as apply
    from pitboss.play import refusal as refusal
    from pitboss.play import totals as totals
    from pitboss.play.terms import JackpotTerms as JackpotTerms
    from pitboss.play.terms import Limits as Limits
    from pitboss.play.terms import Terms as Terms
    from pitboss.report.script import settle as settle
    from pitboss.virtual_table import PlayedRound as PlayedRound
    from pitboss.virtual_table import PlayerTurn as PlayerTurn
    from pitboss.virtual_table import play_rounds as play_rounds
    from pitboss.virtual_table import virtual_terms as virtual_terms

__version__ = "0.2.0"

_NAMES = {
    "pitboss.cards": ("Card", "parse_cards"),
    "pitboss.games": ("built_games", "open_table"),
    "pitboss.library": ("compare", "edge", "parsheet", "price_with", "simulate", "simulate_with", "strategy"),
    "pitboss.money": ("Stake",),
    "pitboss.play": ("Refused", "Round", "Table", "apply", "refusal", "totals"),
    "pitboss.play.terms": ("JackpotTerms", "Limits", "Terms"),
    "pitboss.report.script": ("settle",),
    "pitboss.virtual_table": ("PlayedRound", "PlayerTurn", "play_rounds", "virtual_terms"),
}
"""Where each name stands. `pitboss.play.acts` and `pitboss.play.needs` have one class for each act and need."""
_MODULE_OF = {name: module for module, names in _NAMES.items() for name in names}
__all__ = sorted(_MODULE_OF)  # noqa: PLE0605


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'pitboss' has no attribute {name!r}")
    try:
        found = globals()[name] = getattr(import_module(_MODULE_OF[name]), name)
    except ModuleNotFoundError as error:
        from pitboss.plugins import tell_extra  # noqa: PLC0415  it is wanted seldom

        raise ModuleNotFoundError(tell_extra(error) or str(error), name=error.name) from None
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
