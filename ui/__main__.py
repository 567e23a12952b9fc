"""Where the program starts: `table-monitor` and `python -m ui`.

A process that is spawned imports the module its parent was started from; the recorder must be there again at once, so
nothing is loaded here before it is needed.
"""

from __future__ import annotations

import sys


def main() -> int:
    """The command line's exit code."""
    from ui.cli import main as run

    return run()


if __name__ == "__main__":
    sys.exit(main())
