import { openSqliteStore } from '../../../../adapters/sqlite/store/sqliteStore.ts'
import {
  type Books,
  type Clock,
  followUp,
  fundAccount,
  isRefusal,
  noRiskLimits,
  resolveTransaction,
  withdrawFunds,
} from '../../../../core/sente.ts'
import { openCore } from '../../../fixtures/core.ts'

/** The results of a day: the account, and each transaction's id by its reference. */
export type Day = { readonly accountId: string; idOf(reference: string): string }

/** The network's behaviour at each payment; the reference is the operation and this. */
const behaviours = ['accepts', 'succeeds', 'declines', 'losesAnswer', 'losesRequest', 'unreachable'] as const

/** A moment of the day: its account has no payments yet, or each of them is open or has ended. */
type Moment = 'morning' | 'noon'

type Meanwhile = (books: Books, clock: Pick<Clock, 'nowMs'>) => Promise<unknown>

/** Makes a database of an account with every possible payment, of UGX 5,000 each. */
export async function makeDay(path: string, meanwhile: Partial<Record<Moment, Meanwhile>> = {}): Promise<Day> {
  const store = openSqliteStore({ path, purpose: 'sandbox', migrate: true })
  const core = await openCore({}, { ...store, riskLimits: noRiskLimits })
  const { ports, account, network } = core
  const ids = new Map<string, string>()
  const caller = await core.caller()
  await meanwhile.morning?.(store.books, core.clock)
  for (const behaviour of behaviours) {
    network.behaves(behaviour)
    const payout = { ...core.payout, reference: `payout-${behaviour}` }
    const bill = { ...core.request, reference: `bill-${behaviour}` }
    ids.set(`payout ${behaviour}`, await idOfPayment(core.send({ caller, request: payout })))
    ids.set(`bill ${behaviour}`, await idOfPayment(core.collect({ caller, request: bill })))
  }
  const idOf = (reference: string) => ids.get(reference) ?? ''
  const guess = { ...core.payout, reference: 'guess', pin: '9999' }
  for (let time = 0; time < 2; time += 1) await core.send({ caller: await core.caller(), request: guess })
  await meanwhile.noon?.(store.books, core.clock)
  network.behaves('accepts')
  core.clock.forwardMs(70_000)
  await followUp({ ...ports, atOnce: 20 }).sweep()
  const decision = { end: 'failed', because: 'the network has no trace of it', by: 'Ann' } as const
  accepted(await resolveTransaction(ports)({ ...decision, transactionId: idOf('payout losesRequest') }))
  const moved = { by: 'amina', accountId: account.id, currency: 'UGX', amount: 2_000 }
  await fundAccount(ports)({ ...moved, reference: 'in-1' })
  accepted(await withdrawFunds(ports)({ ...moved, reference: 'out-1', because: 'the merchant asked' }))
  await store.close()
  return { accountId: account.id, idOf }
}

async function idOfPayment(answer: ReturnType<Awaited<ReturnType<typeof openCore>>['send']>): Promise<string> {
  const payment = await answer
  if (isRefusal(payment)) throw new Error(payment.refused)
  await payment.outcome
  return payment.transaction.id
}

function accepted(answer: object): void {
  if ('refused' in answer) throw new Error(JSON.stringify(answer))
}
