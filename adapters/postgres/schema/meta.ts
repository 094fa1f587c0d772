import { programWorks } from '../client/errors.ts'

/** What the database says about itself: its purpose, its version, and whose books are being moved into it. */
export const metaSchema = `
CREATE TABLE IF NOT EXISTS sente_database (
  one BIGINT PRIMARY KEY CONSTRAINT sente_database_has_one_row CHECK (one = 1),
  purpose TEXT NOT NULL CONSTRAINT purpose_is_known CHECK (purpose IN ('sandbox', 'live')),
  version BIGINT NOT NULL DEFAULT 0,
  works_from BIGINT NOT NULL DEFAULT 0,
  move_id TEXT,
  moving_from TEXT CONSTRAINT move_has_id CHECK (moving_from IS NULL OR move_id IS NOT NULL)
);
-- How database transactions ended, for a commit whose answer was lost; see connection/transact.ts.
CREATE TABLE IF NOT EXISTS batches (
  id TEXT COLLATE "C" PRIMARY KEY,
  outcome TEXT NOT NULL CONSTRAINT outcome_is_known CHECK (outcome IN ('done', 'void')),
  -- The latest version of the schema that the program knows.
  program BIGINT NOT NULL
)`

/**
 * Lets no program write any more that knows no version from this one on. What such a program is writing is waited for. It
 * may still find out how a batch has ended.
 */
export function refusePrograms(worksFrom: number): string {
  return `ALTER TABLE batches DROP CONSTRAINT IF EXISTS ${programWorks},
    ADD CONSTRAINT ${programWorks} CHECK (outcome = 'void' OR program >= ${worksFrom}) NOT VALID;
    UPDATE sente_database SET works_from = ${worksFrom}`
}
