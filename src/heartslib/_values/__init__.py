"""What the values of the library are made of.

`quick` makes frozen classes, `bits` holds cards as an integer, `arguments` checks what a caller gives,
`said` makes a value of which only a part is known, and `looks` shows it.  None of them knows a rule.
"""
