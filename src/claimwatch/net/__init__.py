"""The one door out: every connection is opened here.

In goes an address with headers; out comes a whole `Answer`, or a `Failure` that says why there is none. `guard` decides which resolved
addresses may be connected to, `address` reads URLs, `decode` unpacks bodies within limits, `connecting` resolves, checks and connects,
`pools` keeps connections, `client` follows redirects and keeps time.
"""
