-- Conversations over HTTP: what each client said of itself when it began, so that the next owner can go on with it.
CREATE TABLE sessions (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    state TEXT NOT NULL
) STRICT;
