"""Floor 1: what a person says. YAML text in, a frozen `Profile` out; nothing here knows a format or a page."""
