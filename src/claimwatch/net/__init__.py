"""The one door out: every connection is opened here.

In goes an address with headers; out comes a whole `Answer`, or a `Failure` that says why there is none. `guard` decides which resolved
addresses may be connected to, `address` reads URLs, `connecting` resolves and checks, `backend` connects, `transport` is what httpx sends
through, `pools` keeps a client for each origin, `decode` unpacks bodies within limits, `exchange` asks and reads, `client` follows
redirects and keeps time.
"""
