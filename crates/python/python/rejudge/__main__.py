"""The command line."""

import signal
import sys

from . import _native


def main() -> None:
    # Python would only note Ctrl-C, and the command would go on.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(_native.run(["rejudge", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
