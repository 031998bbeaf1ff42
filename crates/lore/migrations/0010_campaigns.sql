-- What the user plays: the edition whose entries come first, and the documents that count.
CREATE TABLE campaigns (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE COLLATE NOCASE,
    -- 2014 or 2024.
    edition TEXT,
    -- The keys of documents as a JSON array; an empty one stands for all.
    documents TEXT NOT NULL,
    -- 1 for the campaign that requests keep to.
    is_chosen INTEGER NOT NULL DEFAULT 0
) STRICT;
-- Pinned entries and notes on entries, by the entry's address, so that they outlive a sync and a repeated import.
CREATE TABLE pins (
    uri TEXT PRIMARY KEY,
    -- The entry's name when it was pinned.
    name TEXT NOT NULL,
    place INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE notes (
    uri TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    written_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
