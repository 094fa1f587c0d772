import type { Behaviour } from '../../../../adapters/memory/memory.ts'
import { openSqliteStore } from '../../../../adapters/sqlite/store/sqliteStore.ts'
import {
  followUp,
  fundAccount,
  isRefusal,
  noRiskLimits,
  resolveTransaction,
  withdrawFunds,
} from '../../../../core/sente.ts'
import type { Store } from '../../../contracts/kit/store.ts'
import { openCore } from '../../../fixtures/core.ts'

/** What a day has left behind: the account, and each transaction's id by its reference. */
export type Day = { readonly accountId: string; idOf(reference: string): string }

/** How the network behaved at each payment; the reference is the operation and this. */
const behaviours = ['accepts', 'succeeds', 'declines', 'losesAnswer', 'losesRequest', 'unreachable'] as const

/** Makes a database in which an account has done, with UGX 5,000 each, everything that the use cases allow. */
export async function makeDay(path: string): Promise<Day> {
  const store = openSqliteStore({ path, purpose: 'sandbox', migrate: true })
  try {
    return await liveDay(store)
  } finally {
    store.close()
  }
}

async function liveDay(store: Store): Promise<Day> {
  const core = await openCore({}, { ...store, riskLimits: noRiskLimits })
  const ids = new Map<string, string>()
  for (const behaviour of behaviours) for (const [name, id] of await payBothWays(core, behaviour)) ids.set(name, id)
  const idOf = (reference: string) => ids.get(reference) ?? ''
  for (let guess = 0; guess < 2; guess += 1) {
    await core.send({ caller: await core.caller(), request: { ...core.payout, reference: 'guess', pin: '9999' } })
  }
  core.network.behaves('accepts')
  core.clock.forwardMs(70_000)
  await followUp({ ...core.ports, atOnce: 20 }).sweep()
  await decide(core, idOf('payout losesRequest'))
  await moveFunds(core)
  return { accountId: core.account.id, idOf }
}

type Core = Awaited<ReturnType<typeof openCore>>

async function payBothWays(core: Core, behaviour: Behaviour): Promise<[string, string][]> {
  core.network.behaves(behaviour)
  const who = await core.caller()
  return [
    await opened(
      core.send({ caller: who, request: { ...core.payout, reference: `payout-${behaviour}` } }),
      `payout ${behaviour}`,
    ),
    await opened(
      core.collect({ caller: who, request: { ...core.request, reference: `bill-${behaviour}` } }),
      `bill ${behaviour}`,
    ),
  ]
}

async function opened(answer: ReturnType<Core['send']>, name: string): Promise<[string, string]> {
  const payment = await answer
  if (isRefusal(payment)) throw new Error(payment.refused)
  await payment.outcome
  return [name, payment.transaction.id]
}

async function decide({ ports }: Core, transactionId: string) {
  const decision = { transactionId, end: 'failed', because: 'the network has no trace of it', by: 'Ann' } as const
  const answer = await resolveTransaction(ports)(decision)
  if ('refused' in answer) throw new Error(answer.message)
}

async function moveFunds({ ports, account }: Core) {
  const request = { accountId: account.id, currency: 'UGX', amount: 2_000 }
  await fundAccount(ports)({ by: 'amina', ...request, reference: 'in-1' })
  const withdrawn = await withdrawFunds(ports)({
    by: 'amina',
    ...request,
    reference: 'out-1',
    because: 'the merchant asked',
  })
  if ('refused' in withdrawn) throw new Error(withdrawn.message)
}
