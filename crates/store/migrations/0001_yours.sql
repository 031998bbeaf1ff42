-- What exists nowhere else: the user's own content and choices. A shipped migration is never edited.

CREATE TABLE settings (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    -- Whether the user wants no network but for an explicit fetch.
    offline INTEGER NOT NULL DEFAULT 0,
    keeps_activity INTEGER NOT NULL DEFAULT 1,
    -- What was done about damage, in words.
    recovery TEXT,
    -- Grows with every change that the projection must follow, which repeats it.
    revision INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO settings (one) VALUES (1);

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

-- Every version of the entries that the user writes, so that each change can be undone. They are kept by the address of the
-- entry: they outlive it, and its book.
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

-- The own entries that exist, each as its latest version has it.
CREATE TABLE own_entries (
    document TEXT NOT NULL,
    kind TEXT NOT NULL,
    slug TEXT NOT NULL,
    PRIMARY KEY (document, kind, slug)
) STRICT, WITHOUT ROWID;

-- The user's own files, and the documents that their books became.
CREATE TABLE imported_files (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- Where it was read: what makes it the same file when it is imported again.
    path TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    -- The SHA-256 of its bytes, in hexadecimal digits.
    hash TEXT NOT NULL,
    -- The copy of the file, or of the archive that holds it, in the folder of sources.
    source TEXT NOT NULL,
    imported_at TEXT NOT NULL,
    -- What the last import did, as JSON: see lore::ingest::orcbrew::ImportReport.
    report TEXT NOT NULL,
    -- SHA-256 of the texts of the row: see lore::store::row_hash.
    row_hash BLOB
) STRICT;
CREATE INDEX imported_files_by_hash ON imported_files (hash);
CREATE TABLE imported_books (
    file_id INTEGER NOT NULL REFERENCES imported_files (id) ON DELETE CASCADE,
    -- The book's name in the file as names are compared: see lore::model::fold.
    folded TEXT NOT NULL,
    -- The key and the title of its document.
    document TEXT NOT NULL,
    title TEXT NOT NULL,
    PRIMARY KEY (file_id, folded)
) STRICT, WITHOUT ROWID;
CREATE INDEX imported_books_by_document ON imported_books (document);

-- Documents that the user deleted: they come back when they are fetched or imported, not with answers to questions.
CREATE TABLE declined_documents (
    key TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- Requests that wrote something, noted in the transaction of what they wrote: a request that is repeated, because its answer
-- did not arrive, is answered from here.
CREATE TABLE calls (
    id INTEGER PRIMARY KEY,
    session TEXT NOT NULL,
    request TEXT NOT NULL,
    result TEXT NOT NULL,
    UNIQUE (session, request)
) STRICT;
