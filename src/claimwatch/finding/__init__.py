"""From a selector and a document to evidence: the places that the selector means, or why there are none (`Found` or `Lost`)."""
