"""``python -m heartslib``."""

import sys

from heartslib.cli import main

if __name__ == "__main__":
    sys.exit(main())
