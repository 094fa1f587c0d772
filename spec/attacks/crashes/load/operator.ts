import { nodeSecrets, systemClock, uuids } from '../../../../adapters/node/node.ts'
import { openSqliteStore } from '../../../../adapters/sqlite/store/sqliteStore.ts'
import { isRefusal, pauseNetwork, resumeNetwork, uganda } from '../../../../core/sente.ts'
import type { Order } from '../plan.ts'
import { pinKeys } from '../processes/openings.ts'

/** A decision of the operator about all payments over a network, and when it was made, by the monotonic clock. */
export type Decision = {
  readonly deed: 'pause' | 'resume'
  readonly network: Order['network']
  readonly begunMs: number
  /** Infinity until it has been made. */
  endedMs: number
}

/** An operator who pauses and resumes networks beside the servers, as commands do, one after the other. */
export type CrashOperator = {
  readonly decisions: readonly Decision[]
  /** Pauses one that is not paused. */
  pause(network: Order['network']): Promise<void>
  /** Resumes what is paused. */
  resumeAll(): Promise<void>
}

/** The operator of a database. */
export function crashOperator(databasePath: string): CrashOperator {
  const decisions: Decision[] = []
  let last = Promise.resolve()

  async function decide(deed: Decision['deed'], network: Order['network']): Promise<void> {
    const decision: Decision = { deed, network, begunMs: performance.now(), endedMs: Number.POSITIVE_INFINITY }
    decisions.push(decision)
    const store = openSqliteStore({ path: databasePath, purpose: 'sandbox', migrate: false })
    try {
      const secrets = nodeSecrets({ pinKeys })
      const ports = { ...store, clock: systemClock, ids: uuids, secrets, market: uganda }
      const use = deed === 'pause' ? pauseNetwork(ports) : resumeNetwork(ports)
      const decided = await use({ network, by: 'amina', because: 'a drill' })
      if (isRefusal(decided)) throw new Error(decided.message)
    } finally {
      await store.close()
    }
    decision.endedMs = performance.now()
  }

  function inTurn(act: () => Promise<void>): Promise<void> {
    const done = last.then(act)
    last = done.catch(() => {})
    return done
  }

  return {
    decisions,
    pause: (network) =>
      inTurn(async () => {
        if (!pausedIn(decisions).includes(network)) await decide('pause', network)
      }),
    resumeAll: () =>
      inTurn(async () => {
        for (const network of pausedIn(decisions)) await decide('resume', network)
      }),
  }
}

function pausedIn(decisions: readonly Decision[]): readonly Order['network'][] {
  const latest = new Map(decisions.map(({ network, deed }) => [network, deed]))
  return [...latest].filter(([, deed]) => deed === 'pause').map(([network]) => network)
}

/** Whether payments over a network were taken from one moment to another; `changing` while that is not certain. */
export function lineDuring(
  decisions: readonly Decision[],
  { network, fromMs, toMs }: { network: string; fromMs: number; toMs: number },
): 'open' | 'stopped' | 'changing' {
  const those = decisions.filter((decision) => decision.network === network && decision.begunMs <= toMs)
  if (those.some(({ endedMs }) => endedMs >= fromMs)) return 'changing'
  return those.at(-1)?.deed === 'pause' ? 'stopped' : 'open'
}
