"""cvpress: YAML profiles in, beautiful and provably complete CV PDFs out. Start at `build.py`: it tells the journey."""

__version__ = "0.1.0"
