"""From a position on: what each answer costs over many deals, and the end of a round with all cards open.

`samples` and `endgame` are the parts that the kernel compiles; `costs` and `play_on`, and `solved`, run them on a
`position`.
"""
