"""The law: editions, clauses, rule keys, readings and coverage.

`law.DEALER_QUALIFIES` is how the rest of the project names a rule.
"""

from pitboss.law.edition import BookError as BookError
from pitboss.law.edition import Choice as Choice
from pitboss.law.edition import Edition as Edition
from pitboss.law.edition import edition_names as edition_names
from pitboss.law.edition import load_edition as load_edition
from pitboss.law.floor_keys import *  # noqa: F403
from pitboss.law.jackpot_keys import *  # noqa: F403
from pitboss.law.keys import *  # noqa: F403  every key is a name of the law
from pitboss.law.promotion_keys import *  # noqa: F403
from pitboss.law.rules import Rules as Rules
from pitboss.law.tournament_keys import *  # noqa: F403
