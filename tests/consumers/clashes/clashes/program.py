"""A program."""
