import { countDoubts, statusDoubts } from '../../comparison/doubts.ts'
import { totalOf } from '../../comparison/total.ts'
import type { ArmOptions, ArmResult } from '../../figures/arm.ts'
import { median } from '../../figures/median.ts'
import { inTurns } from '../../figures/turns.ts'
import type { ClosedLoop } from '../../instruments/closedLoop.ts'
import { type DatabaseServer, newDatabase } from '../../instruments/postgresServer.ts'
import type { Server, Workbench } from '../../workbench/workbench.ts'

const accounts = 100
const inFlight = 64
const [warmUpMs, leadInMs] = [8_000, 250]

/**
 * Whole payments over HTTP from one node and from three over one database, each with a load and a network of its own.
 */
export async function measureNodes(
  bench: Workbench,
  database: DatabaseServer,
  { slices, seconds, progress }: ArmOptions,
): Promise<ArmResult> {
  const postgres = await newDatabase(database, 'nodes')
  const servers: Server[] = []
  for (const name of ['node 1', 'node 2', 'node 3']) {
    servers.push(await bench.server('sente', { name, accounts, postgres, database }))
  }
  const loops: ClosedLoop[] = []
  async function payOut(nodes: number, ms: number): Promise<number> {
    const taken = await Promise.all(servers.slice(0, nodes).map(({ load }) => load.ask('payOut', { inFlight, ms })))
    loops.push(...taken)
    return taken.reduce((sum, { answeredInTime }) => sum + answeredInTime, 0) / (ms / 1000)
  }

  await payOut(3, warmUpMs)
  const rates = { 1: [] as number[], 3: [] as number[] }
  for (const [round, turns] of inTurns([1, 3] as const, slices).entries()) {
    for (const nodes of turns) {
      await payOut(nodes, leadInMs)
      rates[nodes].push(await payOut(nodes, seconds * 1000))
    }
    progress(`slices ${round + 1}/${slices}: ${rates[1].at(-1)} from 1 node and ${rates[3].at(-1)} from 3 a second`)
  }
  return {
    findings: [
      { what: '1 node of three: rate', value: median(rates[1]), unit: 'requests/s' },
      { what: '3 nodes: rate', value: median(rates[3]), unit: 'requests/s' },
    ],
    doubts: [...statusDoubts('3 nodes', loops, 201), ...(await endAll(servers, loops))],
    details: { rates },
  }
}

/** Stops all nodes, and checks that all of their requests together are in their books. */
async function endAll(servers: readonly Server[], loops: readonly ClosedLoop[]): Promise<string[]> {
  const total = await totalOf(servers, loops)
  const [last, ...others] = servers
  await Promise.all(others.map(({ child }) => child.ask('close').then(child.stop)))
  return last ? countDoubts(last, total) : []
}
