/**
 * The file's facts about itself: its purpose, the oldest version that works on its schema, the number of transactions
 * that have changed anything, the id of its high-water mark and whether that was written, and, for a backup, the time
 * of the copy and its damage.
 */
export const metaSchema = `
CREATE TABLE meta (
  one INTEGER PRIMARY KEY CONSTRAINT meta_has_one_row CHECK (one = 1),
  purpose TEXT NOT NULL CONSTRAINT purpose_is_known CHECK (purpose = 'sandbox' OR purpose = 'live'),
  works_from INTEGER NOT NULL DEFAULT 0,
  commits INTEGER NOT NULL DEFAULT 0 CONSTRAINT commits_not_negative CHECK (commits >= 0),
  mark_id TEXT,
  marked INTEGER NOT NULL DEFAULT 0 CONSTRAINT marked_is_boolean CHECK (marked IN (0, 1)),
  copied_at_ms INTEGER,
  copied_damage TEXT
) STRICT;
`
