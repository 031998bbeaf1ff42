"""Compares the books' pages, a second source and the library, field by field. `scripts/truth` is the entry
point.

Every source is read into the same form: by family (spells, creatures …) and key of the name, an entry's
`name`, `page` and fields. The pages decide. What they say is read from their text by patterns, not from what
`scripts/convert-srd` made of it. """

# By family and key of the name.
Facts = dict[str, dict[str, dict]]
