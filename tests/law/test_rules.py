"""Rules in force: what applies, what stands behind it, and what may be amended."""

import re

import pytest

from pitboss import law
from pitboss.law import CASES, HOUSE, TITLES, BookError, Key, Reading, Rules, edition_names, ground, key, load_edition
from pitboss.law.edition import headings

STAR, CROWN = Rules.of("star-caribbean-stud"), Rules.of("crown-caribbean-stud")
BOTH = pytest.mark.parametrize("rules", [STAR, CROWN], ids=["star", "crown"])


# Grounds.


def test_a_ground_is_given_back_from_its_text() -> None:
    assert isinstance(ground("dealer-qualifies"), Key) and ground("dealer-qualifies") == law.DEALER_QUALIFIES
    assert isinstance(ground("C5"), Reading) and ground("C5") == "C5"


def test_a_key_is_declared_once() -> None:
    with pytest.raises(ValueError, match="dealer-qualifies is declared twice"):
        key("dealer-qualifies", "Again")
    assert TITLES[law.DEALER_QUALIFIES] != "Again"


# Citing.


@pytest.mark.parametrize(("rules", "cites"), [(STAR, "9.1"), (CROWN, '8.2 "Qualify"')], ids=["star", "crown"])
def test_one_key_stands_for_other_clauses_in_other_editions(rules: Rules, cites: str) -> None:
    assert cites in rules.clauses(law.DEALER_QUALIFIES)


@BOTH
def test_every_key_of_a_game_cites_clauses_that_name_it(rules: Rules) -> None:
    for name in set(TITLES) - set(CASES):
        if rules.applies(name):
            numbers = rules.clauses(name)
            assert numbers
            assert all(name in rules.edition.clauses[number].keys for number in numbers)


@BOTH
def test_a_decision_cites_each_clause_once_and_in_order(rules: Rules) -> None:
    because = (law.DEALER_QUALIFIES, law.BET_ODDS, law.DEALER_QUALIFIES)
    behind = list(dict.fromkeys(rules.clauses(law.DEALER_QUALIFIES) + rules.clauses(law.BET_ODDS)))
    cited = rules.cite(because)
    assert cited and list(cited) == [number for number in behind if number in cited]
    assert rules.cite(()) == ()


@BOTH
def test_a_heading_is_left_out_only_where_a_clause_under_it_is_cited(rules: Rules) -> None:
    for name in TITLES:
        if not rules.applies(name):
            continue
        cited = rules.cite((name,))
        for number in rules.clauses(name):
            under = [other for other in cited if re.match(re.escape(number) + r"[.( ]", other)]
            assert (number not in cited) == bool(under), (name, number)


def test_headings_are_told_from_their_likes() -> None:
    assert CROWN.cite((law.BET_ODDS,))[0] == "8.6.2 Table 1"
    for number, heading in [("9.4.1", "9.4"), ("8.4.1(a)(i)", "8.4.1(a)"), ("8.6.2 Table 1", "8.6.2")]:
        assert heading in headings(number) and number not in headings(heading)
    for number, other in [("9.41", "9.4"), ("9.4", "9.4"), ("8.6.2 Table 10", "8.6.2 Table 1"), ("10.1", "1")]:
        assert other not in headings(number)


@BOTH
def test_definitions_are_cited_last(rules: Rules) -> None:
    for name in TITLES:
        if rules.applies(name):
            defined = [rules.edition.clauses[number].section == "1" for number in rules.clauses(name)]
            assert defined == sorted(defined), name


def test_a_decision_is_said_in_words() -> None:
    said = STAR.say((law.DEALER_QUALIFIES, Reading("C1"), law.NEED_CLOSED))
    title = TITLES[law.DEALER_QUALIFIES]
    numbers = ", ".join(STAR.cite((law.DEALER_QUALIFIES,)))
    reading = ", ".join(STAR.cite((Reading("C1"),)))
    assert said == f"{title} ({numbers}); reading C1 ({reading}); {TITLES[law.NEED_CLOSED]}"


@BOTH
def test_a_rule_of_good_order_needs_no_clause(rules: Rules) -> None:
    for name in HOUSE:
        assert rules.clauses(name) == ()
        assert rules.applies(name) == (name in CASES)


@pytest.mark.parametrize("name", [Key("no-such-rule"), Reading("C99"), Reading("K1"), law.REGULATOR_MINIMUM])
def test_a_ground_that_the_game_does_not_have(name: law.Ground) -> None:
    for ask in (STAR.clauses, lambda g: STAR.cite((g,)), lambda g: STAR.say((g,))):
        with pytest.raises(BookError, match=f"star-caribbean-stud has no clause for {name}"):
            ask(name)


@BOTH
def test_a_reading_cites_those_of_its_clauses_that_speak_to_the_game(rules: Rules) -> None:
    edition = rules.edition
    for entry in edition.readings.values():
        here = tuple(n for n in entry.clauses if edition.in_scope(edition.clauses[n], rules.game))
        assert rules.clauses(Reading(entry.id)) == (here or entry.clauses)


