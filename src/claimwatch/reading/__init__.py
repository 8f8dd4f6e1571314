"""From bytes and their media type to a `Document`: the text as a person sees it, its headings, lists and tables; or to `Unreadable`."""
