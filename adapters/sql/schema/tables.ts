import { batches, batchLines } from '../batches/tables.ts'
import { exchanges } from '../cases/tables.ts'
import type { Table } from '../engine/table.ts'
import { paymentLinks } from '../links/tables.ts'
import { actionChain, actions } from '../operators/actions/tables.ts'
import { floatGathered, floatPeriods, floatReports, floatTurn, operatorMoves } from '../operators/float/tables.ts'
import { lineStops } from '../operators/lines/tables.ts'
import { quarantines } from '../operators/quarantines/tables.ts'
import { entries, notes, reconciliations } from '../operators/reconciliations/tables.ts'
import { invitations, sessions, signInAttempts, users } from '../people/tables.ts'
import { accounts, dayCounts, keys, nameLookUps, phonePrompts } from '../tables/accounts.ts'
import { annotations } from '../tables/annotations.ts'
import { balances } from '../tables/balances.ts'
import { attempts, redeliveries, waiting } from '../tables/deliveries.ts'
import { events } from '../tables/events.ts'
import { followUps } from '../tables/followUps.ts'
import { fundings } from '../tables/fundings.ts'
import { eventLists, phoneLists, transactionLists } from '../tables/lists.ts'
import { postings } from '../tables/postings.ts'
import { statementMarks } from '../tables/statementMarks.ts'
import { transactions, usedReferences } from '../tables/transactions.ts'
import { endpoints } from '../tables/webhooks.ts'

/** All tables of the books, each after those that it refers to. */
export const tables: readonly Table[] = [
  accounts,
  keys,
  phonePrompts,
  dayCounts,
  nameLookUps,
  paymentLinks,
  transactions,
  usedReferences,
  followUps,
  fundings,
  batches,
  batchLines,
  balances,
  postings,
  statementMarks,
  annotations,
  exchanges,
  events,
  eventLists,
  transactionLists,
  phoneLists,
  endpoints,
  waiting,
  attempts,
  redeliveries,
  quarantines,
  lineStops,
  reconciliations,
  entries,
  notes,
  operatorMoves,
  floatPeriods,
  floatGathered,
  floatTurn,
  floatReports,
  actions,
  actionChain,
  users,
  invitations,
  sessions,
  signInAttempts,
]
