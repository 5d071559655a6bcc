"""Games played from their printed rulebooks alone, and compared with the library."""
