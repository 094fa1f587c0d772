import { onDatabase } from '../../../instruments/postgresServer.ts'
import { doDuties } from '../../../processes/duties.ts'
import { keepPaying } from './payouts.ts'
import { openWay, type Payer, type Way } from './ways.ts'

/** A node's instructions at its beginning. */
export type NodeOpening = {
  readonly way: Way
  /** The database's URL without `postgres:`. */
  readonly path: string
  /** A query for the ids of the accounts. */
  readonly accounts: string
}

/** The steps of a node in a while: two steps a payout. */
export type Taken = { readonly steps: number; readonly ms: number; readonly cpuMicros: number }

let opened: { readonly opening: NodeOpening; readonly accountIds: readonly string[] } | undefined
const payers = new Map<number, Promise<Payer>>()

/** A node: a process with a store and merchants that pay, without HTTP. */
const duties = doDuties({
  async open(opening: NodeOpening): Promise<void> {
    const rows = await onDatabase<{ id: string }>(`postgres:${opening.path}`, opening.accounts)
    opened = { opening, accountIds: rows.map(({ id }) => id) }
  },

  /** Pays from the first `senders` accounts, over so many connections. */
  async pay({ senders, connections, ms }: { senders: number; connections: number; ms: number }): Promise<Taken> {
    if (!opened) throw new Error('the node is not open yet')
    const { payOut } = await payerOver(connections, opened.opening)
    const [cpu, begun] = [process.cpuUsage(), performance.now()]
    const payouts = await keepPaying(payOut, opened.accountIds.slice(0, senders), ms)
    const { user, system } = process.cpuUsage(cpu)
    return { steps: 2 * payouts, ms: performance.now() - begun, cpuMicros: user + system }
  },
})

function payerOver(connections: number, { way, path }: NodeOpening): Promise<Payer> {
  const payer = payers.get(connections) ?? openWay[way]({ path, connections })
  payers.set(connections, payer)
  return payer
}

/** The duties of a node. */
export type NodeDuties = typeof duties
