"""The command `pitboss`, where its libraries are installed; else words on how to get them."""

import errno
import os
import sys

from pitboss.plugins import tell_extra


def _flush() -> None:
    """Write out what is still to be printed: a full disk is told in words, and not by Python as it ends."""
    try:
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if error.errno == errno.EPIPE:  # the reader has gone, and wants no more
            raise SystemExit(1) from None
        from pitboss.messages import say, words_of  # noqa: PLC0415  it is wanted seldom

        sys.stderr.write(say("The output cannot be written: {why}.", why=words_of(error)) + "\n")
        raise SystemExit(2) from None


def main() -> None:
    """Run the terminal's app."""
    try:
        from pitboss.cli import app  # noqa: PLC0415  it may not be installed

        try:
            app()
        finally:
            _flush()
    except ModuleNotFoundError as error:
        words = tell_extra(error)
        if not words:
            raise
        sys.stderr.write(f"{words}\n")
        raise SystemExit(2) from None


if __name__ == "__main__":
    main()
