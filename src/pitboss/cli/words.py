"""The lines that a question is made of: what a player has, what is offered, and which key stands for it."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from rich.text import Text

from pitboss.cli.keyboard import amount
from pitboss.cli.seat import Bet, Seat
from pitboss.money import dollars
from pitboss.play import Round, view
from pitboss.play.box import box_of
from pitboss.play.game import PUBLIC
from pitboss.play.needs import DecisionNeed, Offer, Option
from pitboss.play.terms import spot_words
from pitboss.report.acts import write_dollars
from pitboss.report.settlements import phrase

IN_FULL = ("double", "insure")
"""Options for up to an amount that are mostly taken for all of it."""


def keys_line(keys: Mapping[str, str], width: int, *, lead: Text | None = None) -> Text:
    """`[b] Bet $50   [f] Fold`, after some words if there are any."""
    parts = [_key(key or "Enter").append(f" {said}") for key, said in keys.items()]
    return _flow(lead, parts, width, gap=3)


def _key(key: str) -> Text:
    return Text().append(f"[{key}]", "bold cyan")


def offers_line(seat: Seat, round: Round, offers: Sequence[Offer], width: int) -> Text:
    """Who is asked, what they have, and what the sign takes."""
    where = _where(seat, round)
    has = f"{where} has {dollars(seat.free_cents(round))} in practice chips."
    parts = [Text(f"{spot_words(offer.spot)} {amount(offer.least_cents, offer.most_cents)}") for offer in offers]
    return _flow(Text().append(seat.name, "bold").append(has), parts, width, gap=2)


def _flow(lead: Text | None, parts: Sequence[Text], width: int, *, gap: int) -> Text:
    """Words and then parts, in as many lines as they need, no part being broken."""
    line = lead.copy() if lead is not None else Text()
    used, between = line.cell_len, 2
    for part in parts:
        if used and used + between + part.cell_len > width:
            line.append("\n")
            used = 0
        line.append(" " * between if used else "").append_text(part)
        used += (between if used else 0) + part.cell_len
        between = gap
    return line


def _where(seat: Seat, round: Round) -> str:
    """Where somebody stands who has no seat: behind the one who sits there."""
    seated = box_of(round.boxes, seat.area).seated
    return f", standing behind {seated}," if seated and seated != seat.name else ""


def bets_words(bets: Iterable[Bet], area: int) -> str:
    """Wagers in a line; by their areas, unless all are on the one where the player is."""
    areas: dict[int, list[str]] = {}
    for bet in bets:
        areas.setdefault(bet.area, []).append(f"{spot_words(bet.spot)} {dollars(bet.cents)}")
    if set(areas) <= {area}:
        return ", ".join(said for part in areas.values() for said in part)
    return "; ".join(f"area {area} {', '.join(part)}" for area, part in areas.items())


def decision_line(seat: Seat, round: Round, need: DecisionNeed) -> Text:
    """Who decides and what they have left; with the hand, where cards lie up or a player has more than one."""
    hand = next((hand for hand in view(round, PUBLIC).hands if hand.id == need.hand), None)
    about = [f"area {need.area}"] if len({w.area for w in round.wagers if w.patron == seat.name and w.live}) > 1 else []
    about += [hand.says] if hand is not None and hand.says else []
    line = Text().append(seat.name, "bold").append(f" ({', '.join(about)})" if about else "")
    return line.append(f" has {dollars(seat.free_cents(round))} left.")


def option_name(option: Option) -> str:
    """An option with what it takes: `Bet $50`, `Bet $25 to $75`, `Bet $75 or $100`."""
    if option.amounts:
        return f"{phrase(option.name)} {' or '.join(dollars(cents) for cents in option.amounts)}"
    stake = f" {amount(option.least_cents, option.most_cents)}" if option.most_cents else ""
    return phrase(option.name) + stake


def option_words(keys: Mapping[str, Option], usual: Callable[[Option], int]) -> dict[str, str]:
    """What to type for each option: its key takes the usual amount, and an amount after it another."""
    said: dict[str, str] = {}
    for key, option in keys.items():
        name = phrase(option.name)
        if option.least_cents == option.most_cents:
            said[key] = option_name(option)
            continue
        cents = usual(option)
        said[key] = f"{name} {dollars(cents)}"
        if option.name in IN_FULL:
            if cents > option.least_cents:
                said[f"{key} {write_dollars(option.least_cents)}"] = f"or from {dollars(option.least_cents)}"
            continue
        upto = "" if option.amounts else "up to "
        for most in option.amounts[1:] or (option.most_cents,):
            said[f"{key} {write_dollars(most)}"] = f"{name} {upto}{dollars(most)}"
    return said
