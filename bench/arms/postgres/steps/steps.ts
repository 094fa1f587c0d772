import type { ArmOptions, ArmResult } from '../../../figures/arm.ts'
import { type DatabaseServer, onDatabase, startDatabase } from '../../../instruments/postgresServer.ts'
import { type Contender, makeContenders } from './contenders.ts'
import { contest } from './contest.ts'
import { findingsOf, otherWork } from './stepFindings.ts'

const flushDelayMs = 2

/** Steps a second: on one node, on three, and on one with a slower disk under its database. */
export async function measureSteps(server: DatabaseServer, options: ArmOptions): Promise<ArmResult> {
  const results = [
    await onServer(server, options, [
      { under: '1 node', nodes: 1, leastHot: 1, awaited: true },
      { under: '3 nodes', nodes: 3, leastHot: 0.85 },
    ]),
  ]
  const slow = await startDatabase({ folder: options.parentFolder, flushDelayMs })
  try {
    results.push(await onServer(slow, options, [{ under: `flushes ${flushDelayMs} ms slower`, nodes: 1 }]))
  } finally {
    await slow.close()
  }
  return {
    findings: results.flatMap(({ findings }) => findings),
    doubts: results.flatMap(({ doubts }) => doubts),
    details: results.flatMap(({ details }) => details),
  }
}

type Setting = { readonly under: string; readonly nodes: number; readonly leastHot?: number; readonly awaited?: true }

async function onServer(server: DatabaseServer, options: ArmOptions, settings: readonly Setting[]) {
  const contenders = await makeContenders(server, options.pgledger)
  const steps = new Map<string, number>()
  const [findings, doubts, details]: [ArmResult['findings'][number][], string[], object[]] = [[], [], []]
  for (const { under, nodes, leastHot, awaited } of settings) {
    options.progress(under)
    const measured = contenders.filter(({ way }) => awaited || way !== 'awaited')
    const held = await contest({ ...options, server, contenders: measured, nodes })
    for (const [way, taken] of held.steps) steps.set(way, (steps.get(way) ?? 0) + taken)
    findings.push(...findingsOf(held.entries, under, leastHot))
    doubts.push(...otherWork(held.entries, under))
    details.push({ under, entries: held.entries })
  }
  const [under = ''] = settings.map((one) => one.under)
  findings.push({ what: `${under}: a flush of the log`, value: await flushMs(server), unit: 'ms' })
  return { findings, doubts: [...doubts, ...(await allDoubts(contenders, steps, options))], details }
}

async function allDoubts(contenders: readonly Contender[], steps: Map<string, number>, { progress }: ArmOptions) {
  const doubts: string[] = []
  for (const contender of contenders) {
    progress(`checking the results of ${contender.way}`)
    doubts.push(...(await contender.doubts(steps.get(contender.way) ?? 0)))
  }
  return doubts
}

/** The mean of all flushes by the processes that serve connections. */
async function flushMs({ url }: DatabaseServer): Promise<number> {
  const [row] = await onDatabase<{ ms: number }>(
    url,
    `SELECT sum(fsync_time) / sum(fsyncs) AS ms FROM pg_stat_io
     WHERE object = 'wal' AND context = 'normal' AND backend_type = 'client backend'`,
  )
  return Number(row?.ms)
}
