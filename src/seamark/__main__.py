"""``python -m seamark`` is the command ``seamark``."""

from seamark.cli.main import main

if __name__ == "__main__":
    main()
