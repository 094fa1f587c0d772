import type { HttpRefusal } from '../answers/refusals.ts'
import { balances } from './balances.ts'
import { callbacks } from './callbacks.ts'
import { collectMoney } from './collectMoney.ts'
import type { Endpoint } from './endpoint.ts'
import { livez } from './livez.ts'
import { readyz } from './readyz.ts'
import { sendMoney } from './sendMoney.ts'
import { transaction } from './transaction.ts'
import { transactions } from './transactions.ts'

/** Everything that is served. */
export const endpoints: readonly Endpoint[] = [
  sendMoney,
  collectMoney,
  transactions,
  transaction,
  balances,
  callbacks,
  livez,
  readyz,
]

const patterns = endpoints.map((endpoint) => ({ endpoint, pattern: patternOf(endpoint) }))

/** What is served under a path, by whatever method. */
export function servedUnder(path: string): Endpoint | undefined {
  return patterns.find(({ pattern }) => pattern.test(path))?.endpoint
}

/** Rule 1: what a request for a path is answered with that no endpoint takes. */
export function refusalOfPath(path: string): HttpRefusal {
  const served = servedUnder(path)
  if (!served || served.isHidden) return { refused: 'not_found' }
  return { refused: 'method_not_allowed', allowed: served.methods }
}

function patternOf({ path }: Endpoint): RegExp {
  return new RegExp(`^${path.replace(/:\w+/, '[^/]+')}$`)
}
