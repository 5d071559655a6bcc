"""What is asked with every card, made fast: clauses become functions on bits, and rules become fields."""
