-- The library. A shipped migration is never edited.

CREATE TABLE library (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    -- Tells this library's text index from another's.
    id TEXT NOT NULL,
    -- Whether the starter content was offered to it; a user who deletes it does not get it back.
    starter_offered INTEGER NOT NULL DEFAULT 0,
    -- When every list of Open5e was last stored, RFC 3339.
    open5e_synced_at TEXT,
    -- What was saved when a damaged database was replaced by this one, in words.
    recovery TEXT
) STRICT;

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
    -- Of an imported file: its name and the SHA-256 of its bytes.
    file TEXT,
    file_hash TEXT,
    entry_count INTEGER NOT NULL DEFAULT 0,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
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
    raw TEXT NOT NULL
) STRICT;

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

CREATE TABLE spell_damage_types (
    damage_type TEXT NOT NULL,
    entry_id INTEGER NOT NULL REFERENCES spells (entry_id) ON DELETE CASCADE,
    PRIMARY KEY (damage_type, entry_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX spell_damage_types_by_entry ON spell_damage_types (entry_id);

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
    is_light INTEGER
) STRICT;
CREATE INDEX equipment_by_rarity ON equipment (rarity);
CREATE INDEX equipment_by_damage ON equipment (damage_dice);

CREATE TABLE rules (
    entry_id INTEGER PRIMARY KEY REFERENCES entries (id) ON DELETE CASCADE,
    section TEXT
) STRICT;
CREATE INDEX rules_by_section ON rules (section);

-- What was written when: one row an entry, its number growing with every write. Projections (the text index, the
-- vectors) note the number up to which they went.
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
