"""Another numpy."""
