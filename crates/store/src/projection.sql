-- Everything that can be made again from the sources and from what is the user's own. Another version of this file makes
-- another database.

CREATE TABLE library (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    -- Tells this library's text index from another's.
    id TEXT NOT NULL,
    -- The starter content that was last taken in, so that newer content replaces it.
    starter TEXT,
    -- The program that read the other sources last, so that a better one reads them again.
    readers TEXT,
    -- The revision of the user's own content that it follows.
    revision INTEGER NOT NULL DEFAULT 0,
    -- When every list of Open5e was last stored, RFC 3339.
    open5e_synced_at TEXT
) STRICT;
INSERT INTO library (one, id) VALUES (1, lower(hex(randomblob(16))));

CREATE TABLE documents (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    provider TEXT NOT NULL,
    publisher TEXT,
    license TEXT,
    notice TEXT,
    game_system TEXT,
    url TEXT,
    description TEXT,
    entry_count INTEGER NOT NULL DEFAULT 0,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    -- When a document was last stored whole; of Open5e's, what never was holds only what was asked for.
    whole_at TEXT,
    -- The entries of Open5e that a sync left out of it, as JSON.
    left_out TEXT,
    -- SHA-256 of the texts of the row, so that a byte that changes on the disk is noticed: see lore::store::row_hash.
    row_hash BLOB
) STRICT;

CREATE TABLE entries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    document_id INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    slug TEXT NOT NULL,
    name TEXT NOT NULL,
    -- The name as it is compared: see lore::model::fold.
    folded TEXT NOT NULL,
    -- Of everything that was stored for the entry; an equal hash means nothing changed.
    hash BLOB NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    -- The page of its book that it stands on.
    page INTEGER,
    UNIQUE (document_id, kind, slug)
) STRICT;

-- In the order of every list of one kind, so that a lookup stops reading at its limit.
CREATE INDEX entries_by_name ON entries (kind, folded, document_id, slug);
CREATE INDEX entries_by_any_name ON entries (folded);
CREATE INDEX entries_by_slug ON entries (kind, slug);

-- The long texts stand apart, so that a search through names reads few pages.
CREATE TABLE texts (
    entry_id INTEGER PRIMARY KEY REFERENCES entries (id) ON DELETE CASCADE,
    body TEXT NOT NULL,
    details TEXT NOT NULL,
    -- What is kept of the sources, as JSON: see lore::ingest::Sources; of an own entry, the entry as it was written.
    sources TEXT
) STRICT;

