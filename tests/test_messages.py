"""Messages are said in the language in force, and put into another one when they are shown to another person."""

import pickle
from threading import Thread

from pitboss import law
from pitboss.messages import english, language, message, say, say_number, translate
from pitboss.play.codec import encode
from pitboss.play.events import WagerFound

FRENCH = {
    "No round {number} of table {table} is over.": "Aucun tour {number} de la table {table} n'est fini.",
    "Amount": "Montant",
    "{who} has {cards}.": "{who} a {cards}.",
    "{number} card": "{number} carte",
    "{number} cards": "{number} cartes",
}


class French:
    """A few messages in French, where none of something is one too."""

    def gettext(self, message: str, /) -> str:
        return FRENCH.get(message, message)

    def ngettext(self, one: str, many: str, number: int, /) -> str:
        return self.gettext(one if number < 2 else many)


def no_round() -> str:
    return say("No round {number} of table {table} is over.", number=7, table="bj1")


def test_messages_are_english_unless_a_language_is_in_force() -> None:
    assert no_round() == "No round 7 of table bj1 is over."
    with language(French()):
        assert no_round() == "Aucun tour 7 de la table bj1 n'est fini."
        assert say("Not in the catalogue: {what}", what="that") == "Not in the catalogue: that"
    assert no_round() == "No round 7 of table bj1 is over."


def test_a_plain_message_is_translated_where_it_is_shown() -> None:
    declared = message("Amount")
    assert translate(declared) == "Amount"
    with language(French()):
        assert translate(declared) == "Montant"
        assert translate("what a person wrote") == "what a person wrote"
        assert translate("") == ""


def test_a_number_chooses_the_form() -> None:
    said = [say_number("{number} card", "{number} cards", number) for number in (0, 1, 2)]
    assert said == ["0 cards", "1 card", "2 cards"]
    with language(French()):
        assert [translate(each) for each in said] == ["0 carte", "1 carte", "2 cartes"]


def test_what_another_thread_said_is_put_into_the_language_of_who_reads_it() -> None:
    said = []
    with language(French()):
        thread = Thread(target=lambda: said.append(no_round()))
        thread.start()
        thread.join()
        assert said == ["No round 7 of table bj1 is over."]
        assert translate(said[0]) == "Aucun tour 7 de la table bj1 n'est fini."
        assert translate(pickle.loads(pickle.dumps(said[0]))) == no_round()  # noqa: S301  # it comes from a worker


def test_a_message_may_stand_in_a_message() -> None:
    said = say("{who} has {cards}.", who="Ann", cards=say_number("{number} card", "{number} cards", 2))
    with language(French()):
        assert translate(said) == "Ann a 2 cartes."


def test_the_log_is_in_english() -> None:
    with language(French()):
        said = no_round()
        assert english(said) == "No round 7 of table bj1 is over."
        assert type(english(said)) is str
        written = encode(WagerFound(1, said, (law.NEED_CLOSED,)))
    assert written["words"] == "No round 7 of table bj1 is over."
