"""The rule keys that keep advice and mathematics away from a table that plays for money, and the edge before whoever
sets what a table offers."""

from pitboss.law.grounds import key

NO_DEVICES = key("no-devices", "Nobody at the table uses a device that predicts or analyses play")
NO_ADVICE = key("no-advice", "The house gives a player no advice on how to play")

# Good order, which no document needs to state.
EDGE_SEEN = key("edge-seen", "Whoever sets what a sign leaves open has seen the exact edge of it", house=True)
EDGE_CONFIRMED = key("edge-confirmed", "A choice with the house behind is confirmed by name", house=True)
