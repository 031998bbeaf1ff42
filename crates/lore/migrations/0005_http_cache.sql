-- Freshness: what was asked of Open5e and when, which documents are whole, and what the user does not want.

CREATE TABLE http_cache (
    -- Method, address and sorted query; of a server that cannot be reached, its address alone.
    key TEXT PRIMARY KEY,
    -- The address with the conditions only: which objects it asks for, however many.
    scope TEXT NOT NULL,
    -- The status of the last answer, when one came.
    status INTEGER,
    -- When it was last answered well (RFC 3339), and whether with every object there is.
    fetched_at TEXT,
    complete INTEGER NOT NULL DEFAULT 0,
    -- How many objects were asked for, and how many there are.
    most INTEGER NOT NULL DEFAULT 0,
    objects INTEGER NOT NULL DEFAULT 0,
    -- When it was last asked, until when that holds, and why it failed, in words. The API sends no validators.
    asked_at TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    error TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX http_cache_by_scope ON http_cache (scope);

-- When an entry was last seen unchanged or brought by a question of its own, later than its document was fetched whole.
CREATE TABLE entry_checks (
    entry_id INTEGER PRIMARY KEY REFERENCES entries (id) ON DELETE CASCADE,
    checked_at TEXT NOT NULL
) STRICT;

-- Documents that the user deleted: they come back when they are fetched or imported, not with answers to questions.
CREATE TABLE declined_documents (
    key TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- When a document was last stored whole; of Open5e's, what never was holds only what was asked for.
ALTER TABLE documents ADD COLUMN whole_at TEXT;
UPDATE documents SET whole_at = updated_at;

-- Whether the user wants no network but for an explicit fetch.
ALTER TABLE library ADD COLUMN offline INTEGER NOT NULL DEFAULT 0;
