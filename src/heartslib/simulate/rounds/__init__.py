"""Many rounds: what plays them, how they are shared among workers, and what comes of them."""
