"""`python -m mores` is the command."""

from .command import main

main()
