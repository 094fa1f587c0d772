import { expect } from 'chai'
import { askOver } from '../../../adapters/postgres/client/send.ts'
import { addressOf } from '../../../adapters/postgres/connection/databaseUrl.ts'
import { connectToPrimary } from '../../../adapters/postgres/connection/primary.ts'
import { newContinuity } from '../../../adapters/postgres/continuity/continuity.ts'
import { postgresDialect } from '../../../adapters/postgres/dialect.ts'
import { openPostgresStore } from '../../../adapters/postgres/postgres.ts'
import { books } from '../../../adapters/sql/books/books.ts'
import type { Ask } from '../../../adapters/sql/engine/sqlStatement.ts'
import { quarantines } from '../../../adapters/sql/operators/quarantines/quarantines.ts'
import { webhooks } from '../../../adapters/sql/webhooks/webhooks.ts'
import type { Books, Quarantines, Store, Transaction, Webhooks } from '../../../core/sente.ts'
import { fund, inStep, openPayout } from '../../contracts/kit/bookActs.ts'
import { aFunding, anAccount, anAnnotation, aPayout } from '../../contracts/kit/records.ts'
import { makeBooks } from '../../fixtures/postgres/postgres.ts'
import { test } from '../../rule.ts'

const account = anAccount()
const atMs = Date.UTC(2026, 0, 2, 8)
const fundings = [1, 2, 3].map((nth) => aFunding(account.id, { reference: `float-${nth}`, atMs: atMs + nth }))
const payouts = [1, 2, 3, 4].map((nth) => aPayout(account.id, { amountMinor: BigInt(nth) }))
const [first, second, third, fourth] = payouts as [Transaction, Transaction, Transaction, Transaction]

/** The contents of both databases: one is a copy of the other. */
async function begin(store: Store): Promise<void> {
  await store.accounts.add(account)
  for (const funding of fundings) await fund(store, funding)
  for (const payout of [first, second, third]) await openPayout(store, payout)
}

function end(store: Store, payout: Transaction, state: 'succeeded' | 'failed'): Promise<void> {
  const ended = { ...payout, state, reason: state === 'failed' ? ('not_sent' as const) : null, updatedAtMs: atMs + 9 }
  return inStep(store, payout, (work) => {
    work.record(ended)
    const to = state === 'failed' ? 'available' : (`float:${payout.network}` as const)
    const { accountId, currency, amountMinor, id } = payout
    work.ledger.post({ accountId, currency, from: 'held', to, amountMinor, cause: { transaction: id }, atMs: atMs + 9 })
  })
}

/** The later commits in one of them, and in the other. */
const histories: readonly ((store: Store) => Promise<void>)[] = [
  async (store) => {
    for (const payout of [first, second]) await end(store, payout, 'succeeded')
    await openPayout(store, fourth)
    await inStep(store, third, (work) => work.annotate(anAnnotation(third.id)))
    await fund(store, aFunding(account.id, { reference: 'here', atMs }))
  },
  async (store) => {
    await fund(store, aFunding(account.id, { reference: 'there', atMs: atMs + 7 }))
    await end(store, third, 'failed')
    await inStep(store, third, (work) => work.annotate(anAnnotation(third.id, 'amina')))
  },
]

type Readers = { readonly books: Books; readonly quarantines: Quarantines; readonly webhooks: Webhooks }

const never = () => {
  throw new Error('nothing is written here')
}

function over(ask: Ask): Readers {
  const engine = { dialect: postgresDialect, ask, write: never, clock: 'database' } as const
  return {
    books: books({
      engine,
      claims: { claim: never, claimOne: never },
      atomically: never,
      snapshot: never,
      changes: never,
      unmark: never,
    }),
    quarantines: quarantines(engine),
    webhooks: webhooks(engine),
  }
}

const place = { accountId: account.id, currency: 'UGX' }

/** All answers to merchants and operators from the books. */
const answers: Readonly<Record<string, (readers: Readers) => Promise<unknown>>> = {
  'events from the first': ({ books }) => books.events({ accountId: account.id, after: 0, limit: 100 }),
  'the next events': ({ books }) => books.events({ accountId: account.id, after: 3, limit: 2 }),
  'a statement': ({ books }) => books.statement({ ...place, limit: 100 }),
  'a page of a statement': ({ books }) => books.statement({ ...place, limit: 2, after: '3' }),
  'a statement of a period': ({ books }) => books.statement({ ...place, limit: 100, fromMs: atMs + 5, toMs: atMs + 9 }),
  'the end of a statement': ({ books }) => books.statement({ ...place, limit: 100, fromMs: atMs + 8, after: '4' }),
  'a list': ({ books }) => books.list({ accountId: account.id, limit: 100 }),
  'a page of a list': ({ books }) => books.list({ limit: 2, before: third.id }),
  'a list by state': ({ books }) => books.list({ accountId: account.id, states: ['succeeded', 'pending'], limit: 9 }),
  fundings: ({ books }) => books.fundings({ limit: 100 }),
  'a page of fundings': ({ books }) =>
    books.fundings({ accountId: account.id, limit: 2, before: { accountId: account.id, reference: 'float-3' } }),
  'a transaction': ({ books }) => books.transaction(first.id),
  'a transaction by its reference': ({ books }) => books.transactionByReference(account.id, third.reference),
  'a transaction with its annotations': ({ books }) => books.annotated(third.id),
  balances: ({ books }) => books.balances(account.id),
  'awaited payments': ({ books }) => books.awaited(),
  quarantines: ({ quarantines }) => quarantines.all(),
  endpoints: ({ webhooks }) => webhooks.ofAccount(account.id),
  attempts: ({ webhooks }) => webhooks.attempts('endpoint', { limit: 9 }),
}

describe('PostgreSQL: the source of an answer', () => {
  test('an answer comes from one moment of one database, even when connections lead to two different ones', async () => {
    const schemas = [await makeBooks(), await makeBooks()]
    const clients = []
    try {
      for (const [index, { path }] of schemas.entries()) {
        const store = await openPostgresStore({ path, purpose: 'sandbox', migrate: true })
        await begin(store)
        await histories[index]?.(store)
        await store.close()
        clients.push(await connectToPrimary(addressOf(path), { pipeline: true, answerMs: 60_000 }, newContinuity()))
      }
      const [here, there] = clients.map((client) => askOver(client)) as [Ask, Ask]
      let reads = 0
      const alternating: Ask = (statement) => {
        reads += 1
        return (reads % 2 === 0 ? here : there)(statement)
      }
      for (const [name, answer] of Object.entries(answers)) {
        const whole = [await answer(over(here)), await answer(over(there))].map(textOf)
        for (const _ of [1, 2]) {
          expect(textOf(await answer(over(alternating))), name).to.be.oneOf(whole)
          reads += 1
        }
      }
    } finally {
      for (const client of clients) await client.end()
      for (const { drop } of schemas) await drop()
    }
  })
})

function textOf(answer: unknown): string {
  return JSON.stringify(answer, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)) ?? 'none'
}
