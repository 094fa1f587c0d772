import { eventSchema } from './events.ts'
import { firstSchema } from './first.ts'
import { listSchema } from './lists.ts'
import { statementSchema } from './statements.ts'

/** A version of the schema. */
export type SchemaVersion = {
  /** The statements that upgrade the version before. */
  readonly upgrade: string
  /** The oldest version whose programs work on it: those of the release before do, so that nodes are upgraded in turn. */
  readonly worksFrom: number
}

/** Every version of the schema. A released version is never edited. */
export const versions: readonly SchemaVersion[] = [
  { upgrade: firstSchema, worksFrom: 1 },
  { upgrade: eventSchema, worksFrom: 1 },
  { upgrade: listSchema + statementSchema, worksFrom: 1 },
]
