"""Questions that need no `Game`, for apps that keep their own state: what may be played, and what it scores."""
