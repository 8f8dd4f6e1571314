"""How people read text: typography, words, quantities, lists, ticks, versions, dates. Takes text, gives values."""
