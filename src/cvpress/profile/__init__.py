"""Floor 1: what a person says. YAML text in, a frozen `Profile` out; nothing here knows a format or a page."""

import os

# Pydantic would search everything that is installed for plugins, to no end here: 0.02 s.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
