"""A draw that any person can check: the list of entries is sealed and a seed committed to, before a person in the room
says words that cannot be known in advance; the seed, the list and the words together decide.

The house cannot choose the outcome: it is bound to seed and list before it hears the words. The person who says the
words cannot either: the seed is secret until then. The list has a mark for each entrant, a hash of their id and of a
code that only they are told, so that each entrant alone finds their own mark.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence

import msgspec

from pitboss.messages import say
from pitboss.value import Value

FORMAT = 1
SEED_BYTES = 32
MOST_ENTRANTS, MOST_TICKETS = 1_000_000, 10**9
"""The largest list that is checked."""
_COMMITS, _DRAWS = b"pitboss draw commitment 1\0", b"pitboss draw 1\0"
_WIDE = 1 << 128


class DrawEntry(Value, forbid_unknown_fields=True):
    """An entrant in the sealed list: their mark, and how many entries they have."""

    mark: str
    tickets: int


class DrawnPrize(Value, tag="DrawnPrize", forbid_unknown_fields=True):
    """A ticket that was drawn: for which place, which prize, and whose it is in the list (counted from 1)."""

    slot: int
    prize: int
    ticket: int
    entrant: int


class DrawRecord(Value, forbid_unknown_fields=True, kw_only=True):
    """All that is needed to check a draw."""

    format: int = FORMAT
    operator: str
    promotion: str
    terms: str
    """The hash of the terms."""
    sealed_at: str
    entries: tuple[DrawEntry, ...]
    list_hash: str
    commitment: str
    drawn_at: str
    seed: str
    words: str
    slots: tuple[int, ...]
    """The prizes in the order in which they were drawn."""
    one_prize_each: bool
    redrawn: tuple[int, ...] = ()
    """The places that were drawn again, in order: their winners did not get the prize."""
    winners: tuple[DrawnPrize, ...]


def mark_of(code: str, patron: str) -> str:
    """The mark of a patron in a list, with the code that they were told."""
    return hashlib.sha256(f"{code}:{patron}".encode()).hexdigest()


def hash_list(entries: Sequence[DrawEntry]) -> str:
    """The hash of a list of entries."""
    text = json.dumps([[entry.mark, entry.tickets] for entry in entries], separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def commit_to(seed: bytes, list_hash: str) -> str:
    """The commitment to a seed, for one list."""
    return hashlib.sha256(_COMMITS + bytes.fromhex(list_hash) + seed).hexdigest()


def draw_tickets(seed: bytes, list_hash: str, words: str, tickets: int) -> Iterator[int]:
    """The tickets from 1 on in the order in which they are drawn, none of them twice.

    Each is taken among those that are left by a number of 128 bits, and numbers that would favour some are rejected.
    """
    said = hashlib.sha256(words.encode()).digest()
    start = hashlib.sha256(_DRAWS + seed + bytes.fromhex(list_hash) + said).digest()
    moved: dict[int, int] = {}
    for drawn, left in enumerate(range(tickets, 0, -1)):
        pick = drawn + _below(left, start + drawn.to_bytes(8, "big"))
        yield moved.get(pick, pick) + 1
        moved[pick] = moved.get(drawn, drawn)


def _below(limit: int, material: bytes) -> int:
    """A number below a limit, each as likely as any other."""
    attempt = 0
    while True:
        block = hashlib.shake_256(material + attempt.to_bytes(8, "big")).digest(16)
        number = int.from_bytes(block, "big")
        if number < _WIDE - _WIDE % limit:
            return number % limit
        attempt += 1


def draw_winners(
    entries: Sequence[DrawEntry],
    slots: Sequence[int],
    redrawn: Sequence[int] = (),
    *,
    seed: bytes,
    words: str,
    one_prize_each: bool,
) -> tuple[DrawnPrize, ...]:
    """The tickets that are drawn: for each place in order, then again for each place whose winner did not get the
    prize. Where there are no tickets left, a place has no winner."""
    ends: list[int] = []
    for entry in entries:
        ends.append((ends[-1] if ends else 0) + entry.tickets)
    order = draw_tickets(seed, hash_list(entries), words, ends[-1] if ends else 0)
    won: set[int] = set()
    found: list[DrawnPrize] = []
    for slot in (*range(1, len(slots) + 1), *redrawn):
        for ticket in order:
            entrant = _entrant_of(ticket, ends)
            if one_prize_each and entrant in won:
                continue
            won.add(entrant)
            found.append(DrawnPrize(slot, slots[slot - 1], ticket, entrant))
            break
    return tuple(found)


def _entrant_of(ticket: int, ends: Sequence[int]) -> int:
    """Whose a ticket is: entrants have theirs one after another."""
    low, high = 0, len(ends) - 1
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if ends[middle] < ticket else (low, middle)
    return low + 1


class DrawRecordError(ValueError):
    """A file that is not the record of a draw."""


def read_record(data: bytes | str) -> DrawRecord:
    """Read the record of a draw."""
    try:
        record = msgspec.json.decode(data, type=DrawRecord)
        sizes = {len(bytes.fromhex(text)) for text in (record.list_hash, record.commitment, record.seed)}
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise DrawRecordError(say("This file is not the record of a draw: {error}", error=str(error)[:200])) from None
    if sizes != {SEED_BYTES}:
        raise DrawRecordError(say("The hashes and the seed of a draw have 32 bytes each."))
    if record.format != FORMAT:
        raise DrawRecordError(
            say("The record has format {format}, and this program reads {known}.", format=record.format, known=FORMAT)
        )
    tickets = [entry.tickets for entry in record.entries]
    if len(tickets) > MOST_ENTRANTS or sum(tickets) > MOST_TICKETS or any(each < 1 for each in tickets):
        raise DrawRecordError(say("The list has too many entries, or an entrant with none."))
    if any(not 1 <= slot <= len(record.slots) for slot in record.redrawn) or len(record.slots) > MOST_ENTRANTS:
        raise DrawRecordError(say("The record draws places again that do not exist."))
    return record


def check_draw(record: DrawRecord) -> tuple[str, ...]:
    """The faults of a draw; none if everything follows from the commitment."""
    found = []
    if hash_list(record.entries) != record.list_hash:
        found.append(say("The list of entries is not the one that was sealed."))
    if commit_to(bytes.fromhex(record.seed), record.list_hash) != record.commitment:
        found.append(say("The seed is not the one that was committed to."))
    if not record.words.strip():
        found.append(say("No words were said in the room for the draw."))
    if record.drawn_at < record.sealed_at:
        found.append(say("The draw was before the list was sealed."))
    winners = draw_winners(
        record.entries,
        record.slots,
        record.redrawn,
        seed=bytes.fromhex(record.seed),
        words=record.words,
        one_prize_each=record.one_prize_each,
    )
    if winners != record.winners:
        found.append(say("The winners do not follow from the seed, the list and the words."))
    return tuple(found)
