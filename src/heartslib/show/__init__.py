"""How things look: text for terminals, pictures for notebooks and pages, sentences for players."""
