import { performance } from 'node:perf_hooks'
import { openSqliteStore } from '../../../adapters/sqlite/store/sqliteStore.ts'
import type { State, Store, TransactionQuery } from '../../../core/sente.ts'
import { few, lookUpData, many } from '../../datasets/lookUpRows.ts'
import type { Arm, ArmOptions } from '../../figures/arm.ts'
import { median } from '../../figures/median.ts'

const rounds = 100
const target = { atMost: 1.2 }

/** The cost of a page among many transactions. */
export const lookUpArm: Arm = {
  name: 'lookups',
  summary: 'a page among 10 million transactions of others and a million of one’s own, against 10 and 1 thousand',
  async run(options) {
    const stores = [await opened(options, few), await opened(options, many)] as const
    try {
      const details = []
      for (const query of queries) details.push(await compared(query, stores))
      const pages = details.map(({ what, smallMicros, largeMicros }) => [
        { what: `${what}: a page among many`, value: largeMicros, unit: 'µs' },
        { what: `${what}: as a multiple of that among few`, value: largeMicros / smallMicros, unit: '', target },
      ])
      return { findings: pages.flat(), doubts: details.flatMap(({ doubts }) => doubts), details }
    } finally {
      for (const { store } of stores) await store.close()
    }
  },
}

type Opened = { readonly store: Store; readonly accountId: string }
type Filters = Omit<TransactionQuery, 'accountId' | 'limit'>

async function opened(options: ArmOptions, transactions: number): Promise<Opened> {
  const { path, accountId } = await lookUpData(options, transactions)
  return { store: openSqliteStore({ path, purpose: 'sandbox', migrate: false }), accountId }
}

const kinds = [undefined, 'payout', 'collection'] as const
const currencies = [undefined, 'UGX', 'RWF'] as const
const states: readonly (readonly State[] | undefined)[] = [
  undefined,
  ['submitting', 'pending'],
  ['succeeded'],
  ['failed'],
]

/**
 * Every combination of filters on the merchant's own; then by reference, by parts, and an operator's queries about all merchants.
 */
const queries: readonly (Filters & { readonly everybody?: true })[] = [
  ...kinds.flatMap((kind) =>
    currencies.flatMap((currency) =>
      states.map((some) => ({ ...(kind && { kind }), ...(currency && { currency }), ...(some && { states: some }) })),
    ),
  ),
  { reference: 'order-11' },
  { reference: 'order-11', kind: 'collection' },
  { phoneEnding: '001' },
  { part: 'order-' },
  { part: 'zebra' },
  { amountsMinor: { from: 48_350n, to: 48_350n } },
  { amountsMinor: { from: 501n, to: 9_999n } },
  ...states.map((some) => ({ ...(some && { states: some }), everybody: true as const })),
  { currency: 'RWF', everybody: true },
  { attention: true, everybody: true },
]

/** Queries both in turn, so that the machine's other work affects both. */
async function compared({ everybody, ...filters }: (typeof queries)[number], both: readonly [Opened, Opened]) {
  const micros: [number[], number[]] = [[], []]
  const lengths: number[] = []
  for (let round = 0; round < rounds; round++) {
    for (const [index, { store, accountId }] of both.entries()) {
      const query = { ...filters, ...(!everybody && { accountId }), limit: 20 }
      const begun = performance.now()
      const { transactions } = await store.books.list(query)
      micros[index]?.push((performance.now() - begun) * 1000)
      lengths[index] = transactions.length
    }
  }
  const what = `${everybody ? 'everybody’s ' : ''}${JSON.stringify(filters, (_, value) => (typeof value === 'bigint' ? Number(value) : value))}`
  const doubts = lengths[0] === lengths[1] ? [] : [`${what}: pages of ${lengths.join(' and ')}`]
  return { what, smallMicros: median(micros[0]), largeMicros: median(micros[1]), rows: lengths[0], doubts }
}
