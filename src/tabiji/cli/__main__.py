"""`python -m tabiji.cli`."""

from tabiji.cli import main

main()
