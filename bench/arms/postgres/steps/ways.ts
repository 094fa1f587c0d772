import { send } from '../../../../adapters/postgres/client/send.ts'
import { addressOf } from '../../../../adapters/postgres/connection/databaseUrl.ts'
import { primaryConnection } from '../../../../adapters/postgres/connection/primaryConnection.ts'
import { openPostgresStore } from '../../../../adapters/postgres/postgres.ts'
import { laneOver, writingSettings } from '../../../../adapters/postgres/store/lanes.ts'
import type { Books } from '../../../../core/sente.ts'
import { paidMinor, payOut } from './payouts.ts'

/** The way in which a node takes its steps. */
export type Way = 'batched' | 'pipelined' | 'awaited' | 'pgledger'

/** A database, and the number of a node's connections to it. */
export type WayOptions = { readonly path: string; readonly connections: number }

/** Pays out from accounts, until its process ends. */
export type Payer = {
  /** Takes the two steps of a payout. */
  payOut(accountId: string): Promise<void>
}

/** How long a step waits for the database: longer than any slice. */
const patienceMs = 30_000

/** Opens each way. */
export const openWay: Readonly<Record<Way, (options: WayOptions) => Promise<Payer>>> = {
  batched,
  pipelined: (options) => oneByOne(options, true),
  awaited: (options) => oneByOne(options, false),
  pgledger,
}

/** The store as it is. */
async function batched({ path, connections }: WayOptions): Promise<Payer> {
  const { books } = await openPostgresStore({
    path: `${path}?connections=${connections}`,
    purpose: 'live',
    migrate: false,
  })
  return { payOut: (accountId) => payOut(books.atomically, accountId) }
}

/**
 * The same steps, each in a transaction of its own, over any free connection: with a round trip for each half of a
 * transaction, or with each statement awaited.
 */
async function oneByOne({ path, connections }: WayOptions, pipeline: boolean): Promise<Payer> {
  const onFreeLane = anyFree(
    kept(path, connections, pipeline).map((one) => laneOver(one, { patienceMs, clock: 'database', mostTogether: 1 })),
  )
  const atomically: Books['atomically'] = (scope, step) => onFreeLane((one) => one(scope, step))
  return { payOut: (accountId) => payOut(atomically, accountId) }
}

/** pgledger's transfer function, back and forth between two accounts. No other account is locked. */
async function pgledger({ path, connections }: WayOptions): Promise<Payer> {
  const onFreeConnection = anyFree(kept(path, connections, false))
  const text = 'SELECT id FROM pgledger_create_transfer($1, $2, $3)'
  const transfer = (from: string, to: string) =>
    onFreeConnection(async (connection) => {
      const client = await connection.client(performance.now() + patienceMs)
      await send(client, { name: 'transfer', text, values: [from, to, paidMinor] })
    })
  return {
    async payOut(accounts) {
      const [one = '', other = ''] = accounts.split(' ')
      await transfer(one, other)
      await transfer(other, one)
    },
  }
}

function kept(path: string, count: number, pipeline: boolean) {
  const parts = { address: addressOf(path), use: { pipeline, answerMs: patienceMs }, settings: writingSettings }
  return Array.from({ length: count }, () => primaryConnection(parts))
}

/** Runs uses over any free one. When none is free, they wait for their turn. */
function anyFree<One>(all: readonly One[]): <T>(use: (one: One) => Promise<T>) => Promise<T> {
  const free = [...all]
  const waiting: ((one: One) => void)[] = []

  function release(one: One) {
    const next = waiting.shift()
    if (next) next(one)
    else free.push(one)
  }

  return async (use) => {
    const one = free.pop() ?? (await new Promise<One>((resolve) => waiting.push(resolve)))
    try {
      return await use(one)
    } finally {
      release(one)
    }
  }
}
