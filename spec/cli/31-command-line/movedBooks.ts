import Database from 'better-sqlite3'
import pg from 'pg'
import { openPostgresStore, postgres } from '../../../adapters/postgres/postgres.ts'
import { openSqliteStore, sqlite } from '../../../adapters/sqlite/sqlite.ts'
import { resolveTransaction } from '../../../core/sente.ts'
import { scopeOf } from '../../contracts/kit/bookActs.ts'
import type { Store } from '../../contracts/kit/store.ts'
import { hourMs, openCore } from '../../fixtures/core.ts'
import { makeSchema, type Schema } from '../../fixtures/postgres/postgres.ts'
import { type Folder, makeFolder } from '../../fixtures/sqliteFolder.ts'

/** Two databases for one example: a live one in SQLite, and an empty one in PostgreSQL. */
export type Pair = Folder & { readonly from: string; readonly to: string; readonly target: string }

/** Runs an example with two databases that are gone afterwards. */
export async function inPair(example: (pair: Pair) => Promise<unknown>): Promise<void> {
  const folder = makeFolder()
  let schema: Schema | undefined
  try {
    schema = await makeSchema()
    const { path: target } = schema
    await example({ ...folder, from: `sqlite:${folder.database}`, to: `postgres:${target}`, target })
  } finally {
    folder.remove()
    await schema?.drop()
  }
}

/** Opens the SQLite database beside whatever else uses it. */
export function openSource(path: string) {
  return openSqliteStore({ path, purpose: 'live', migrate: true })
}

/** Opens the PostgreSQL database as a node does. */
export function openNode(path: string) {
  return openPostgresStore({ path, purpose: 'live', migrate: true, clock: 'caller' })
}

/** Text with every sign that a format between two databases could take for its own. */
const awkward = 'tab\tline\nreturn\r back\\slash \\N \\. "quoted" \'single\' Ò 🎉'

/**
 * Fills a live database with all that books can hold: accounts in every condition, payments in every state, in doubt and
 * decided, wrong PINs, notes, withdrawals and a quarantine that has ended.
 */
export async function fillBooks(path: string): Promise<void> {
  const store = openSource(path)
  const core = await openCore({ name: awkward }, store)
  const { ports, payout, account, clock } = core
  const pay = (reference: string, behaviour: Parameters<typeof core.pay>[0]) => core.pay(behaviour, { reference })
  await pay('pending', 'accepts')
  await pay('succeeded', 'succeeds')
  await pay('declined', 'declines')
  await pay('never sent', 'unreachable')
  await pay('in doubt', 'losesAnswer')
  const lost = await pay('decided', 'losesRequest')
  await lost.afterAnswer({ outcome: 'notFound' })
  await lost.afterAnswer({ outcome: 'mismatch', because: 'another amount' })
  clock.forwardMs(80 * hourMs)
  await resolveTransaction(ports)({
    transactionId: lost.id,
    end: 'failed',
    because: 'the portal has none',
    by: 'amina',
  })
  await core.collect({ caller: await core.caller(), request: { ...core.request, reference: 'collected' } })
  for (const pin of ['0001', '0002', '0003']) {
    await core.send({ caller: await core.caller(), request: { ...payout, reference: `wrong ${pin}`, pin } })
  }
  const other = await openCore({ name: 'other', activate: ['UGX'] }, { ...store, clock })
  await other.pay('succeeds', { reference: 'pending', network: 'AIRTEL' })
  for (const pin of ['0001', '0002', '0003', '0004', '0005']) {
    await other.send({ caller: await other.caller(), request: { ...other.payout, reference: `wrong ${pin}`, pin } })
  }
  const withdrawal = { accountId: account.id, reference: 'w-1', currency: 'UGX', amountMinor: 1_000n, because: awkward }
  await store.books.atomically(
    { account: account.id, currency: 'UGX', funding: 'w-1', transaction: lost.id, events: true },
    (work) => {
      const atMs = clock.nowMs()
      work.fund({ ...withdrawal, kind: 'withdraw', atMs })
      const cause = { funding: 'w-1' }
      const { accountId, currency, amountMinor } = withdrawal
      work.ledger.post({ accountId, currency, amountMinor, from: 'available', to: 'funding', cause, atMs })
      work.annotate({ transactionId: lost.id, kind: 'mismatch', text: awkward, by: null, atMs })
    },
  )
  await openCore({ name: 'closed', kyc: 'incomplete', activate: [] }, { ...store, clock }).then(({ change }) =>
    change((closed) => ({ ...closed, closed: true, apiAccess: false, pin: null })),
  )
  await store.quarantines.begin({ atMs: 1_000, explanation: `amina: ${awkward}` })
  await store.quarantines.end({ atMs: 2_000, by: 'amina', because: awkward })
  await store.close()
}

