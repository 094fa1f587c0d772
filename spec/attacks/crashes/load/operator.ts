import { nodeSecrets, systemClock, uuids } from '../../../../adapters/node/node.ts'
import { openSqliteStore } from '../../../../adapters/sqlite/store/sqliteStore.ts'
import {
  isRefusal,
  type OperatorRefusal,
  pauseNetwork,
  resumeNetwork,
  revokeKey,
  rotateKey,
  type Store,
  uganda,
} from '../../../../core/sente.ts'
import type { Order } from '../plan.ts'
import { pinKeys } from '../processes/openings.ts'
import type { CrashAccount } from './accounts.ts'

/** A decision of the operator about all payments over a network, and when it was made, by the monotonic clock. */
export type Decision = {
  readonly deed: 'pause' | 'resume'
  readonly network: Order['network']
  readonly begunMs: number
  /** Infinity until it has been made. */
  endedMs: number
}

/** An operator who pauses and resumes networks and exchanges keys beside the servers, as commands do, one after the other. */
export type CrashOperator = {
  readonly decisions: readonly Decision[]
  /** Pauses one that is not paused. */
  pause(network: Order['network']): Promise<void>
  /** Resumes what is paused. */
  resumeAll(): Promise<void>
  /** Gives an account another key that collects, and revokes the one before the last, which is used no more. */
  rotate(account: CrashAccount | undefined): Promise<void>
}

/** The operator of a database. */
export function crashOperator(databasePath: string): CrashOperator {
  const decisions: Decision[] = []
  let last = Promise.resolve()

  async function decide(deed: Decision['deed'], network: Order['network']): Promise<void> {
    const decision: Decision = { deed, network, begunMs: performance.now(), endedMs: Number.POSITIVE_INFINITY }
    decisions.push(decision)
    await command((ports) => {
      const use = deed === 'pause' ? pauseNetwork(ports) : resumeNetwork(ports)
      return use({ network, by: 'amina', because: 'a drill' })
    })
    decision.endedMs = performance.now()
  }

  async function rotate({ id: accountId, keys }: CrashAccount): Promise<void> {
    const { tills = [] } = keys ?? {}
    const [old, latest] = [tills.at(-2), tills.at(-1)]
    const asked = { by: 'amina', accountId, kind: 'secret', keyId: latest?.id ?? '' } as const
    if (old && !old.isRevoked) await command((ports) => revokeKey(ports)({ by: 'amina', keyId: old.id }))
    if (old) old.isRevoked = true
    const { keyId, key } = await command((ports) => rotateKey(ports)(asked))
    tills.push({ id: keyId, secret: key, isRevoked: false })
  }

  async function command<Done extends object>(
    use: (ports: ReturnType<typeof portsOf>) => Promise<Done | OperatorRefusal>,
  ): Promise<Done> {
    const store = openSqliteStore({ path: databasePath, purpose: 'sandbox', migrate: false })
    try {
      const done = await use(portsOf(store))
      if (isRefusal(done)) throw new Error(JSON.stringify(done))
      return done as Done
    } finally {
      await store.close()
    }
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
    rotate: (account) =>
      inTurn(async () => {
        if (account) await rotate(account)
      }),
  }
}

function portsOf(store: Store) {
  return { ...store, clock: systemClock, ids: uuids, secrets: nodeSecrets({ pinKeys }), market: uganda }
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
