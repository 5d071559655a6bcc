"""Stored and sent forms: games, rounds, deals, rulebooks, views and moves as text."""
