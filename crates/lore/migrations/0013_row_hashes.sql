-- SHA-256 of the texts of a row, so that a byte that changes on the disk is noticed; entries have theirs. See lore::store::row_hash.
ALTER TABLE documents ADD COLUMN row_hash BLOB;
ALTER TABLE imported_files ADD COLUMN row_hash BLOB;
