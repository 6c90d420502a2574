"""The tasks of the package, so that `invoke pdf` works in a checkout; `cvpress pdf` is the same anywhere."""

from cvpress.tasks import namespace

__all__ = ["namespace"]
