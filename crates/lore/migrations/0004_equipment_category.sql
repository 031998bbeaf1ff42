-- What sort of thing an item is, in lower case, so that a magic weapon is found among weapons; and the mundane thing that a
-- magic item is made from, so that its many shapes are known for one thing.

ALTER TABLE equipment ADD COLUMN category TEXT;
ALTER TABLE equipment ADD COLUMN base_item TEXT;
UPDATE equipment SET (category, base_item) = (
    SELECT lower(json_extract(t.details, '$.category')), lower(json_extract(t.details, '$.base_item'))
    FROM texts t WHERE t.entry_id = equipment.entry_id
);
