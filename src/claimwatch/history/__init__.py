"""The store, and its history: takes what a check found, in one transaction a source, and gives it back.

`Store` keeps what stands (sources, citations, claims, rows), every edition once under its digest, and the past as runs: a check that
found nothing new moves the end of a run and adds no row. `queries` reads the past; `upgrade` makes a store and brings it to a newer
schema. SQLite or, through the same code, Postgres.
"""
