-- The page of its book that an entry stands on.
ALTER TABLE entries ADD COLUMN page INTEGER;
-- SHA-256 of the starter content that was last taken in, so that newer content replaces it.
ALTER TABLE library ADD COLUMN starter TEXT;
