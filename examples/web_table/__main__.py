"""``python -m examples.web_table`` starts the server."""

import importlib
import sys

try:
    importlib.import_module("websockets")  # the server itself loads it too late, on a connection

    from examples.web_table.command import main
except ModuleNotFoundError as error:
    needed = f"the browser table needs {error.name}"
    print(f"{needed}: in a checkout, python -m pip install '.[web]'", file=sys.stderr)
    sys.exit(2)

if __name__ == "__main__":
    main()
