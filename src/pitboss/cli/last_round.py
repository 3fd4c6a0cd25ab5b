"""`pitboss last-round`: what a wager of the last round of a tournament session is worth, for practice."""

from typing import Annotated

import typer

from pitboss.cli.terminal import Json, app, complete_game, leave, make_table, print_json, print_text
from pitboss.messages import say, words_of
from pitboss.money import dollars


@app.command("last-round")
def last_round(
    game: Annotated[str, typer.Argument(help="The game, such as star-pontoon.", autocompletion=complete_game)],
    chips: Annotated[str, typer.Argument(help="The chips of the players, yours first: 1000,1200,900.")],
    others: Annotated[str, typer.Option("--others", help="What the others wager, in their order: 300,100.")],
    places: Annotated[int, typer.Option("--places", help="How many advance.")] = 1,
    minimum: Annotated[str, typer.Option("--minimum", help="The least wager, in chips.")] = "100",
    maximum: Annotated[str, typer.Option("--maximum", help="The largest wager, in chips.")] = "1000",
    rounds: Annotated[int, typer.Option("--rounds", help="How many rounds the engine plays.")] = 2_000,
    seed: Annotated[int, typer.Option("--seed", min=0, help="The same seed gives the same rounds.")] = 1,
    as_json: Json = False,
) -> None:
    """Show the chance to advance from the last round of a tournament session, for each wager, with its interval.

    The real engine plays the rounds, every hand by one simple strategy as far as the chips go. It is for practice and
    for the lab: no page of a table shows it. A wager is that of each spot that opens a hand: at Ultimate Texas Hold'em
    the Ante, with a Blind beside it.
    """
    from pitboss.lab.last_round import LastRoundWords, last_round_data  # noqa: PLC0415  the lab is for those who ask

    words = LastRoundWords(chips, others, str(places), minimum, maximum, str(rounds), str(seed))
    try:
        found = last_round_data(*words.read(game))
    except ValueError as error:
        raise leave(words_of(error)) from None
    if as_json:
        print_json(found)
        return
    table = make_table(say("Wager"), say("Chance to advance"), say("95% interval"))
    for row in found["wagers"]:
        interval = say("{low} to {high}", low=f"{row['low']:.1%}", high=f"{row['high']:.1%}")
        table.add_row(dollars(row["wager_cents"]), f"{row['chance']:.1%}", interval)
    print_text(table)
