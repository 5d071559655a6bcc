"""Text formats to store and to send games, rounds, deals, rulebooks, views and moves."""
