"""`refusal(round, act)` is the one gate: buttons, the terminal, the API and `apply` all ask it, so that they can never
disagree. `apply(round, act)` gives the round after an act, and what happened; an illegal act changes nothing."""

from pitboss.play.needs import Need
from pitboss.play.round import Act, Round, Step, draft_of
from pitboss.play.wager import Refusal, Refused


def refusal(round: Round, act: Act) -> Refusal | None:
    """Say why an act is not taken; nothing if it is legal."""
    need = round.need(act.need)
    return act.refuse(round, need) if isinstance(need, act.answers) else round.game.closed(round, act)


def apply(round: Round, act: Act) -> Step:
    """Take an act through the gate and work out the next round."""
    name, needs = act.need, round.needs
    need: Need | None
    for need in needs:
        if need.id == name:
            break
    else:
        need = None
    no = act.refuse(round, need) if isinstance(need, act.answers) else round.game.closed(round, act)
    if no is not None:
        raise Refused(no)
    draft = draft_of(round)
    if act.closes:
        if len(needs) == 1:  # as it is most of the time
            draft.needs = ()
        else:
            others = list(needs)
            others.remove(need)  # type: ignore[arg-type]  # the gate has found it open
            draft.needs = tuple(others)
    act.do(draft, need)
    return draft.step()