@pytest.mark.parametrize(
    ("game", "section", "cap", "void"),
    [
        ("crown-caribbean-stud", "8", "8.6.2 Table 1", "8.4.1(b)"),
        ("crown-mississippi-stud", "9", "9.7.2 Table 2", "9.4.2"),
        ("crown-ultimate-texas-holdem", "10", "10.6.5 Table 3", "10.5.4(a)"),
    ],
)
def test_a_reading_shared_by_games_cites_the_game_in_play(game: str, section: str, cap: str, void: str) -> None:
    rules = Rules.of(game)
    assert rules.clauses(Reading("K34")) == (cap,)
    assert rules.clauses(Reading("K31")) == ("7.3", cap)
    assert rules.clauses(Reading("K35")) == ("7.2.2", void, "11.3.2")
    for reading in ("K31", "K34", "K35"):
        sections = {rules.edition.clauses[number].section for number in rules.clauses(Reading(reading))}
        assert not sections & ({"8", "9", "10"} - {section})


# A clause that speaks of one case.


@pytest.mark.parametrize(
    ("case", "cites"),
    [
        (law.AT_THIRD_STREET, {"9.6.1(b)(ii)"}),
        (law.AT_FOURTH_STREET, {"9.6.1(d)(ii)"}),
        (law.AT_FIFTH_STREET, {"9.6.1(e)(ii)"}),
    ],
)
def test_a_clause_of_one_case_is_cited_in_that_case_alone(case: Key, cites: set[str]) -> None:
    rules = Rules.of("crown-mississippi-stud")
    every = {"9.6.1(b)(ii)", "9.6.1(d)(ii)", "9.6.1(e)(ii)"}
    assert every <= set(rules.cite((law.FOLD_LOSES,)))  # as in a log that names no case
    assert set(rules.cite((law.FOLD_LOSES, case))) & every == cites
    assert set(rules.cite((law.FOLD_LOSES,), among=(law.FOLD_LOSES, case))) & every == cites
    assert "9.4.3(c)(i)" in rules.cite((law.FOLD_LOSES, case, law.ON_ANTE))  # another matter leaves it as it is
    assert "9.4.3(c)(i)" not in rules.cite((law.FOLD_LOSES, case, law.ON_STREET))
    assert rules.say((law.FOLD_LOSES, case)).count(TITLES[law.FOLD_LOSES]) == 1
    assert TITLES[case] not in rules.say((law.FOLD_LOSES, case))


def test_every_case_of_a_matter_is_some_clauses() -> None:
    books = [load_edition(name) for name in edition_names()]
    spoken = {case for book in books for clause in book.clauses.values() for case in clause.cases}
    assert spoken <= set(CASES) and set(CASES) - spoken == {
        law.ON_TRIPS,
        law.ON_STREET,
    }  # which no clause on folds names


# The scope of a game inside its edition.


def test_another_games_sections_are_not_cited() -> None:
    mississippi, ultimate = Rules.of("crown-mississippi-stud"), Rules.of("crown-ultimate-texas-holdem")
    sections = {"8": CROWN, "9": mississippi, "10": ultimate}
    for own, rules in sections.items():
        for name in TITLES:
            if not rules.applies(name):
                continue
            found = [rules.edition.clauses[number].section for number in rules.clauses(name)]
            assert not set(found) & (set(sections) - {own}), (rules.game.name, name)
            order = sorted(found, key=lambda section, own=own: (section == "1", section != own))  # type: ignore[misc]
            assert found == order, "a game's own clauses come first, definitions last"


def test_a_clause_is_in_scope_unless_it_is_anothers() -> None:
    crown = load_edition("crown-poker-minors")
    caribbean, mississippi = crown.games["crown-caribbean-stud"], crown.games["crown-mississippi-stud"]
    for clause in crown.clauses.values():
        if clause.games:
            assert crown.in_scope(clause, caribbean) == (caribbean.name in clause.games)
            continue
        assert crown.in_scope(clause, caribbean) == (clause.section not in ("9", "10")), clause.number
        assert crown.in_scope(clause, mississippi) == (clause.section not in ("8", "10")), clause.number
    assert any(clause.section == "9" for clause in crown.clauses.values())


def test_an_edition_of_one_game_is_all_its_own() -> None:
    for clause in STAR.edition.clauses.values():
        assert STAR.edition.in_scope(clause, STAR.game)


# What applies, and what is amended.


def test_only_what_is_in_force_is_kept_of_some_grounds() -> None:
    grounds = (law.REGULATOR_MINIMUM, law.DEALER_QUALIFIES, Reading("C1"), law.CONCEDE)
    assert STAR.only(grounds) == (law.DEALER_QUALIFIES, Reading("C1"), law.CONCEDE)
    assert STAR.amend(off=[law.CONCEDE]).only(grounds) == (law.DEALER_QUALIFIES, Reading("C1"))


