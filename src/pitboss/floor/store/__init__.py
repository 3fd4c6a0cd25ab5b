"""The store: streams of events that only grow, the ledger beside them and the replies, written in one transaction."""

from pitboss.floor.store.rows import Append as Append
from pitboss.floor.store.rows import CounterChange as CounterChange
from pitboss.floor.store.rows import NewEvent as NewEvent
from pitboss.floor.store.rows import PersonalRecord as PersonalRecord
from pitboss.floor.store.rows import Stored as Stored
from pitboss.floor.store.rows import Stream as Stream
from pitboss.floor.store.rows import StreamHead as StreamHead
from pitboss.floor.store.rows import Write as Write
from pitboss.floor.store.rows import Written as Written
from pitboss.floor.store.rows import table_stream as table_stream
from pitboss.floor.store.store import Store as Store
from pitboss.floor.store.store import open_store as open_store
