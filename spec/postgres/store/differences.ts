import { isDeepStrictEqual } from 'node:util'
import { type Behaviour, memoryStore } from '../../../adapters/memory/memory.ts'
import { openSqliteStore } from '../../../adapters/sqlite/store/sqliteStore.ts'
import {
  type Account,
  acceptBatch,
  auditBooks,
  type BatchChange,
  changeAccount,
  changeBatch,
  type Enquired,
  type Fees,
  type FourEyes,
  fundAccount,
  type Ids,
  isRefusal,
  payBatches,
  refundMoney,
  type Transaction,
  type TransactionQuery,
  withdrawFunds,
} from '../../../core/sente.ts'
import { annotationsOf } from '../../contracts/kit/bookActs.ts'
import { type OpenCore, openCore } from '../../fixtures/core.ts'
import { aSchedule, aTier } from '../../fixtures/fees.ts'
import { openInSchema } from '../../fixtures/postgres/postgres.ts'

/** A part of a history, and the caller's view of it. */
export type Act = { readonly name: string; readonly run: (core: OpenCore) => Promise<unknown> }

/** The largest batch without a second person. */
const fourEyes: FourEyes = { kinds: new Set(['batches']), amountsMinor: new Map([['UGX', 2_500n]]) }

/** The fees of payments over one network. */
const fees: Fees = {
  schedules: [
    aSchedule(),
    aSchedule({ kind: 'collection', isRefundable: true, tiers: [aTier({ flatMinor: 3n, percentE4: 3_333n })] }),
    aSchedule({ kind: 'refund', tiers: [aTier({ flatMinor: 11n, percentE4: 0n })] }),
  ],
  cashOuts: [],
}

/** The same core on books in memory, in SQLite and in PostgreSQL; ids and times are the same, too. */
export async function onThreeBooks(use: (cores: readonly OpenCore[]) => Promise<void>): Promise<void> {
  const sqlite = openSqliteStore({ path: ':memory:', purpose: 'sandbox', migrate: true })
  const postgres = await openInSchema()
  try {
    const stores = [memoryStore(), sqlite, postgres]
    await use(await Promise.all(stores.map((store) => openCore({}, { ...store, ids: countedIds(), fees }))))
  } finally {
    await sqlite.close()
    await postgres.close()
  }
}

/** Runs the same act in each core; throws when one answers differently. */
export async function actInEach(cores: readonly OpenCore[], { name, run }: Act): Promise<void> {
  const answers = await Promise.all(cores.map(async (core) => comparable(await run(core).catch(thrown))))
  const other = answers.find((answer) => !isDeepStrictEqual(answer, answers[0]))
  if (other === undefined) return
  const [found, elsewhere] = [answers[0], other].map((answer) => JSON.stringify(answer) ?? 'nothing')
  throw new Error(
    `${name} is answered ${differing(found, elsewhere)} in memory, and elsewhere ${differing(elsewhere, found)}`,
  )
}

/** The text around its first difference from another. */
function differing(text = '', other = ''): string {
  const at = [...text].findIndex((character, index) => character !== other[index])
  return text.length < 2_000 ? text : `…${text.slice(Math.max(0, at - 500), at + 500)}…`
}

/** A payment, with its outcome. */
export function paying(kind: 'send' | 'collect', fields: Partial<OpenCore['payout']>, behaviour: Behaviour): Act {
  return {
    name: `${kind} ${JSON.stringify(fields)} at a network that ${behaviour}`,
    async run({ networks, send, collect, caller, payout }) {
      const request = { ...payout, ...fields }
      networks[request.network]?.behaves(behaviour)
      const opened = await (kind === 'send' ? send : collect)({ caller: await caller(), request })
      return isRefusal(opened) ? opened : [opened.transaction, await opened.outcome]
    },
  }
}

