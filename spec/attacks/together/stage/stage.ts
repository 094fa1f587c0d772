import {
  type Batch,
  createAccount,
  followUp,
  isRefusal,
  type MobileProvider,
  type Transaction,
  uganda,
} from '../../../../core/sente.ts'
import { testSecrets } from '../../../contracts/kit/merchant.ts'
import { feesUnder } from '../../model/stage/tariffs.ts'
import type { OpenBooks } from '../books.ts'
import { countedIds, historyTariffs, networkNames, newWorld, providerOf, type World } from './world.ts'

/** A merchant with the keys. */
type Merchant = { readonly id: string; readonly secretKey: string; readonly publicKey: string }

/** Books, and their users. */
export type Stage = Awaited<ReturnType<typeof makeStage>>

/** Begins with three merchants with money. */
export async function makeStage(books: OpenBooks, world = newWorld()) {
  const ids = countedIds(world, world.lives)
  const secrets = testSecrets
  const merchants: Merchant[] = []
  for (const name of ['Duka', 'Soko', 'Kiosk']) {
    const fund = [{ currency: 'UGX', amount: 400_000 }]
    const terms = { by: 'amina', name, kyc: 'complete', activate: ['UGX'], pin: '4071', fund } as const
    const created = await createAccount({ ...books.store, clock: world.clock, ids, secrets, market: uganda })(terms)
    if (isRefusal(created)) throw new Error(created.message)
    const { account, secretKey, publicKey } = created
    merchants.push({ id: account.id, secretKey, publicKey })
  }
  return stageOver(books, world, merchants)
}

/** The same merchants over other books. */
export function stageOver(books: OpenBooks, world: World, merchants: readonly Merchant[]) {
  const providers = Object.fromEntries(networkNames.map((name) => [name, providerOf(name, world)]))
  const ports = {
    ...books.store,
    clock: world.clock,
    ids: countedIds(world, world.lives),
    secrets: testSecrets,
    market: uganda,
    fees: feesUnder(
      historyTariffs,
      'A',
      merchants.map(({ id }) => id),
    ),
    fourEyes: { kinds: new Set(['batches'] as const), amountsMinor: new Map([['UGX', 6_000n]]) },
    providerFor: (_: string, name: string): MobileProvider => {
      const found = providers[name]
      if (!found) throw new Error(`no network ${name}`)
      return found
    },
  }
  return {
    books,
    world,
    merchants,
    ports,
    /** Transactions that an operator has decided about. */
    decided: new Set<string>(),
    /** Comparisons with only true rows. */
    honest: new Set<string>(),
    /** The tokens of links, by account and reference. */
    tokens: new Map<string, string>(),
    /** The payments after the last act. */
    before: new Map<string, Transaction>(),
    /** The proposals on these books by number, and their ends; and the money moved by approved ones. */
    proposals: {
      made: new Set<number>(),
      ended: new Map<number, 'approved' | 'withdrawn'>(),
      moved: new Set<string>(),
    },
    /** Closed accounts, with their rows at that time. */
    closed: new Map<string, ReadonlySet<string>>(),
    /** The number of lines that paused batches had opened. */
    paused: new Map<string, number>(),
    ...followUp({ ...ports, atOnce: 1 }),
  }
}

/** The merchant with a number; there are three. */
export function merchantAt({ merchants }: Pick<Stage, 'merchants'>, who: number): Merchant {
  const found = merchants[who % merchants.length]
  if (!found) throw new Error('there is no merchant')
  return found
}

/** All payments, the oldest first. */
export async function paymentsOf({ ports }: Pick<Stage, 'ports'>): Promise<Transaction[]> {
  return (await ports.books.list({ limit: 10_000 })).transactions.toReversed()
}

/** All batches. */
export const batchesOf = ({ ports }: Pick<Stage, 'ports'>): Promise<readonly Batch[]> =>
  ports.batches.list({ limit: 1_000 })
