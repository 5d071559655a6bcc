"""``python -m examples.web_table`` starts the server."""

from examples.web_table.server import main

if __name__ == "__main__":
    main()
