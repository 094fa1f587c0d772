import { isDeepStrictEqual } from 'node:util'
import { type Behaviour, memoryStore } from '../../../adapters/memory/memory.ts'
import { openSqliteStore } from '../../../adapters/sqlite/store/sqliteStore.ts'
import {
  type Account,
  auditBooks,
  changeAccount,
  type Enquired,
  fundAccount,
  type Ids,
  isRefusal,
  type Transaction,
  type TransactionQuery,
  withdrawFunds,
} from '../../../core/sente.ts'
import { annotationsOf } from '../../contracts/kit/bookActs.ts'
import { type OpenCore, openCore } from '../../fixtures/core.ts'
import { openInSchema } from '../../fixtures/postgres/postgres.ts'

/** A part of a history, and what a caller can tell of it. */
export type Act = { readonly name: string; readonly run: (core: OpenCore) => Promise<unknown> }

/** The same core on books in memory, in SQLite and in PostgreSQL; ids and times are the same, too. */
export async function onThreeBooks(use: (cores: readonly OpenCore[]) => Promise<void>): Promise<void> {
  const sqlite = openSqliteStore({ path: ':memory:', purpose: 'sandbox', migrate: true })
  const postgres = await openInSchema()
  try {
    const stores = [memoryStore(), sqlite, postgres]
    await use(await Promise.all(stores.map((store) => openCore({}, { ...store, ids: countedIds() }))))
  } finally {
    await sqlite.close()
    await postgres.close()
  }
}

/** Does the same in each core; throws when one answers differently. */
export async function actInEach(cores: readonly OpenCore[], { name, run }: Act): Promise<void> {
  const answers = await Promise.all(cores.map(async (core) => comparable(await run(core).catch(thrown))))
  const other = answers.find((answer) => !isDeepStrictEqual(answer, answers[0]))
  if (other === undefined) return
  throw new Error(`${name} is answered ${JSON.stringify(answers[0])} in memory, and elsewhere ${JSON.stringify(other)}`)
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

/** A sweep after a pause, at networks that answer like this. */
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
      const id = transactions[place % Math.max(1, transactions.length)]?.id
      await hint({ transactionId: id ?? 'nothing' })
    },
  }
}

/** Money that the operator puts in or takes out. */
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

/** All pages of a list, with the annotations of what is on them. */
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

/** Everything that the books hold in the end. */
export const wholeBooks: Act = {
  name: 'everything in the books',
  run: ({ ports: { books } }) =>
    books.snapshot(async (snapshot) => [
      sorted(await all(snapshot.balances())),
      sorted(await all(snapshot.postings())),
      sorted(await all(snapshot.transactions())),
      sorted(await all(snapshot.fundings())),
      await all(snapshot.strays()),
      await auditBooks({ books })(),
    ]),
}

async function all<Row>(rows: Iterable<Row> | AsyncIterable<Row>): Promise<Row[]> {
  const found: Row[] = []
  for await (const row of rows) found.push(row)
  return found
}

function sorted(rows: readonly unknown[]): unknown[] {
  return rows.map(comparable).sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
}

/** Ids that are the same in each core, in the order in which they were made. */
function countedIds(): Ids {
  let made = 0
  const next = (version: number) => {
    made += 1
    return `00000000-0000-${version}000-8000-${String(made).padStart(12, '0')}`
  }
  return { ordered: () => next(7), random: () => next(4) }
}

/** An answer without what is random in each core: keys, and what a PIN is checked against. */
function comparable(answer: unknown): unknown {
  const text = JSON.stringify(answer, numbers)
  return text === undefined
    ? undefined
    : JSON.parse(text, (name, value) => (name === 'keys' || name === 'pin' ? undefined : value))
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
