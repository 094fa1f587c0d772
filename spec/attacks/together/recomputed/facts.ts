import { isDeepStrictEqual } from 'node:util'
import type {
  AccountPorts,
  Batch,
  Batches,
  BatchLine,
  CloseDayPorts,
  FloatPorts,
  Funding,
  OperatorMove,
  Transaction,
} from '../../../../core/sente.ts'

/** The facts to compare: the answers of the product, and the rows behind them. */
export type Recomputable = AccountPorts &
  CloseDayPorts &
  FloatPorts & { readonly batches: Batches } & Pick<AccountPorts, 'market'> & {
    readonly operatorMoney: { moves(query: { limit: number }): Promise<readonly OperatorMove[]> }
  }

/** The history, as lists and look-ups show it. */
export type Facts = {
  readonly accountIds: readonly string[]
  /** The oldest first. */
  readonly payments: readonly Transaction[]
  readonly fundings: readonly Funding[]
  readonly batches: readonly { readonly batch: Batch; readonly lines: readonly BatchLine[] }[]
  readonly moves: readonly OperatorMove[]
}

/** A line of a statement, in the form that the pages about statements describe. */
export type Line = {
  readonly at: number
  readonly kind: string
  readonly amount: bigint
  readonly of: string
  readonly reference: string
}

/** Enough to leave nothing out. */
export const all = 100_000

/** A day in milliseconds, and the only currency of these books. */
export const [dayMs, currency] = [24 * 3_600_000, 'UGX']

/** The beginning of a moment's day in UTC. */
export const dayOf = (ms: number) => Math.floor(ms / dayMs) * dayMs

/** Reads them all. */
export async function factsOf({ accounts, books, batches, operatorMoney }: Recomputable): Promise<Facts> {
  const found = await batches.list({ limit: all })
  const linesOf = async (batch: Batch) => ({
    batch,
    lines: (await batches.lines({ batchId: batch.id, after: 0, limit: all })).map(({ line }) => line),
  })
  return {
    accountIds: (await accounts.list({ limit: all })).accounts.map(({ id }) => id),
    payments: (await books.list({ limit: all })).transactions.toReversed(),
    fundings: (await books.fundings({ limit: all })).fundings,
    batches: await Promise.all(found.map(linesOf)),
    moves: await operatorMoney.moves({ limit: all }),
  }
}

/** A balance in plain words. */
export function plain({ availableMinor, heldMinor }: { readonly availableMinor: bigint; readonly heldMinor: bigint }) {
  return { available: availableMinor, held: heldMinor }
}

/** Sums of accounts as texts that can be compared. */
export function namedSums(rows: readonly { readonly account: string; readonly minor: bigint }[]): string[] {
  return sorted(new Map(rows.map(({ account, minor }) => [account, minor])))
}

/** Without empty entries. */
export function sorted(sums: ReadonlyMap<string, bigint>): string[] {
  return [...sums]
    .filter(([, minor]) => minor !== 0n)
    .map(([name, minor]) => `${name} ${minor}`)
    .sort()
}

/** Throws when the product answers otherwise. */
export function same(subject: string, found: unknown, wanted: unknown): void {
  if (isDeepStrictEqual(found, wanted)) return
  const shown = (value: unknown) => JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}n` : part))
  if (Array.isArray(found) && Array.isArray(wanted)) {
    const [only, lacking] = [found.filter((one) => !wanted.includes(one)), wanted.filter((one) => !found.includes(one))]
    throw new Error(`${subject}: it has ${shown(only)}, and lacks ${shown(lacking)}`)
  }
  throw new Error(`${subject}: ${shown(found)}, not ${shown(wanted)}`)
}
