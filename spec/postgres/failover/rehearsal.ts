import { setTimeout } from 'node:timers/promises'
import type { PaymentRequest } from '../../attacks/crashes/load/merchant.ts'
import type { Cluster } from '../../fixtures/patroni/cluster.ts'
import type { Machine } from '../../fixtures/patroni/machine.ts'
import { judgeOf } from '../nodes/judge.ts'
import { confirmed, type Merchants, openAccounts, startMerchants } from '../nodes/merchants.ts'
import { openNodes, stateOf } from '../nodes/nodes.ts'
import type { Outage } from '../nodes/tally.ts'

type Failure = {
  /** The role of the failing machine. */
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

/** The failures of the database, by their names in `npm run soak -- failover`. */
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

/** The results of a failure: figures, and all errors, each in a sentence. */
export type Rehearsal = Outage & { readonly problems: readonly string[] }

/** Three nodes over a cluster, and merchants who pay while it fails. */
export type Rehearsals = {
  /** Lets merchants pay while the database fails, after this many answered payments, and is repaired. */
  rehearse(name: FailureName, answered?: number): Promise<Rehearsal>
  close(): Promise<void>
}

/** Starts the nodes, over a database of their own. */
export async function openRehearsals(cluster: Cluster): Promise<Rehearsals> {
  // With many connections many commits are under way when it fails.
  const nodes = await openNodes({ path: `${await cluster.makeDatabase()}&connections=16`, charges: true })
  const accounts = await openAccounts(nodes).catch(async (error) => {
    await nodes.close()
    throw error
  })
  const requests: PaymentRequest[] = []
  const reported = new Set<string>()
  const judge = judgeOf(nodes, requests)

  /** The errors, without those of earlier failures. */
  async function problemsAfter(merchants: Merchants): Promise<readonly string[]> {
    requests.push(...merchants.requests)
    const all = [...merchants.untruths, ...(await judge.inTheEnd()), ...(await confirmed(nodes, merchants.requests))]
    // Nothing was lost, so no quarantine may begin.
    for (const url of nodes.urls) all.push(...((await stateOf(url)) === 'quarantined' ? [`${url} is quarantined`] : []))
    const problems = all.filter((problem) => !reported.has(problem))
    for (const problem of problems) reported.add(problem)
    return problems
  }

  return {
    async rehearse(name, answered = 100) {
      const merchants = startMerchants(nodes, accounts, requests.length)
      try {
        await merchants.answered(answered)
        const { pauseMs, problems } = await failing(cluster, failures[name], merchants)
        await merchants.stop()
        return { pauseMs, ...merchants.figures(), problems: [...problems, ...(await problemsAfter(merchants))] }
      } catch (error) {
        throw new Error(`${error}\n${await cluster.complaints()}`, { cause: error })
      } finally {
        await merchants.stop()
      }
    },
    close: nodes.close,
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
