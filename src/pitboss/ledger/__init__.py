"""The ledger: accounts in which value lies, and the entries that move it. Nothing is made or lost, only moved."""

from pitboss.ledger.account import Account as Account
from pitboss.ledger.book import Book as Book
from pitboss.ledger.book import Overdrawn as Overdrawn
from pitboss.ledger.entry import Entry as Entry
from pitboss.ledger.entry import Move as Move
from pitboss.ledger.entry import Post as Post
from pitboss.ledger.entry import Release as Release
from pitboss.ledger.entry import Reserve as Reserve
