-- Facts read from the texts and fields of entries: see lore::facts. The version of their derivation is the database's
-- `user_version`; when it is another than the program's, they are derived anew.

CREATE TABLE facts (
    entry_id INTEGER PRIMARY KEY REFERENCES entries (id) ON DELETE CASCADE,
    -- Every fact with its values and the words that state them, as JSON.
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

-- The damage types of spells are facts.
DROP TABLE spell_damage_types;
