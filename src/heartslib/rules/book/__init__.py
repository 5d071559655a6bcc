"""How the chapters become a rulebook.

`page` says what every choice has and on what it is printed, `chapters` what every chapter has; `rulebook` holds the
printed `Rules` and the same `TableRules` at a table; `round_rules` has what is in force in a round.
`contracts_in_print` writes out a rulebook with contracts, and `marks` says what is special about a card.
"""
