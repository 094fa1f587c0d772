import { nodeSecrets, systemClock, uuids } from '../../../../adapters/node/node.ts'
import { openSqliteStore } from '../../../../adapters/sqlite/store/sqliteStore.ts'
import {
  createAccount,
  createKey,
  isRefusal,
  type KeyScope,
  type OperatorRefusal,
  pauseNetwork,
  resumeNetwork,
  revokeKey,
  rotateKey,
  type Store,
  uganda,
} from '../../../../core/sente.ts'
import type { Order } from '../plan.ts'
import { pinKeys } from '../terms.ts'

/** An account with a merchant who requests payments, and its opening balance in UGX. */
export type CrashAccount = {
  readonly id: string
  /** The key with every scope. */
  readonly secretKey: string
  /**
   * Other keys, used if present: one that looks things up, one that approves, and those that collect, the last of them
   * now.
   */
  readonly keys?: { readonly reader: CrashKey; readonly approver: CrashKey; readonly tills: CrashKey[] }
  readonly publicKey: string
  readonly pin: string
  readonly fundedMinor: bigint
}

/** A secret key with a scope of its own. */
type CrashKey = { readonly id: string; readonly secret: string; isRevoked: boolean }

const rightPin = '4071'

/** Three that can pay every order, one that often can't, and one with a merchant who doesn't know the PIN. */
const merchants = [
  ...[1_000_000_000, 1_000_000_000, 1_000_000_000, 20_000].map((amount) => ({ amount, pin: rightPin })),
  { amount: 1_000_000_000, pin: '9999' },
]

/** The ones that may be refused for a low balance, and for a wrong PIN. */
export const poorAccount = 3
export const guessingAccount = 4

/** A decision of the operator about all payments over a network, and its time by the monotonic clock. */
export type Decision = {
  readonly deed: 'pause' | 'resume'
  readonly network: Order['network']
  readonly begunMs: number
  /** Infinity until it has been made. */
  endedMs: number
}

/**
 * An operator who pauses and resumes networks and exchanges keys beside the servers, like commands, one after the
 * other.
 */
export function crashOperator(databasePath: string) {
  const decisions: Decision[] = []
  let last = Promise.resolve()

  async function decide(deed: Decision['deed'], network: Order['network']): Promise<void> {
    const decision: Decision = { deed, network, begunMs: performance.now(), endedMs: Number.POSITIVE_INFINITY }
    decisions.push(decision)
    const asked = { network, by: 'amina', because: 'a drill' }
    await command((ports) => (deed === 'pause' ? pauseNetwork(ports)(asked) : resumeNetwork(ports)(asked)))
    decision.endedMs = performance.now()
  }

  async function exchange({ id: accountId, keys }: CrashAccount): Promise<void> {
    const { tills = [] } = keys ?? {}
    const [old, latest] = [tills.at(-2), tills.at(-1)]
    const asked = { by: 'amina', accountId, kind: 'secret', keyId: latest?.id ?? '' } as const
    if (old && !old.isRevoked) await command((ports) => revokeKey(ports)({ by: 'amina', keyId: old.id }))
    if (old) old.isRevoked = true
    const { keyId, key } = await command((ports) => rotateKey(ports)(asked))
    tills.push({ id: keyId, secret: key, isRevoked: false })
  }

  async function openAccount({ amount, pin }: (typeof merchants)[number]): Promise<CrashAccount> {
    const about = { by: 'amina', name: 'Duka', kyc: 'complete', activate: ['UGX'], pin: rightPin } as const
    const { account, secretKey, publicKey } = await command((ports) =>
      createAccount(ports)({ ...about, fund: [{ currency: 'UGX', amount }] }),
    )
    const keyFor = async (name: string, scope: KeyScope): Promise<CrashKey> => {
      const asked = { by: 'amina', accountId: account.id, name, scopes: [scope] }
      const { keyId, key } = await command((ports) => createKey(ports)(asked))
      return { id: keyId, secret: key, isRevoked: false }
    }
    const [reader, approver] = [await keyFor('reader', 'read'), await keyFor('approver', 'pay')]
    const keys = { reader, approver, tills: [await keyFor('till', 'collect')] }
    return { id: account.id, secretKey, publicKey, keys, pin, fundedMinor: BigInt(amount) }
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
    /** Opens the merchants' accounts in a database made by a server. */
    async openAccounts(): Promise<readonly CrashAccount[]> {
      const opened: CrashAccount[] = []
      for (const merchant of merchants) opened.push(await openAccount(merchant))
      return opened
    },
    /** Pauses a network that is not paused. */
    pause: (network: Order['network']) =>
      inTurn(async () => {
        if (!pausedIn(decisions).includes(network)) await decide('pause', network)
      }),
    /** Resumes the paused networks. */
    resumeAll: () =>
      inTurn(async () => {
        for (const network of pausedIn(decisions)) await decide('resume', network)
      }),
    /** Gives an account another key that collects, and revokes the one before the last, which is no longer used. */
    rotate: (account: CrashAccount | undefined) => inTurn(async () => account && exchange(account)),
  }
}

function portsOf(store: Store) {
  return { ...store, clock: systemClock, ids: uuids, secrets: nodeSecrets({ pinKeys }), market: uganda }
}

function pausedIn(decisions: readonly Decision[]): readonly Order['network'][] {
  const latest = new Map(decisions.map(({ network, deed }) => [network, deed]))
  return [...latest].filter(([, deed]) => deed === 'pause').map(([network]) => network)
}

/** Whether payments over a network were taken from one moment to another; `changing` while that is uncertain. */
export function lineDuring(
  decisions: readonly Decision[],
  { network, fromMs, toMs }: { network: string; fromMs: number; toMs: number },
): 'open' | 'stopped' | 'changing' {
  const those = decisions.filter((decision) => decision.network === network && decision.begunMs <= toMs)
  if (those.some(({ endedMs }) => endedMs >= fromMs)) return 'changing'
  return those.at(-1)?.deed === 'pause' ? 'stopped' : 'open'
}