/** A refund of the collection with a place in the list; of the rest without an amount. */
export function refunding(
  place: number,
  fields: { readonly reference: string; readonly amount?: number },
  behaviour: Behaviour,
): Act {
  return {
    name: `refund ${JSON.stringify(fields)} of collection ${place} at a network that ${behaviour}`,
    async run({ ports, networks, caller, payout: { apikey } }) {
      const { transactions } = await ports.books.list({ limit: 100 })
      const collections = transactions.filter(({ kind }) => kind === 'collection')
      allBehave(networks, behaviour)
      const request = { apikey, pin: '4071', ...fields, collection: idAt(collections, place) }
      const opened = await refundMoney(ports)({ caller: await caller(), request })
      return isRefusal(opened) ? opened : [opened.transaction, await opened.outcome]
    },
  }
}

/** A batch of lines with these references and amounts, to a few phone numbers. */
export function batching(
  reference: string,
  lines: readonly { readonly reference: string; readonly amount: number }[],
  { acceptPartial }: { readonly acceptPartial: boolean },
): Act {
  return {
    name: `a batch ${reference} of ${JSON.stringify(lines)}`,
    async run({ ports, caller, payout: { apikey, network, currency } }) {
      const asked = lines.map((line, index) => {
        return { request: { ...line, phoneNumber: `25677000000${index % 3}`, network, currency } }
      })
      const request = { apikey, reference, pin: '4071', lines: asked, acceptPartial, confirmRepeats: true }
      return acceptBatch({ ...ports, fourEyes })({ caller: await caller(), request })
    },
  }
}

/** All possible work on the oldest batch, one line after the other, at a network with this behaviour. */
export function payingBatch(behaviour: Behaviour): Act {
  return {
    name: `the oldest batch is paid at a network that ${behaviour}`,
    async run({ ports, networks }) {
      allBehave(networks, behaviour)
      const { batches } = ports
      const claim: typeof batches.claim = (asked) => batches.claim({ ...asked, limit: 1 })
      const oneByOne = { ...batches, claim }
      const broken: unknown[] = []
      const onBreakage = (error: unknown) => broken.push(error)
      const { sweep, idle } = payBatches({ ...ports, batches: oneByOne, by: 'one', linesAtOnce: () => 1, onBreakage })
      for (let round = 0; round < 2; round += 1) {
        await sweep()
        await idle()
      }
      if (broken.length > 0) throw broken[0]
    },
  }
}

/** A change of the batch with a place in the list. */
export function changingBatch(place: number, change: BatchChange): Act {
  return {
    name: `${change} of batch ${place}`,
    run: async ({ ports, caller }) =>
      changeBatch(ports)({ caller: await caller(), batchId: await batchAt(ports, place), change }),
  }
}

/** All batches, with their lines and their sums. */
export const allBatches: Act = {
  name: 'all batches',
  async run({ ports: { batches } }) {
    const found = await batches.list({ limit: 100 })
    const linesOf = (batchId: string) => batches.lines({ batchId, after: 0, limit: 100 })
    return Promise.all(found.map(async (one) => [one, await linesOf(one.id), await batches.totals(one.id)]))
  },
}

/** A sweep after a pause, at networks with this answer. */
export function sweeping(afterMs: number, answer: Enquired): Act {
  return {
    name: `a sweep after ${afterMs} ms that hears ${JSON.stringify(answer, numbers)}`,
    async run({ clock, networks, sweep }) {
      clock.forwardMs(afterMs)
      for (const network of Object.values(networks)) network.answersEnquiry(answer)
      return sweep()
    },
  }
}

/** A hint about the transaction with a place in the list. */
export function hinting(place: number): Act {
  return {
    name: `a hint about transaction ${place}`,
    async run({ ports, hint }) {
      const { transactions } = await ports.books.list({ limit: 100 })
      await hint({ transactionId: idAt(transactions, place) })
    },
  }
}

