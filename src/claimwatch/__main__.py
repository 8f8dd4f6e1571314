"""`claimwatch` and `python -m claimwatch`."""

from claimwatch.cli.app import main

if __name__ == "__main__":
    main()
