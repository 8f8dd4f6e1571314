"""The command line: reads the clock, the settings and the arguments, starts the others, and prints what they return."""
