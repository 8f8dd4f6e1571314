"""The claims file: its text becomes values or a list of all its mistakes; and the rules by which claims and rows stand."""
