"""Floor 1: what a person says. YAML text goes in, a frozen `Profile` comes out; nothing here knows a format or a page."""
