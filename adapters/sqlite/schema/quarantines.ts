/** The version of the schema that lets a database know that it was restored. */
export const quarantineSchema = `
-- What tells a restored database: whose high-water mark is its own, whether that was written, and whether it is a copy.
ALTER TABLE meta ADD COLUMN mark_id TEXT;
ALTER TABLE meta ADD COLUMN marked INTEGER NOT NULL DEFAULT 0 CONSTRAINT marked_is_boolean CHECK (marked IN (0, 1));
ALTER TABLE meta ADD COLUMN copied_at_ms INTEGER;
CREATE TABLE quarantines (
  sequence INTEGER PRIMARY KEY,
  why TEXT NOT NULL,
  begun_at_ms INTEGER NOT NULL,
  explanation TEXT,
  known_id TEXT,
  known_at_ms INTEGER,
  reached_id TEXT,
  reached_at_ms INTEGER,
  ended_at_ms INTEGER,
  ended_by TEXT,
  because TEXT,
  CONSTRAINT known_is_whole CHECK ((known_id IS NULL) = (known_at_ms IS NULL)),
  CONSTRAINT reached_is_whole CHECK ((reached_id IS NULL) = (reached_at_ms IS NULL)),
  CONSTRAINT end_is_whole
    CHECK ((ended_at_ms IS NULL) = (ended_by IS NULL) AND (ended_at_ms IS NULL) = (because IS NULL))
) STRICT;
CREATE UNIQUE INDEX one_quarantine_lasts ON quarantines ((1)) WHERE ended_at_ms IS NULL;
CREATE TRIGGER ended_quarantines_stay BEFORE UPDATE ON quarantines WHEN OLD.ended_at_ms IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'ended_quarantines_stay');
END;
CREATE TRIGGER quarantines_are_kept BEFORE DELETE ON quarantines
BEGIN
  SELECT RAISE(ABORT, 'quarantines_are_kept');
END;
`
