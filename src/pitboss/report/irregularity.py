"""What went wrong in a round, as a record has it and as the answer to it reads: the remedy that a report leaves out,
the remedies that were open, and what the one that was taken came to for each wager."""

from difflib import get_close_matches
from typing import Any

from pitboss import law, money
from pitboss.law.rules import Rules
from pitboss.messages import say, say_name, translate
from pitboss.play import Irregularity, Round, spot_words
from pitboss.play.irregularity import STAYS, WagerEffect, effects, refuse_fact, remedies
from pitboss.play.provisions import Fact, Remedy
from pitboss.report import acts, lines, settlements

# Reading a report.


def read_irregularity(round: Round, row: acts.Row) -> Irregularity:
    """The report that a row stands for, at the point where the round is now. What the rules leave no choice about need
    not be written: the remedy where there is one, and the least rank that it takes."""
    fact = _find_fact(round, row["fact"])
    parts = acts.parts_of(acts.IRREGULARITY)
    asked = {key for key, part in parts.items() if part.field in (*fact.asks, *_SAID_OF_ALL)}
    for key in row:
        if key in parts and key not in asked:
            takes = ", ".join(key for key in parts if key in asked and parts[key].field in fact.asks)
            words = "a report of {fact} says nothing of {key}: it says {takes}"
            raise acts.FieldError(key, say(words, fact=fact.name, key=key, takes=takes or say("nothing more")))
    act = acts.read_act(round, {**row, "does": acts.IRREGULARITY})
    assert isinstance(act, Irregularity)
    return _choose_remedy(round, act)


_SAID_OF_ALL = ("fact", "remedy", "rank", "by", "reason")


def _find_fact(round: Round, name: str) -> Fact:
    """The fact of a name, of those that the edition speaks of."""
    game = round.game
    known = {row.fact for row in game.provisions if game.rules.applies(law.Key(row.keys[0]))}
    facts = {fact.name: fact for fact in game.facts if fact.name in known}
    if name in facts:
        return facts[name]
    words = {fact.words: fact.name for fact in facts.values()} | {fact: fact for fact in facts}
    near = dict.fromkeys(words[each] for each in get_close_matches(name, words, n=4, cutoff=0.0))
    nearest = "; ".join(f"{each} ({translate(facts[each].words)})" for each in list(near)[:3])
    more = say(" The nearest are {nearest}.", nearest=nearest) if nearest else ""
    raise acts.FieldError(
        "fact", say("no clause of these rules is about {name}.{more}", name=lines.show_value(name), more=more)
    )


def _choose_remedy(round: Round, act: Irregularity) -> Irregularity:
    """A report with the remedy and the rank that it leaves out; with none where the rules have none, for the gate to
    say why."""
    offered = remedies(round, act) if refuse_fact(round, act) is None else ()
    if not act.remedy and offered:
        if len(offered) > 1 or not offered[0].must:
            listed = "; ".join(remedy_words(round.game.rules, remedy) for remedy in offered)
            several = say("the rules have several remedies: say which, of {listed}", listed=listed)
            one = say("the rules leave open whether it is done: say the remedy, {listed}", listed=listed)
            raise acts.FieldError("remedy", several if len(offered) > 1 else one)
        act = act._replace(remedy=offered[0].name)
    taken = next((remedy for remedy in offered if remedy.name == act.remedy), None)
    return act._replace(rank=taken.rank) if taken is not None and not act.rank else act


def remedy_words(rules: Rules, remedy: Remedy) -> str:
    """A remedy by its name: what it does, who rules it, and its clauses."""
    told = {
        "remedy": remedy.name,
        "words": translate(remedy.words).removesuffix("."),
        "clauses": ", ".join(rules.cite(remedy.because)),
    }
    if not remedy.rank:
        return say("{remedy}: {words} ({clauses})", **told)
    return say("{remedy}: {words}, by a {rank} or above ({clauses})", rank=say_name(remedy.rank), **told)


# What was ruled.


def irregularity_data(round: Round, act: Irregularity) -> dict[str, Any]:
    """A report and its ruling: the remedies that were open, and what the one that was taken came to. `round` is as it
    was before."""
    rules = round.game.rules
    came_to = effects(round, act)
    return {
        "fact": act.fact,
        "remedy": act.remedy,
        "rank": act.rank,
        "by": act.by,
        "reason": act.reason,
        "remedies": [_remedy_data(rules, remedy) for remedy in remedies(round, act)],
        "ends_round": came_to.ends,
        "effects": [_effect_data(round, effect) for effect in came_to.wagers],
    }


def _remedy_data(rules: Rules, remedy: Remedy) -> dict[str, Any]:
    return {
        "remedy": remedy.name,
        "says": remedy_words(rules, remedy),
        "must": remedy.must,
        "rank": remedy.rank,
        "tells": list(remedy.tells),
        "follows": list(remedy.follows),
        "clauses": list(rules.cite(remedy.because)),
        "because": settlements.grounds(rules, remedy.because),
    }


def _effect_data(round: Round, effect: WagerEffect) -> dict[str, Any]:
    return {
        "wager": effect.wager,
        "player": effect.patron,
        "area": effect.area,
        "spot": effect.spot,
        "stake_cents": effect.cents,
        "result": effect.result,
        "returned_cents": effect.returned_cents,
        "carried_cents": effect.carried_cents,
        "says": effect_words(round, effect),
    }


def effect_words(round: Round, effect: WagerEffect) -> str:
    """The effect of a remedy on a wager, in words."""
    wager = {
        "patron": effect.patron,
        "spot": spot_words(effect.spot),
        "stake": money.dollars(effect.cents),
        "place": settlements.place_of(round, effect.wager) if effect.wager < len(round.wagers) else "",
    }
    if effect.result == STAYS:
        return say("{patron}'s {spot} of {stake}{place} stays", **wager)
    said = say("{patron}'s {spot} of {stake}{place}: {result}", result=translate(effect.result), **wager)
    ends = [say("{amount} goes back", amount=money.dollars(effect.returned_cents))] if effect.returned_cents else []
    if effect.carried_cents:
        ends += [say("{amount} is carried to the next round", amount=money.dollars(effect.carried_cents))]
    return f"{said}, {say(' and ').join(ends)}" if ends else said
