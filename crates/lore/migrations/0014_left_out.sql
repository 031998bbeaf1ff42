-- The entries of Open5e that a sync left out of a document, as JSON.

ALTER TABLE documents ADD COLUMN left_out TEXT;
