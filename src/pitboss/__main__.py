"""`python -m pitboss` is the command `pitboss`."""

from pitboss.command import main

if __name__ == "__main__":
    main()