/** A funding or withdrawal by the operator. */
export function moving(kind: 'fund' | 'withdraw', reference: string, amount: number): Act {
  return {
    name: `${kind} ${amount} as ${reference}`,
    run({ ports, account }) {
      const request = { by: 'amina', accountId: account.id, currency: 'UGX', amount, reference }
      return kind === 'fund' ? fundAccount(ports)(request) : withdrawFunds(ports)({ ...request, because: 'asked for' })
    },
  }
}

/** A change of the account. */
export function changing(settings: { readonly kyc?: Account['kyc']; readonly apiAccess?: boolean }): Act {
  return {
    name: `a change to ${JSON.stringify(settings)}`,
    run: ({ ports, account }) => changeAccount(ports)({ by: 'amina', accountId: account.id, settings }),
  }
}

/** All pages of a list, with the annotations of their transactions. */
export function listing(query: TransactionQuery): Act {
  return {
    name: `a list of ${JSON.stringify(query)}`,
    async run({ ports: { books } }) {
      const found: [Transaction, unknown][] = []
      for (let before: string | null | undefined; before !== null; ) {
        const page = await books.list({ ...query, ...(before !== undefined && { before }) })
        for (const one of page.transactions) found.push([one, await annotationsOf(books, one.id)])
        before = page.next
      }
      return [found, await books.awaited().then(sorted)]
    },
  }
}

/** The contents of the books in the end. */
export const wholeBooks: Act = {
  name: 'everything in the books',
  run: ({ ports: { books }, account: { id: accountId } }) =>
    books.snapshot(async (snapshot) => [
      sorted((await books.events({ accountId, after: 0, limit: 1_000 })).events.map(withoutPlace)),
      sorted((await books.statement({ accountId, currency: 'UGX', limit: 1_000 }))?.postings ?? []),
      sorted(await all(snapshot.balances())),
      sorted(await all(snapshot.postings())),
      sorted(await all(snapshot.transactions())),
      sorted(await all(snapshot.fundings())),
      sorted(await all(snapshot.batches())),
      await all(snapshot.strays()),
      await auditBooks({ books })(),
    ]),
}

function allBehave(networks: OpenCore['networks'], behaviour: Behaviour): void {
  for (const network of Object.values(networks)) network.behaves(behaviour)
}

/** The batch with a place in the list; an unknown id if there is none. */
export async function batchAt({ batches }: OpenCore['ports'], place: number): Promise<string> {
  return idAt(await batches.list({ limit: 100 }), place)
}

function idAt(found: readonly { readonly id: string }[], place: number): string {
  return found[place % Math.max(1, found.length)]?.id ?? 'nothing'
}

/** Payments that end in the same sweep end in any order. */
function withoutPlace<Row extends { readonly event: object }>(row: Row) {
  return { ...row, event: { ...row.event, sequence: 0 } }
}

async function all<Row>(rows: Iterable<Row> | AsyncIterable<Row>): Promise<Row[]> {
  const found: Row[] = []
  for await (const row of rows) found.push(row)
  return found
}

function sorted(rows: readonly unknown[]): unknown[] {
  return rows.map(comparable).sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
}

/** Ids that are the same in each core, in the order of their making. */
function countedIds(): Ids {
  let made = 0
  const next = (version: number) => {
    made += 1
    return `00000000-0000-${version}000-8000-${String(made).padStart(12, '0')}`
  }
  return { ordered: () => next(7), random: () => next(4) }
}

/** An answer without the random parts of each core: keys, and the verifier of a PIN. */
function comparable(answer: unknown): unknown {
  const text = JSON.stringify(answer, numbers)
  return text === undefined
    ? undefined
    : JSON.parse(text, function (this: object, name, value) {
        const isOfKey = 'lastUsedAtMs' in this && (name === 'digest' || name === 'prefix')
        return isOfKey || name === 'key' || name === 'pin' ? undefined : value
      })
}

/** With the names in one order, and numbers of any size. */
function numbers(_name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
}

function thrown(error: unknown) {
  return { thrown: error instanceof Error }
}
