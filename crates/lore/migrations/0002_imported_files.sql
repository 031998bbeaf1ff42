-- The user's own files: which were imported, which documents their books became, and which entries they hold.

CREATE TABLE imported_files (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- Where it was read: what makes it the same file when it is imported again.
    path TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    -- The SHA-256 of its bytes, in hexadecimal digits.
    hash TEXT NOT NULL,
    imported_at TEXT NOT NULL,
    -- What the last import did, as JSON: see lore::ingest::orcbrew::ImportReport.
    report TEXT NOT NULL
) STRICT;
CREATE INDEX imported_files_by_hash ON imported_files (hash);

CREATE TABLE imported_books (
    file_id INTEGER NOT NULL REFERENCES imported_files (id) ON DELETE CASCADE,
    -- The book's name in the file as names are compared: see lore::model::fold.
    folded TEXT NOT NULL,
    document_id INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    PRIMARY KEY (file_id, folded)
) STRICT, WITHOUT ROWID;
CREATE INDEX imported_books_by_document ON imported_books (document_id);

CREATE TABLE entry_files (
    entry_id INTEGER NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
    file_id INTEGER NOT NULL REFERENCES imported_files (id) ON DELETE CASCADE,
    PRIMARY KEY (entry_id, file_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX entry_files_by_file ON entry_files (file_id);

-- They were never written: a document can come from several files.
ALTER TABLE documents DROP COLUMN file;
ALTER TABLE documents DROP COLUMN file_hash;
