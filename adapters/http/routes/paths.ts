import type { HttpRefusal } from '../answers/httpRefusal.ts'

/** The paths of the contract's two operations. */
export const sendMoneyPath = '/api/v1/send-money'
export const collectMoneyPath = '/api/v1/collect-money'

/** The paths of what merchants can look at. */
export const transactionsPath = '/api/v1/transactions'
export const transactionPath = `${transactionsPath}/:transaction_id`
export const balancesPath = '/api/v1/balances'

/** The path that networks call back under. */
export const callbackPath = '/callbacks/:token'

/** Something that is served: a path, in which a name after a colon stands for any one segment. */
type Served = {
  readonly path: string
  /** What a refusal says is allowed; with none, it does not tell that anything is served. */
  readonly allowed: readonly string[]
  /** Asked for so often, by machines, that a log of it would bury the payments. */
  readonly isNoise?: true
}

const lookUpMethods = ['GET', 'HEAD']

const everything: readonly Served[] = [
  { path: sendMoneyPath, allowed: ['POST'] },
  { path: collectMoneyPath, allowed: ['POST'] },
  { path: transactionsPath, allowed: lookUpMethods },
  { path: transactionPath, allowed: lookUpMethods },
  { path: balancesPath, allowed: lookUpMethods },
  { path: callbackPath, allowed: [], isNoise: true },
  { path: '/livez', allowed: lookUpMethods, isNoise: true },
  { path: '/readyz', allowed: lookUpMethods, isNoise: true },
]

const patterns = everything.map((served) => ({ served, pattern: patternOf(served) }))

/** What is served under a path, by whatever method. */
export function servedUnder(path: string): Served | undefined {
  return patterns.find(({ pattern }) => pattern.test(path))?.served
}

/** The path of a request's target: without a query, and without scheme and host where the target has them. */
export function pathOf(target: string): string {
  return target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '') || '/'
}

/** The query of a request's target, without its question mark; empty when it has none. */
export function queryOf(target: string): string {
  return /^[^?#]*\?([^#]*)/.exec(target)?.[1] ?? ''
}

/** Rule 1: what a request for a path is answered with that no route takes. */
export function refusalOfPath(path: string): HttpRefusal {
  const allowed = servedUnder(path)?.allowed ?? []
  return allowed.length > 0 ? { refused: 'method_not_allowed', allowed } : { refused: 'not_found' }
}

function patternOf({ path }: Served): RegExp {
  return new RegExp(`^${path.replace(/:\w+/, '[^/]+')}$`)
}
