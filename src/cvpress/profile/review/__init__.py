"""Rules over the profile itself: what a reader would stumble over, told as information and never as more."""