def test_a_key_applies_where_the_game_has_it() -> None:
    assert STAR.applies(law.DEALER_QUALIFIES) and CROWN.applies(law.DEALER_QUALIFIES)
    assert CROWN.applies(law.REGULATOR_MINIMUM) and not STAR.applies(law.REGULATOR_MINIMUM)
    assert not STAR.applies(Key("no-such-rule"))


@BOTH
def test_a_key_that_is_switched_off(rules: Rules) -> None:
    amended = rules.amend(off=[law.MAXIMUM_PAYOUT])
    assert rules.applies(law.MAXIMUM_PAYOUT) and not amended.applies(law.MAXIMUM_PAYOUT)
    assert amended.applies(law.DEALER_QUALIFIES)
    assert amended.clauses(law.MAXIMUM_PAYOUT) == rules.clauses(law.MAXIMUM_PAYOUT)
    assert amended != rules


def test_keys_may_come_one_by_one() -> None:
    assert not STAR.amend(off=(name for name in (law.MAXIMUM_PAYOUT,))).applies(law.MAXIMUM_PAYOUT)


def test_a_key_in_the_place_of_another_cites_what_it_replaces() -> None:
    amended = STAR.amend(replace_with={law.LAPSE_VOIDS_HAND: law.LAPSE_FOLDS})
    assert STAR.applies(law.LAPSE_VOIDS_HAND) and not STAR.applies(law.LAPSE_FOLDS)
    assert amended.applies(law.LAPSE_FOLDS) and not amended.applies(law.LAPSE_VOIDS_HAND)
    assert amended.clauses(law.LAPSE_FOLDS) == STAR.clauses(law.LAPSE_VOIDS_HAND)


def test_amendments_add_up() -> None:
    amended = (
        STAR.amend(off=[law.MAXIMUM_PAYOUT])
        .amend(off=[law.CONCEDE], readings={"foldKeepsJackpot": True})
        .amend(replace_with={law.LAPSE_VOIDS_HAND: law.LAPSE_FOLDS})
    )
    assert not amended.applies(law.MAXIMUM_PAYOUT) and not amended.applies(law.CONCEDE)
    assert amended.reading("foldKeepsJackpot") is True
    assert amended.applies(law.LAPSE_FOLDS)
    assert STAR.reading("foldKeepsJackpot") is False


def test_nothing_amended_is_the_same() -> None:
    assert STAR.amend() == STAR == Rules.of("star-caribbean-stud", STAR.edition.version)


@pytest.mark.parametrize("edition", edition_names())
def test_every_reading_can_be_taken_every_way(edition: str) -> None:
    book = load_edition(edition)
    rules = Rules(book, next(iter(book.games.values())))
    for entry in book.readings.values():
        if not entry.switch:
            continue
        assert rules.has_switch(entry.switch) and rules.reading_id(entry.switch) == entry.id
        assert rules.reading(entry.switch) == entry.default
        for choice in entry.choices:
            assert rules.amend(readings={entry.switch: choice}).reading(entry.switch) == choice


def test_what_cannot_be_amended() -> None:
    with pytest.raises(BookError, match=r"star-caribbean-stud has no reading called dealerUpCard: .*packetUpCard"):
        STAR.amend(readings={"dealerUpCard": "last"})
    with pytest.raises(BookError, match="The reading packetUpCard is one of first, last, not sometimes"):
        STAR.amend(readings={"packetUpCard": "sometimes"})
    with pytest.raises(BookError, match="star-caribbean-stud has no rule regulator-minimum to amend"):
        STAR.amend(off=[law.REGULATOR_MINIMUM])
    with pytest.raises(BookError, match="has no rule need-closed to amend"):
        STAR.amend(off=[law.NEED_CLOSED])
    with pytest.raises(BookError, match="has no rule regulator-minimum to amend"):
        STAR.amend(replace_with={law.REGULATOR_MINIMUM: law.SIGN_MINIMUM})
    with pytest.raises(BookError, match="No rule key is called no-such-rule"):
        STAR.amend(replace_with={law.CONCEDE: Key("no-such-rule")})


def test_rules_of_a_version_that_there_is_not() -> None:
    with pytest.raises(BookError, match="no edition star-caribbean-stud 1999-01-01"):
        Rules.of("star-caribbean-stud", "1999-01-01")


# Powers.


@pytest.mark.parametrize("power", [law.ROUND_VOIDED, law.OFFENDER_VOIDED, law.FRAUD_FORFEITS])
def test_powers_at_star(power: Key) -> None:
    assert not STAR.has_power("dealer", power)
    for rank in ("casino-supervisor", "gaming-supervisor", "assistant-gaming-manager", "gaming-manager"):
        assert STAR.has_power(rank, power)
    assert not STAR.has_power("casino-manager", power), "a rank of another house"


def test_powers_at_crown() -> None:
    for power in (law.ROUND_VOIDED, law.OFFENDER_VOIDED):
        assert CROWN.has_power("casino-manager", power)
        for rank in ("dealer", "higher-duties-dealer", "area-manager", "gaming-manager"):
            assert not CROWN.has_power(rank, power)
    assert not CROWN.has_power("casino-manager", law.FRAUD_FORFEITS), "no clause gives it"
