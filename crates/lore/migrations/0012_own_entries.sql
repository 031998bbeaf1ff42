-- Every version of the entries that the user writes, so that each change can be undone. They are kept by the address of the
-- entry, without a foreign key: they outlive it, and its book.
CREATE TABLE own_versions (
    document TEXT NOT NULL,
    kind TEXT NOT NULL,
    slug TEXT NOT NULL,
    -- From 1 for each entry.
    version INTEGER NOT NULL,
    name TEXT NOT NULL,
    -- The title of the book.
    book TEXT NOT NULL,
    -- The entry as JSON; empty if this version deletes it.
    content TEXT NOT NULL,
    -- For a version made by undoing: the version that it repeats, 0 for none.
    repeats INTEGER,
    saved_at TEXT NOT NULL,
    PRIMARY KEY (document, kind, slug, version)
) STRICT, WITHOUT ROWID;
