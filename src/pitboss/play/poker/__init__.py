"""What the poker games against the house share: Ante, deal, stages of betting, folding, jackpot wagers.

A game of this family says which spots it has, how it deals, what each stage asks and how hands settle.
"""
