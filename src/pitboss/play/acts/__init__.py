"""What a person does at a table. Each act stands in its chapter: its fields, why it may be refused, what it does."""

from pitboss.play.acts import dealing, deciding, powers, wagers
from pitboss.play.acts.dealing import Call as Call
from pitboss.play.acts.dealing import Cut as Cut
from pitboss.play.acts.dealing import CuttingCard as CuttingCard
from pitboss.play.acts.dealing import Deal as Deal
from pitboss.play.acts.dealing import Shuffle as Shuffle
from pitboss.play.acts.dealing import Turn as Turn
from pitboss.play.acts.deciding import ABSENT as ABSENT
from pitboss.play.acts.deciding import Decide as Decide
from pitboss.play.acts.deciding import Lapse as Lapse
from pitboss.play.acts.deciding import Rule as Rule
from pitboss.play.acts.powers import CutBack as CutBack
from pitboss.play.acts.powers import DirectShuffle as DirectShuffle
from pitboss.play.acts.powers import Find as Find
from pitboss.play.acts.powers import Keep as Keep
from pitboss.play.acts.powers import Void as Void
from pitboss.play.acts.wagers import Place as Place
from pitboss.play.acts.wagers import Sit as Sit
from pitboss.play.acts.wagers import TakeBack as TakeBack
from pitboss.play.round import Act as Act

ACTS: tuple[type[Act], ...] = tuple(
    kind
    for chapter in (wagers, dealing, deciding, powers)
    for kind in Act.__subclasses__()
    if kind.__module__ == chapter.__name__
)
"""Every kind of act, in the order of a round."""
