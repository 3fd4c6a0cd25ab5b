"""What people reach over the network: the API, and the pages that stand on it."""
