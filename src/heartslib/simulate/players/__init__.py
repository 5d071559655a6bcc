"""How the seats of a simulation play: policies by name, what they weigh, and a player in Python."""
