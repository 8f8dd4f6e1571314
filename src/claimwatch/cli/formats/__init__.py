"""Output formats: pure functions from a report to text. Words from outside are escaped here, where they are printed."""
