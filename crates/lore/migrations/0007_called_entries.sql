-- The first entries that a call got, as JSON.
ALTER TABLE activity ADD COLUMN entries TEXT NOT NULL DEFAULT '[]';
