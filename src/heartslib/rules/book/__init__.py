"""How the chapters become a rulebook.

`choice` and `chapters` say what every choice and every chapter has; `rulebook` holds the printed `Rules` and the
same `TableRules` at a table; `round_rules` has what is in force in a round.  `page` and `contracts_in_print` write
a rulebook out for people, and `marks` says what is special about a card.
"""
