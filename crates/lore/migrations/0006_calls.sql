-- Requests that wrote something, noted in the transaction of what they wrote: a request that is repeated, because its answer
-- did not arrive, is answered from here.
CREATE TABLE calls (
    id INTEGER PRIMARY KEY,
    session TEXT NOT NULL,
    request TEXT NOT NULL,
    result TEXT NOT NULL,
    UNIQUE (session, request)
) STRICT;

-- What was asked last, for people to look at.
CREATE TABLE activity (
    id INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    client TEXT NOT NULL,
    tool TEXT NOT NULL,
    arguments TEXT NOT NULL,
    results INTEGER,
    milliseconds REAL NOT NULL,
    error TEXT
) STRICT;

ALTER TABLE library ADD COLUMN keeps_activity INTEGER NOT NULL DEFAULT 1;
