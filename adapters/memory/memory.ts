/**
 * A store and a network in memory, for tests and for trying out the core. Nothing survives the process.
 *
 * @module @sente/core/memory
 */

import {
  type AccountRepo,
  type Actions,
  accountHours,
  type Batches,
  type Books,
  type ChannelStops,
  channelHours,
  type EndedPayment,
  type Figures,
  heldIn,
  hourOf,
  type Notices,
  type OperatorMoney,
  type OperatorMove,
  type PaymentCases,
  type PaymentLinks,
  type PaymentSums,
  type People,
  type Quarantines,
  type ReconciliationRules,
  type Reconciliations,
  type SummedTime,
  type Webhooks,
} from '../../core/sente.ts'
import { memoryAccountRepo } from './memoryAccountRepo.ts'
import { memoryBooks } from './memoryBooks.ts'
import { memoryNotices } from './memoryNotices.ts'
import { memoryPeople } from './memoryPeople.ts'
import { memoryWebhooks } from './memoryWebhooks.ts'
import { memoryActions } from './operators/actions.ts'
import { memoryChannelStops } from './operators/channelStops.ts'
import { memoryOperatorMoney } from './operators/operatorMoney.ts'
import { memoryQuarantines } from './operators/quarantines.ts'
import { memoryReconciliationRules } from './operators/reconciliationRules.ts'
import { memoryReconciliations } from './operators/reconciliations.ts'

export { type Behaviour, type MemoryProvider, type MemoryProviderOptions, memoryProvider } from './memoryProvider.ts'
export type { ActBeside } from './operators/actions.ts'

/**
 * Accounts, books, quarantines, stops of channels, actions, comparisons with networks, endpoints, figures and users in
 * memory.
 */
export type MemoryStore = {
  readonly accounts: AccountRepo
  readonly books: Books
  readonly batches: Batches
  readonly paymentLinks: PaymentLinks
  readonly quarantines: Quarantines
  readonly channelStops: ChannelStops
  readonly operatorMoney: OperatorMoney
  readonly cases: PaymentCases
  readonly reconciliations: Reconciliations
  readonly reconciliationRules: ReconciliationRules
  readonly actions: Actions
  readonly webhooks: Webhooks
  readonly figures: Figures
  readonly people: People
  readonly notices: Notices
}

/** Makes an empty store in memory, for tests and for trying out the core. Its contents end with the process. */
export function memoryStore(): MemoryStore {
  const { beside, chainEnd, isEnded, keep, keepEnd, all, ...actions } = memoryActions()
  const { versionOf, isApiOff, all: allAccounts, ...accounts } = memoryAccountRepo(beside)
  const { isQuarantined, quarantines: begun, ...quarantines } = memoryQuarantines(beside)
  const { stopsOf, ...channelStops } = memoryChannelStops(beside)
  const moves: OperatorMove[] = []
  const other = {
    accountVersion: versionOf,
    isQuarantined,
    quarantines: begun,
    stopsOf,
    operatorMoves: () => [...moves],
    allAccounts,
  }
  const {
    lastEvent,
    noted,
    open,
    attention,
    latest,
    endedPayments,
    cases,
    batches,
    paymentLinks,
    tellExpiring,
    ...books
  } = memoryBooks(other, { beside, chainEnd, isEnded, keep, keepEnd, all })
  const { endpoints, ...webhooks } = memoryWebhooks({ lastEvent, isApiOff, events: books.events, actBeside: beside })
  const held = async () =>
    heldIn(
      [],
      (await batches.list({ limit: Number.POSITIVE_INFINITY })).map(({ sums }) => sums),
    )
  const figures = { open, batches: held, attention, endpoints, latest, ...paymentSums(endedPayments) }
  const reconciliations = memoryReconciliations(books, beside, { noted, moves })
  const operatorMoney = memoryOperatorMoney(books, { actBeside: beside, moves })
  const people = memoryPeople({ actBeside: beside, accounts: allAccounts })
  const notices = memoryNotices({ accounts: allAccounts, lastEvent, people })
  const reconciliationRules = memoryReconciliationRules(beside)
  const comparing = { reconciliations, reconciliationRules }
  const forOperators = { quarantines, channelStops, operatorMoney, actions, cases, ...comparing, figures }
  return {
    accounts: { ...accounts, tellExpiring },
    books,
    batches,
    paymentLinks,
    webhooks,
    people,
    notices,
    ...forOperators,
  }
}

/** Sums of ended payments, which are counted whenever they are asked for. */
function paymentSums(endedPayments: () => readonly EndedPayment[]): PaymentSums {
  const during = ({ fromMs, toMs }: SummedTime) => endedPayments().filter(({ atMs }) => atMs >= fromMs && atMs < toMs)
  return {
    gather: async () => false,
    async hoursOfAccount({ accountId, ...time }) {
      const theirs = during(time).filter(({ payment }) => payment.accountId === accountId)
      return { sums: accountHours(theirs.map(hourOf)), isWhole: true }
    },
    hoursOfChannels: async (time) => ({ sums: channelHours(during(time).map(hourOf)), isWhole: true }),
  }
}
