"""The law: editions, clauses, rule keys, readings and what of it is met.

`law.DEALER_QUALIFIES` is how the rest of the house names a rule.
"""

from pitboss.law.deck_keys import *  # noqa: F403
from pitboss.law.floor_keys import *  # noqa: F403
from pitboss.law.grounds import CASES as CASES
from pitboss.law.grounds import HOUSE as HOUSE
from pitboss.law.grounds import PERMISSIONS as PERMISSIONS
from pitboss.law.grounds import REMEDIES as REMEDIES
from pitboss.law.grounds import TITLES as TITLES
from pitboss.law.grounds import Because as Because
from pitboss.law.grounds import Ground as Ground
from pitboss.law.grounds import Key as Key
from pitboss.law.grounds import Reading as Reading
from pitboss.law.grounds import ground as ground
from pitboss.law.keys import *  # noqa: F403  every key is a name of the law
from pitboss.law.lab_keys import *  # noqa: F403
from pitboss.law.notice_keys import *  # noqa: F403
from pitboss.law.patron_keys import *  # noqa: F403
from pitboss.law.pit_keys import *  # noqa: F403
from pitboss.law.pontoon_keys import *  # noqa: F403
