import type { Calendar } from '../../../core/sente.ts'
import type { StatementRow } from './rows.ts'

/** The statement that a file is about. */
export type About = {
  readonly accountId: string
  readonly currency: string
  /** The days of the account, in whose time zone moments are written. */
  readonly days: Calendar
  /** The period, as in a query for a statement. */
  readonly fromMs?: number
  readonly toMs?: number
  readonly nowMs: number
}

/** A format of a statement as a file. */
export type StatementFile = {
  /** Its media type. */
  readonly type: string
  /** Writes rows while they are read. */
  write(rows: AsyncIterable<readonly StatementRow[]>, about: About): AsyncIterable<string | Uint8Array>
}
