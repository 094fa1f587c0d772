import { accountHourTable, channelHourTable, summedEvents } from '../books/hours/tables.ts'
import type { Table } from '../engine/table.ts'
import { floatGathered, floatPeriods, floatTurn } from '../operators/float/tables.ts'
import { sessions } from '../people/tables.ts'
import { held, heldNames } from '../store/contents.ts'
import { phonePrompts } from '../tables/accounts.ts'
import { markTables } from '../tables/auditMarks.ts'
import { followUps } from '../tables/followUps.ts'
import { eventLists, networkIdLists, phoneLists, textBits, textLists, transactionLists } from '../tables/lists.ts'
import { statementMarks } from '../tables/statementMarks.ts'
import { usedReferences } from '../tables/transactions.ts'

/**
 * All tables of the books, each after the tables that it refers to: the contents of a store, and tables that no move
 * copies.
 */
export const tables: readonly Table[] = [
  ...heldNames.map((name) => held[name].table),
  phonePrompts,
  usedReferences,
  followUps,
  statementMarks,
  eventLists,
  transactionLists,
  phoneLists,
  textLists,
  textBits,
  networkIdLists,
  floatPeriods,
  floatGathered,
  floatTurn,
  accountHourTable,
  channelHourTable,
  summedEvents,
  sessions,
  ...markTables,
]