-- Which of the user's files hold an entry.
CREATE TABLE entry_files (
    entry_id INTEGER NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
    file_id INTEGER NOT NULL,
    PRIMARY KEY (entry_id, file_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX entry_files_by_file ON entry_files (file_id);

CREATE TABLE spells (
    entry_id INTEGER PRIMARY KEY REFERENCES entries (id) ON DELETE CASCADE,
    level INTEGER NOT NULL,
    school TEXT,
    casting_time TEXT NOT NULL,
    concentration INTEGER NOT NULL,
    ritual INTEGER NOT NULL
) STRICT;
CREATE INDEX spells_by_level ON spells (level, school);
CREATE INDEX spells_by_school ON spells (school);
CREATE INDEX spells_by_casting_time ON spells (casting_time);

CREATE TABLE spell_classes (
    class TEXT NOT NULL,
    entry_id INTEGER NOT NULL REFERENCES spells (entry_id) ON DELETE CASCADE,
    PRIMARY KEY (class, entry_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX spell_classes_by_entry ON spell_classes (entry_id);

CREATE TABLE creatures (
    entry_id INTEGER PRIMARY KEY REFERENCES entries (id) ON DELETE CASCADE,
    cr REAL,
    cr_text TEXT,
    type TEXT,
    size TEXT,
    armor_class INTEGER,
    hit_points INTEGER
) STRICT;
CREATE INDEX creatures_by_type ON creatures (type, cr);
CREATE INDEX creatures_by_cr ON creatures (cr, type);
CREATE INDEX creatures_by_size ON creatures (size);

CREATE TABLE creature_habitats (
    habitat TEXT NOT NULL,
    entry_id INTEGER NOT NULL REFERENCES creatures (entry_id) ON DELETE CASCADE,
    PRIMARY KEY (habitat, entry_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX creature_habitats_by_entry ON creature_habitats (entry_id);

CREATE TABLE creature_languages (
    language TEXT NOT NULL,
    entry_id INTEGER NOT NULL REFERENCES creatures (entry_id) ON DELETE CASCADE,
    PRIMARY KEY (language, entry_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX creature_languages_by_entry ON creature_languages (entry_id);

CREATE TABLE equipment (
    entry_id INTEGER PRIMARY KEY REFERENCES entries (id) ON DELETE CASCADE,
    rarity TEXT,
    requires_attunement INTEGER NOT NULL,
    is_magic INTEGER NOT NULL,
    cost_gp REAL,
    weight_lb REAL,
    damage_dice TEXT,
    is_simple INTEGER,
    is_finesse INTEGER,
    is_light INTEGER,
    -- What sort of thing an item is, in lower case, so that a magic weapon is found among weapons; and the mundane thing
    -- that a magic item is made from, so that its many shapes are known for one thing.
    category TEXT,
    base_item TEXT
) STRICT;
CREATE INDEX equipment_by_rarity ON equipment (rarity);
CREATE INDEX equipment_by_damage ON equipment (damage_dice);

CREATE TABLE rules (
    entry_id INTEGER PRIMARY KEY REFERENCES entries (id) ON DELETE CASCADE,
    section TEXT
) STRICT;
CREATE INDEX rules_by_section ON rules (section);

CREATE TABLE options (
    entry_id INTEGER PRIMARY KEY REFERENCES entries (id) ON DELETE CASCADE,
    level INTEGER
) STRICT;

-- Facts read from the texts and fields of entries, with their values and the words that state them, as JSON: see lore::facts.
CREATE TABLE facts (
    entry_id INTEGER PRIMARY KEY REFERENCES entries (id) ON DELETE CASCADE,
    facts TEXT NOT NULL
) STRICT;
-- One row a value, by which entries are filtered.
CREATE TABLE fact_values (
    fact TEXT NOT NULL,
    value ANY NOT NULL,
    entry_id INTEGER NOT NULL REFERENCES facts (entry_id) ON DELETE CASCADE,
    PRIMARY KEY (fact, value, entry_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX fact_values_by_entry ON fact_values (entry_id);

-- What was written when: one row an entry, its number growing with every write. The text index and the vectors note the
-- number up to which they went.
CREATE TABLE changes (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    entry_id INTEGER NOT NULL UNIQUE ON CONFLICT REPLACE
) STRICT;
CREATE TRIGGER entries_inserted AFTER INSERT ON entries
BEGIN
    INSERT INTO changes (entry_id) VALUES (new.id);
END;
CREATE TRIGGER entries_updated AFTER UPDATE ON entries
BEGIN
    INSERT INTO changes (entry_id) VALUES (new.id);
END;
CREATE TRIGGER entries_deleted AFTER DELETE ON entries
BEGIN
    INSERT INTO changes (entry_id) VALUES (old.id);
END;

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

-- Freshness: what was asked of Open5e and when.
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

-- What was asked last, for people to look at.
CREATE TABLE activity (
    id INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    client TEXT NOT NULL,
    tool TEXT NOT NULL,
    arguments TEXT NOT NULL,
    results INTEGER,
    milliseconds REAL NOT NULL,
    error TEXT,
    -- The first entries that a call got, as JSON.
    entries TEXT NOT NULL DEFAULT '[]'
) STRICT;
-- Conversations over HTTP: what each client said of itself when it began, so that the next owner can go on with it.
CREATE TABLE sessions (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    state TEXT NOT NULL
) STRICT;
