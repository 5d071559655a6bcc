"""Rules as numbers, for the kernel: `rules` makes its tables, and `count` writes the terms of the score as rows."""
