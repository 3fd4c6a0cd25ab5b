"""Jackpots: the value of a meter, its growth, and the awards of a round (Star Caribbean Stud 11, 12;
Star Mississippi Stud 15; Crown 11, 12). Pure: amounts are exact, down to the last fraction of a cent."""

from pitboss.jackpot.awards import Award as Award
from pitboss.jackpot.awards import AwardedRound as AwardedRound
from pitboss.jackpot.awards import PoolClaim as PoolClaim
from pitboss.jackpot.awards import award_round as award_round
from pitboss.jackpot.awards import fixed_prizes as fixed_prizes
from pitboss.jackpot.meter import Meter as Meter
from pitboss.jackpot.meter import MeterTerms as MeterTerms
from pitboss.jackpot.meter import check_meter as check_meter
