"""The network side: the API, and the pages built on it."""
