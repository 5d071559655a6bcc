"""Text for terminals, pictures for notebooks and web pages, and sentences for players."""
