"""claimwatch: says which rows of a published comparison no longer hold, why, and what their sources say now."""

__version__ = "0.1.0"
