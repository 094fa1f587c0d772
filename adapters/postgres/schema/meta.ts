import { programWorks } from '../client/errors.ts'

/**
 * The database's facts about itself: its purpose, its version, and the source of books that
 * are being moved into it, the database itself, and the one that its books were moved to.
 */
export const metaSchema = `
CREATE TABLE IF NOT EXISTS sente_database (
  one BIGINT PRIMARY KEY CONSTRAINT sente_database_has_one_row CHECK (one = 1),
  purpose TEXT NOT NULL CONSTRAINT purpose_is_known CHECK (purpose IN ('sandbox', 'live')),
  version BIGINT NOT NULL DEFAULT 0,
  works_from BIGINT NOT NULL DEFAULT 0,
  move_id TEXT,
  moving_from TEXT CONSTRAINT move_has_id CHECK (moving_from IS NULL OR move_id IS NOT NULL),
  home TEXT,
  home_name TEXT,
  moved_to TEXT,
  moved_name TEXT,
  moved_at_ms BIGINT CONSTRAINT moved_is_whole
    CHECK ((moved_at_ms IS NULL) = (moved_to IS NULL) AND (moved_name IS NULL) = (moved_to IS NULL))
);
-- How database transactions ended, for a commit whose answer was lost; see connection/transact.ts.
CREATE TABLE IF NOT EXISTS batches (
  id TEXT COLLATE "C" PRIMARY KEY,
  outcome TEXT NOT NULL CONSTRAINT outcome_is_known CHECK (outcome IN ('done', 'void')),
  -- The latest version of the schema that the program knows.
  program BIGINT NOT NULL
)`

/**
 * Stops the writes of programs that know no version from this one on. Waits for writes under way. Such a program can
 * still find out the outcome of a batch.
 */
export function refusePrograms(worksFrom: number): string {
  return `ALTER TABLE batches DROP CONSTRAINT IF EXISTS ${programWorks},
    ADD CONSTRAINT ${programWorks} CHECK (outcome = 'void' OR program >= ${worksFrom}) NOT VALID;
    UPDATE sente_database SET works_from = ${worksFrom}`
}
