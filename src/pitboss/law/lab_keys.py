"""The rule keys that bring the edge before whoever sets what a table offers."""

from pitboss.law.grounds import key

# Good order, which no document needs to state.
EDGE_SEEN = key("edge-seen", "Whoever sets what a sign leaves open has seen the exact edge of it", house=True)
EDGE_CONFIRMED = key("edge-confirmed", "A choice with the house behind is confirmed by name", house=True)
