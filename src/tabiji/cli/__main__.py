"""`python -m tabiji.cli`."""

from tabiji.cli import main

if __name__ == "__main__":  # bots think in processes that import this again
    main()
