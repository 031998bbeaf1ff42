-- Search by meaning: vectors of passages, made by models.

CREATE TABLE models (
    id INTEGER PRIMARY KEY,
    -- Name, hash, and the form in which passages are made; another one makes every vector anew.
    name TEXT NOT NULL UNIQUE,
    -- Up to which change every entry has the vector of its first passage, and up to which of all its passages.
    first_passages INTEGER NOT NULL DEFAULT 0,
    all_passages INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE vectors (
    -- Grows with every write, so that a copy in memory knows what is new.
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    model_id INTEGER NOT NULL REFERENCES models (id) ON DELETE CASCADE,
    entry_id INTEGER NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
    passage INTEGER NOT NULL,
    -- The first half of the SHA-256 of the passage.
    text_hash BLOB NOT NULL,
    -- Of length 1: a scale (f32, little endian) and one byte a number.
    vector BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX vectors_by_entry ON vectors (entry_id, model_id, passage);
CREATE INDEX vectors_by_text ON vectors (text_hash, model_id);
