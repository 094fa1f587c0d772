import { setTimeout } from 'node:timers/promises'
import type { Cluster } from '../../fixtures/patroni/cluster.ts'
import type { Machine } from '../../fixtures/patroni/machine.ts'
import { judgeOf } from '../nodes/judge.ts'
import { confirmed, type Merchants, openAccounts, startMerchants } from '../nodes/merchants.ts'
import { type Nodes, openNodes } from '../nodes/nodes.ts'
import type { Outage } from '../nodes/tally.ts'

type Failure = {
  /** Whose machine fails. */
  readonly role: 'primary' | 'standby'
  fail(cluster: Cluster, machine: Machine): Promise<void>
  mend(cluster: Cluster, machine: Machine): Promise<void>
}

const kill = (cluster: Cluster, machine: Machine) => cluster.kill(machine)
const start = (cluster: Cluster, machine: Machine) => cluster.start(machine)
const endSilence = (cluster: Cluster, machine: Machine) => cluster.endSilence(machine)

/** Longer than a node waits for the answer to a commit, and not long enough for the cluster to act. */
async function pause(cluster: Cluster, machine: Machine) {
  await cluster.silence(machine)
  await setTimeout(8_000)
  await cluster.endSilence(machine)
}

/** What happens to the database, by the name that `npm run soak -- failover` has for it. */
export const failures = {
  kill: { role: 'primary', fail: kill, mend: start },
  switchover: { role: 'primary', fail: (cluster) => cluster.switchOver(), mend: async () => {} },
  silence: { role: 'primary', fail: (cluster, machine) => cluster.silence(machine), mend: endSilence },
  'cut-off': { role: 'primary', fail: (cluster, machine) => cluster.silence(machine, 'to machines'), mend: endSilence },
  'standby-pause': { role: 'standby', fail: pause, mend: async () => {} },
  'standby-kill': { role: 'standby', fail: kill, mend: start },
  'standby-silence': { role: 'standby', fail: (cluster, machine) => cluster.silence(machine), mend: endSilence },
} satisfies Record<string, Failure>

/** The name of a failure. */
export type FailureName = keyof typeof failures

/** What came of a failure: figures, and everything that is wrong, each in a sentence. */
export type Rehearsal = Outage & { readonly problems: readonly string[] }

/** Lets merchants pay over three nodes while the database fails, once so many payments were answered, and is mended. */
export async function rehearse(cluster: Cluster, name: FailureName, answered = 100): Promise<Rehearsal> {
  // With many connections many commits are under way when it fails.
  const nodes = await openNodes({ path: `${await cluster.makeDatabase()}&connections=16` })
  try {
    const merchants = startMerchants(nodes, await openAccounts(nodes))
    await merchants.answered(answered)
    const { pauseMs, problems } = await failing(cluster, failures[name], merchants)
    await merchants.stop()
    return { pauseMs, ...merchants.figures(), problems: [...problems, ...(await problemsAfter(nodes, merchants))] }
  } finally {
    await nodes.close()
  }
}

async function failing(cluster: Cluster, { role, fail, mend }: Failure, merchants: Merchants) {
  const machine = await cluster.withRole(role)
  const sinceMs = performance.now()
  await fail(cluster, machine)
  await merchants.answered(100)
  const isPrimary = (await cluster.withRole('primary')).name === machine.name
  const pauseMs = merchants.longestPauseMs(sinceMs)
  merchants.slowDown()
  await mend(cluster, machine)
  await cluster.whole()
  await merchants.answered(10)
  return { pauseMs, problems: isPrimary ? [`${machine.name} is the primary still`] : [] }
}

async function problemsAfter(nodes: Nodes, { requests, untruths }: Merchants): Promise<readonly string[]> {
  const inTheEnd = await judgeOf(nodes, requests).inTheEnd()
  // Nothing was lost, so that nothing may be suspected.
  const { stdout } = await nodes.sente('quarantine', 'show', '--json')
  const suspected = stdout.includes('behind_mark') ? [`the books are quarantined: ${stdout}`] : []
  return [...untruths, ...inTheEnd, ...suspected, ...(await confirmed(nodes, requests))]
}
