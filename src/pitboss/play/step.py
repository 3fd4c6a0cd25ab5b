"""`refusal(round, act)` is the one gate: buttons, the terminal, the API and `apply` all ask it, so that they can never
disagree. `apply(round, act)` gives the round after an act, and what happened; an illegal act changes nothing."""

from pitboss.play import dealing, deciding, powers, wagers
from pitboss.play.acts import Act
from pitboss.play.needs import Need
from pitboss.play.round import Kind, Round, Step, draft_of
from pitboss.play.wager import Refusal, Refused

_KINDS: dict[type, Kind] = {**wagers.KINDS, **dealing.KINDS, **deciding.KINDS, **powers.KINDS}


def refusal(round: Round, act: Act) -> Refusal | None:
    """Say why an act is not taken; nothing if it is legal."""
    return _KINDS[type(act)].refuse(round, act, round.need(act.need))


def apply(round: Round, act: Act) -> Step:
    """Take an act through the gate and work out the next round."""
    name, needs = act.need, round.needs
    need: Need | None
    for need in needs:
        if need.id == name:
            break
    else:
        need = None
    refuse, do, answers = _KINDS[type(act)]
    no = refuse(round, act, need)
    if no is not None:
        raise Refused(no)
    draft = draft_of(round)
    if answers:
        others = list(needs)
        others.remove(need)  # type: ignore[arg-type]  # the gate has found it open
        draft.needs = tuple(others)
    do(draft, act, need)
    return draft.step()
