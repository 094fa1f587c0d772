import { eventListSchema } from './eventLists.ts'
import { eventSchema } from './events.ts'
import { firstSchema } from './first.ts'
import { keySchema } from './keys.ts'
import { listSchema } from './lists.ts'
import { promptSchema } from './prompts.ts'
import { redeliverySchema } from './redeliveries.ts'
import { statementSchema } from './statements.ts'

/** A version of the schema. */
export type SchemaVersion = {
  /** The statements that upgrade the version before. */
  readonly upgrade: string
  /** The oldest version whose programs work on it: those of the release before do, so that nodes are upgraded in turn. */
  readonly worksFrom: number
}

/**
 * Nothing ends and nothing is posted between what is written here and the triggers; look-ups go on. Taken at once, and in
 * the order in which steps write, so that nobody waits in a circle.
 */
const nothingEnds = 'LOCK TABLE transactions, postings IN SHARE ROW EXCLUSIVE MODE;'

/** Every version of the schema, each with its own locks. A released version is never edited. */
export const versions: readonly SchemaVersion[] = [
  { upgrade: firstSchema, worksFrom: 1 },
  { upgrade: eventSchema, worksFrom: 1 },
  { upgrade: 'ALTER TABLE transactions ADD COLUMN description TEXT, ADD COLUMN metadata TEXT', worksFrom: 1 },
  { upgrade: nothingEnds + listSchema + statementSchema, worksFrom: 1 },
  { upgrade: 'ALTER TABLE transactions ADD COLUMN network_reason TEXT', worksFrom: 1 },
  { upgrade: keySchema, worksFrom: 1 },
  {
    upgrade: `ALTER TABLE accounts ADD COLUMN pin_wrong_at_ms JSONB NOT NULL DEFAULT '[]',
      ADD COLUMN pin_locks BIGINT NOT NULL DEFAULT 0 CONSTRAINT locks_not_negative CHECK (pin_locks >= 0)`,
    worksFrom: 1,
  },
  { upgrade: promptSchema, worksFrom: 1 },
  { upgrade: redeliverySchema, worksFrom: 1 },
  { upgrade: eventListSchema, worksFrom: 1 },
]
