"""`python -m ui` is `table-monitor`."""

import sys

from ui.cli import main

if __name__ == "__main__":
    sys.exit(main())