/** Everything that a store's ports give out, in an order that does not depend on the store. */
export async function allThat(store: Store) {
  const { accounts } = await store.accounts.list({ limit: 1_000 })
  const { transactions } = await store.books.list({ limit: 1_000 })
  const postings = new Map<string, unknown[]>()
  const withPostings: unknown[] = []
  await store.books.snapshot(async (snapshot) => {
    for await (const posting of snapshot.postings()) {
      const key = `${posting.accountId} ${posting.currency}`
      postings.set(key, [...(postings.get(key) ?? []), posting])
    }
    for await (const rows of snapshot.transactions()) withPostings.push(rows)
    for await (const rows of snapshot.fundings()) withPostings.push(rows)
  })
  const each = <Row, Found>(rows: readonly Row[], find: (row: Row) => Promise<Found>) => Promise.all(rows.map(find))
  return {
    accounts,
    byKey: await each(
      accounts.flatMap(({ keys }) => keys),
      async ({ id, digest }) => [await store.accounts.byKeyId(id), await store.accounts.bySecretKey(digest)],
    ),
    pinKeys: await store.accounts.pinKeyCounts(),
    pinCounts: await each(accounts, ({ id }) =>
      store.books.atomically({ account: id, currency: 'UGX' }, (work) => [work.accountVersion(), work.pinCount()]),
    ),
    balances: await each(accounts, ({ id }) => store.books.balances(id)),
    transactions,
    byReference: await each(transactions, ({ accountId, reference }) =>
      store.books.transactionByReference(accountId, reference),
    ),
    used: await each(transactions, (transaction) =>
      store.books.atomically({ ...scopeOf(transaction), reference: transaction.reference }, (work) =>
        work.references.usedBy(transaction.accountId, transaction.reference),
      ),
    ),
    open: await store.books.list({ states: ['submitting', 'pending'], limit: 1_000 }),
    attention: await store.books.list({ attention: true, limit: 1_000 }),
    events: await each(accounts, ({ id }) => store.books.events({ accountId: id, after: 0, limit: 1_000 })),
    annotations: await each(transactions, ({ id }) => store.books.annotations(id)),
    fundings: await store.books.fundings({ limit: 1_000 }),
    awaited: (await store.books.awaited()).toSorted((one, two) => (one.network < two.network ? -1 : 1)),
    due: await store.books.claim({
      ...{ network: 'MTN', currency: 'UGX', nowMs: 1e15, leaseMs: 1, latestMs: 2e15, limit: 100 },
    }),
    quarantines: await store.quarantines.all(),
    postings: [...postings].toSorted(([one], [two]) => (one < two ? -1 : 1)),
    withPostings,
  }
}

/** Everything that a store holds, which is closed then. */
export async function heldIn(opened: ReturnType<typeof openSource> | ReturnType<typeof openNode>) {
  const store = await opened
  try {
    return await allThat(store)
  } finally {
    await store.close()
  }
}

/** Begins a move, and gives it up when everything is there and nothing is marked or released. */
export async function beginMove({ database, target }: Pick<Pair, 'database' | 'target'>): Promise<void> {
  const source = await sqlite.moveOut(database, 'live')
  const move = { path: target, purpose: 'live', from: source.name, movedAs: undefined } as const
  const into = await postgres.moveIn(move)
  await into.take(source.contents, quietly)
  await into.close()
  source.close()
}

/** Takes the progress of a move and shows nothing. */
export function quietly(): void {}

/** Changes the rows of a SQLite database behind sente's back. */
export function changeFile(path: string, statement: string): void {
  const database = new Database(path)
  database.exec(statement)
  database.close()
}

/** Asks the server of a PostgreSQL database, in the schema of its path. */
export async function onTarget<T>(path: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: `postgres:${path}` })
  client.on('error', () => {})
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
