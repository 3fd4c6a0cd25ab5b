"""The rule keys of the pit: good order among the people who run it, which no document needs to state."""

from pitboss.law.grounds import key

CALL_STANDS = key("call-stands", "A call for a supervisor stands until one has acknowledged it", house=True)
BY_ANOTHER = key("by-another", "What takes two people is asked for by one and approved by another", house=True)
POST_BY_RANK = key("post-by-rank", "A post at a table is for somebody of the house whose rank fills it", house=True)
BY_RANK = key("by-rank", "The pit is run by supervisors and above; inspectors and Surveillance look on", house=True)
FOR_INSPECTORS = key("for-inspectors", "The log is read by inspectors, who change nothing in it", house=True)
CASH_BY_STAFF = key("cash-by-staff", "Cash is counted by staff at their post; a patron asks for it", house=True)
WITHIN_BOUNDS = key("within-bounds", "An amount keeps to the bounds that the operator sets for its kind", house=True)
AT_THEIR_POST = key("at-their-post", "A dealer moves cards and chips at the table where they are posted", house=True)
NOT_FOR_THEMSELVES = key("not-for-themselves", "Staff move no value for themselves", house=True)
ONE_PERSON = key("one-person", "An id is a patron's or somebody's of the staff, never both", house=True)
OWN_PASSWORD = key("own-password", "A password that another person set is changed at the first sign-in", house=True)
KEPT_APART = key(
    "kept-apart",
    "A person approves no order of somebody who hired them, changed their rank or set their password lately, nor the "
    "other way round",
    house=True,
)
REGULATORS_OWN = key(
    "regulators-own",
    "Inspectors and Surveillance belong to the regulator: no rank of the house appoints them",
    house=True,
)
ID_RESERVED = key("id-reserved", "An id on the log names one person, and nothing that the log itself uses", house=True)
