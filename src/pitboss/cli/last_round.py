"""`pitboss last-round`: what a wager of the last round of a tournament session is worth, for practice."""

from typing import Annotated

import typer

from pitboss.cli.terminal import Json, app, leave, make_table, print_json, print_text
from pitboss.messages import say, words_of
from pitboss.money import dollars, parse_dollars


@app.command("last-round")
def last_round(
    game: Annotated[str, typer.Argument(help="The game, such as star-pontoon.")],
    chips: Annotated[str, typer.Argument(help="The chips of the players, yours first: 1000,1200,900.")],
    others: Annotated[str, typer.Option("--others", help="What the others wager, in their order: 300,100.")],
    places: Annotated[int, typer.Option("--places", help="How many advance.")] = 1,
    minimum: Annotated[str, typer.Option("--minimum")] = "100",
    maximum: Annotated[str, typer.Option("--maximum")] = "1000",
    rounds: Annotated[int, typer.Option("--rounds", help="How many rounds the engine plays.")] = 2_000,
    seed: Annotated[int, typer.Option("--seed", min=0, help="The same seed gives the same rounds.")] = 1,
    as_json: Json = False,
) -> None:
    """The chance to advance from the last round of a Pontoon session, for each wager, with its interval.

    The real engine plays the rounds, every hand by one plain strategy. It is for practice and for the lab: no page of a
    table shows it.
    """
    from pitboss.lab.last_round import LastRound, price_wagers  # noqa: PLC0415  the lab is for those who ask

    try:
        last = LastRound(
            game, _amounts(chips), _amounts(others), places, parse_dollars(minimum), parse_dollars(maximum)
        )
        found = price_wagers(last, rounds, seed)
    except ValueError as error:
        raise leave(words_of(error)) from None
    if as_json:
        rows = [{"wager_cents": w.wager_cents, "chance": str(w.chance), "low": w.low, "high": w.high} for w in found]
        print_json({"rounds": rounds, "seed": seed, "wagers": rows})
        return
    table = make_table(say("Wager"), say("Chance to advance"), say("95 of 100 times within"))
    for each in found:
        table.add_row(dollars(each.wager_cents), f"{float(each.chance):.1%}", f"{each.low:.1%} to {each.high:.1%}")
    print_text(table)


def _amounts(written: str) -> tuple[int, ...]:
    return tuple(parse_dollars(part.strip()) for part in written.split(",") if part.strip())
