import { openPostgresStore } from '../../../adapters/postgres/postgres.ts'
import { auditBooks, type Funding } from '../../../core/sente.ts'
import { fund, fundedAccount } from '../../contracts/kit/bookActs.ts'
import { aFunding } from '../../contracts/kit/records.ts'
import { type Fault, type FaultyProxy, openFaultyProxy } from '../../fixtures/postgres/faultyProxy.ts'
import { makeBooks } from '../../fixtures/postgres/postgres.ts'

/** The results of steps with failing connections. */
export type Survival = {
  readonly faults: number
  /** Steps that were rejected, with their errors. */
  readonly rejected: readonly string[]
  /** Acknowledged fundings that are not there exactly once. */
  readonly wrong: readonly string[]
  readonly isAuditClean: boolean
}

/** Opens a store through a server with failing connections. */
export async function openFaulty() {
  const { path, drop } = await makeBooks()
  const proxy = await openFaultyProxy(path)
  const store = await openPostgresStore({ path: proxy.through(path), purpose: 'sandbox', migrate: true })
  const accounts = [await fundedAccount(store), await fundedAccount(store), await fundedAccount(store)]
  return {
    ...{ store, proxy, path },
    accountIds: accounts.map(({ account }) => account.id),
    async close() {
      proxy.failWhen(() => undefined)
      await store.close()
      await proxy.close()
      await drop()
    },
  }
}

/** Breaks connections at random pieces, this many times. */
export function breakAtRandom(seed: number, faults: readonly Fault[], count: number): Promise<Survival> {
  const random = seeded(seed)
  return survive(() => (random() < 0.04 ? faults[Math.floor(random() * faults.length)] : undefined), count)
}

/** Funds accounts, some at a time, until the connections to a store have failed this many times; then compares. */
export async function survive(faultAt: (piece: string) => Fault | undefined, faults: number): Promise<Survival> {
  const scene = await openFaulty()
  try {
    return await survivalOf(scene, faultAt, faults)
  } finally {
    await scene.close()
  }
}

async function survivalOf(
  { store, accountIds, proxy }: Awaited<ReturnType<typeof openFaulty>>,
  faultAt: (piece: string) => Fault | undefined,
  faults: number,
): Promise<Survival> {
  let made = 0
  proxy.failWhen((piece) => {
    const fault = made < faults ? faultAt(piece) : undefined
    if (fault) made += 1
    return fault
  })
  const sent: Funding[] = []
  const rejected: string[] = []
  while (made < faults) {
    const some = accountIds.flatMap((id) => [aFunding(id), aFunding(id), aFunding(id)])
    sent.push(...some)
    await Promise.all(some.map((funding) => fund(store, funding).catch((error) => rejected.push(String(error)))))
  }
  proxy.failWhen(() => undefined)
  const { fundings } = await store.books.fundings({ limit: 100_000 })
  const counts = new Map<string, number>()
  for (const { reference } of fundings) counts.set(reference, (counts.get(reference) ?? 0) + 1)
  const wrong = sent.map(({ reference }) => reference).filter((reference) => counts.get(reference) !== 1)
  const { ok } = await auditBooks(store)()
  const extra = fundings.length - accountIds.length === sent.length ? [] : ['there are others']
  return { faults: made, rejected, wrong: [...wrong, ...extra], isAuditClean: ok }
}

/** Loses the answer to a commit, and breaks every connection from then on; returns a function that says whether it has. */
export function loseCommit(proxy: FaultyProxy): () => boolean {
  let isLost = false
  proxy.failWhen((piece) => {
    if (isLost) return 'unsent'
    isLost = /COMMIT(?!TED)/.test(piece)
    return isLost ? 'unanswered' : undefined
  })
  return () => isLost
}

/** A random number generator with a seed, so that a failure can be repeated. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
