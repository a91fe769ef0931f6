"""The table of a mahjong round: its ruleset, the deal, hands, melds, rivers, the wall, the moves."""
