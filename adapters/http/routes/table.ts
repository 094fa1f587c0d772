import type { Endpoint } from '../endpoint.ts'
import { type HttpRefusal, notFound } from '../errors/refusals.ts'
import { balances } from '../lookUps/balances.ts'
import { events } from '../lookUps/events.ts'
import { networks } from '../lookUps/networks.ts'
import { statement } from '../lookUps/statement.ts'
import { transaction } from '../lookUps/transaction.ts'
import { transactions } from '../lookUps/transactions.ts'
import { collectMoney } from '../payments/collectMoney.ts'
import { sendMoney } from '../payments/sendMoney.ts'
import { webhookDeliveries } from '../webhooks/deliveries.ts'
import { webhookEndpoint } from '../webhooks/endpoint.ts'
import { webhookEndpoints } from '../webhooks/endpoints.ts'
import { redelivery } from '../webhooks/redelivery.ts'
import { webhookSecret } from '../webhooks/secret.ts'
import { webhookTest } from '../webhooks/trial.ts'
import { callbacks } from './callbacks.ts'
import { errorIndex, errors } from './errors.ts'
import { guide, guidePage, home } from './guide.ts'
import { livez } from './livez.ts'
import { openapi } from './openapi.ts'
import { readyz } from './readyz.ts'
import { reference, referenceBundle, referenceStart } from './reference.ts'
import { rulebook } from './rulebook.ts'

/** Every endpoint of the API. */
export const endpoints: readonly Endpoint[] = [
  sendMoney,
  collectMoney,
  transactions,
  transaction,
  balances,
  statement,
  networks,
  events,
  redelivery,
  webhookEndpoints,
  webhookEndpoint,
  webhookTest,
  webhookSecret,
  webhookDeliveries,
  callbacks,
  livez,
  readyz,
  rulebook,
  openapi,
  reference,
  referenceBundle,
  referenceStart,
  errorIndex,
  errors,
  home,
  guide,
  guidePage,
]

const patterns = endpoints.map((endpoint) => ({ endpoint, pattern: patternOf(endpoint) }))

/** The endpoint under a path, for any method. */
export function servedUnder(path: string): Endpoint | undefined {
  return patterns.find(({ pattern }) => pattern.test(path))?.endpoint
}

/** Rule 1: the refusal of a request that no endpoint accepts. */
export function refusalOfPath(path: string): HttpRefusal {
  const served = servedUnder(path)
  if (!served || served.isHidden) return notFound
  return { refused: 'method_not_allowed', allowed: served.methods }
}

function patternOf({ path }: Endpoint): RegExp {
  return new RegExp(`^${path.replace(/:\w+/, '[^/]+')}$`)
}
