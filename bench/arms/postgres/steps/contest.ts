import { inTurns } from '../../../figures/turns.ts'
import type { DatabaseServer } from '../../../instruments/postgresServer.ts'
import { type Child, startServer } from '../../../processes/child.ts'
import { watchProcessors } from '../../../processes/processors.ts'
import { accounts, type Contender } from './contenders.ts'
import type { NodeDuties } from './nodeProcess.ts'
import type { Way } from './ways.ts'

/** The paying accounts: all, or one. */
export const spreads = { spread: accounts, hot: 1 } as const
export type Spread = keyof typeof spreads

/** The measurements of a contender for a while. */
export type Slice = {
  /** Steps a second. */
  readonly rate: number
  /** CPU time a step, in microseconds. */
  readonly nodeMicros: number
  readonly serverMicros: number
  /** The number of processors that other programs used. */
  readonly others: number
}

/** A contender's slices, paying from all accounts or from one. */
export type Entry = {
  readonly way: Way
  readonly spread: Spread
  /** How many connections each node has. */
  readonly connections: number
  readonly slices: readonly Slice[]
}

/** The options of a contest. */
export type ContestOptions = {
  readonly server: DatabaseServer
  readonly contenders: readonly Contender[]
  /** How many nodes each contender has, each with 64 payouts in flight. */
  readonly nodes: number
  readonly slices: number
  readonly seconds: number
  readonly progress: (line: string) => void
}

/**
 * Tried for one step a transaction, over all nodes together. The best is measured. The store has its default number.
 */
const triedConnections = [1, 4, 16, 64]
const storeConnections = 4

const [warmUpMs, trialMs, leadInMs] = [4_000, 1_200, 250]

/**
 * Measures contenders in turns, in an order swapped from round to round. Also resolves with the number of steps of
 * each.
 */
export async function contest({ contenders, ...options }: ContestOptions) {
  const runners = await Promise.all(contenders.map((contender) => runnerOf(contender, options)))
  try {
    const entries: (Entry & { slices: Slice[]; runner: Runner })[] = []
    for (const runner of runners) {
      for (const spread of ['spread', 'hot'] as const) {
        const connections = await chooseConnections(runner, spread, options.nodes)
        entries.push({ way: runner.way, spread, connections, slices: [], runner })
      }
    }
    for (const [round, turns] of inTurns(entries, options.slices).entries()) {
      for (const entry of turns) {
        await entry.runner.take(entry, leadInMs)
        entry.slices.push(await entry.runner.take(entry, options.seconds * 1000))
      }
      const rates = entries.map(({ way, spread, slices }) => `${way} ${spread} ${Math.round(slices.at(-1)?.rate ?? 0)}`)
      options.progress(`slices ${round + 1}/${options.slices}: ${rates.join(', ')}`)
    }
    return {
      entries: entries.map(({ runner, ...entry }): Entry => entry),
      steps: new Map(runners.map(({ way, steps }) => [way, steps()])),
    }
  } finally {
    await Promise.all(runners.map(({ stop }) => stop()))
  }
}

async function chooseConnections({ way, take }: Runner, spread: Spread, nodes: number): Promise<number> {
  if (way === 'batched') {
    await take({ spread, connections: storeConnections }, warmUpMs)
    return storeConnections
  }
  let best = { connections: 0, rate: 0 }
  for (const count of triedConnections) {
    const connections = Math.ceil(count / nodes)
    const { rate } = await take({ spread, connections }, trialMs)
    if (rate > best.rate) best = { connections, rate }
  }
  return best.connections
}

type Runner = Awaited<ReturnType<typeof runnerOf>>

/** A contender with its nodes, each a process of its own. */
async function runnerOf({ way, path, accounts }: Contender, { server, nodes }: Omit<ContestOptions, 'contenders'>) {
  const children: Child<NodeDuties>[] = Array.from({ length: nodes }, () =>
    startServer('arms/postgres/steps/nodeProcess'),
  )
  await Promise.all(children.map((child) => child.ask('open', { way, path, accounts })))
  let steps = 0
  return {
    way,
    steps: () => steps,
    async take({ spread, connections }: Pick<Entry, 'spread' | 'connections'>, ms: number): Promise<Slice> {
      const [serverMs, processors] = [server.cpuMs(), watchProcessors()]
      const pay = { senders: spreads[spread], connections, ms }
      const taken = await Promise.all(children.map((child) => child.ask('pay', pay)))
      const inServer = (server.cpuMs() - serverMs) * 1000
      const inNodes = taken.reduce((sum, { cpuMicros }) => sum + cpuMicros, 0)
      const together = taken.reduce((sum, one) => sum + one.steps, 0)
      const longestMs = Math.max(...taken.map((one) => one.ms))
      steps += together
      return {
        rate: (together * 1000) / longestMs,
        nodeMicros: inNodes / together,
        serverMicros: inServer / together,
        others: Math.max(0, processors() - (inServer + inNodes) / 1000 / longestMs),
      }
    },
    stop: () => Promise.all(children.map((child) => child.stop())),
  }
}
