"""`python -m cvpress` is the script `cvpress`. In: a command line. Out: an exit code."""

from cvpress.start import main

if __name__ == "__main__":
    main()
