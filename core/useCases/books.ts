import { auditBooks } from '../books/audit/auditBooks.ts'
import { continueAudit } from '../books/audit/continueAudit.ts'
import { closeDay } from '../books/closeDay.ts'
import { listEvents } from '../books/events/listEvents.ts'
import { readEvents } from '../books/events/readEvents.ts'
import { askForFloats } from '../books/float/askNetworks.ts'
import { findFloats, listFloat } from '../books/float/listFloat.ts'
import { moveOperatorMoney } from '../books/float/moveOperatorMoney.ts'
import { measureAccount } from '../books/hours/measureAccount.ts'
import { measureFloats } from '../books/hours/measureFloats.ts'
import { beginQuarantine, endQuarantine, findQuarantine, listQuarantines } from '../books/quarantine.ts'
import { readAccountStatement, readStatement } from '../books/statement.ts'

/**
 * The use cases for the books: audits, days, events, floats, measurements, quarantines and statements.
 *
 * @hidden
 */
export const bookUseCases = {
  auditBooks,
  continueAudit,
  closeDay,
  listEvents,
  readEvents,
  askForFloats,
  findFloats,
  listFloat,
  moveOperatorMoney,
  measureAccount,
  measureFloats,
  beginQuarantine,
  endQuarantine,
  findQuarantine,
  listQuarantines,
  readAccountStatement,
  readStatement,
}
