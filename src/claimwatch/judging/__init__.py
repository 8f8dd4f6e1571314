"""Judging: takes evidence and what was expected of it, gives a verdict with the value observed and a reason."""
