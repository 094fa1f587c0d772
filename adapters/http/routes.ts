import Router from '@koa/router'
import type { Context, State } from './answers/context.ts'
import { type HttpRefusal, notFound } from './answers/errors/refusals.ts'
import { batchLines } from './batches/batchLines.ts'
import { batchList } from './batches/batchList.ts'
import { batchChangeEndpoints, payoutBatch } from './batches/payoutBatch.ts'
import { payoutBatches } from './batches/payoutBatches.ts'
import type { Endpoint } from './endpoint.ts'
import { paymentLink, paymentLinkEnd } from './links/paymentLink.ts'
import { paymentLinks } from './links/paymentLinks.ts'
import { balances } from './lookUps/balances.ts'
import { events } from './lookUps/events.ts'
import { fees } from './lookUps/fees.ts'
import { keys } from './lookUps/keys.ts'
import { limits } from './lookUps/limits.ts'
import { networks } from './lookUps/networks.ts'
import { phoneNumber } from './lookUps/phoneNumber.ts'
import { recipient } from './lookUps/recipient.ts'
import { statement } from './lookUps/statement.ts'
import { transaction } from './lookUps/transaction.ts'
import { transactions } from './lookUps/transactions.ts'
import { describeApi } from './openapi/document.ts'
import { collectMoney } from './payments/collectMoney.ts'
import { refundMoney } from './payments/refundMoney.ts'
import { sendMoney } from './payments/sendMoney.ts'
import { callbacks } from './service/callbacks.ts'
import { listErrors } from './service/errorList.ts'
import { explainError } from './service/errorPage.ts'
import { guide, guidePage, home } from './service/guide.ts'
import { livez } from './service/livez.ts'
import { openapi } from './service/openapi.ts'
import { readyz } from './service/readyz.ts'
import { reference, referenceBundle, referenceStart } from './service/reference.ts'
import { rulebook } from './service/rulebook.ts'
import { webhookDeliveries } from './webhooks/deliveries.ts'
import { messages } from './webhooks/messages.ts'
import { redelivery } from './webhooks/redelivery.ts'
import { webhookSecret } from './webhooks/rotateSecret.ts'
import { webhookTest } from './webhooks/testMessage.ts'
import { webhookEndpoint } from './webhooks/webhookEndpoint.ts'
import { webhookEndpoints } from './webhooks/webhookEndpoints.ts'

/** Every endpoint of the API. */
export const endpoints: readonly Endpoint[] = [
  sendMoney,
  collectMoney,
  refundMoney,
  batchList,
  payoutBatches,
  payoutBatch,
  batchLines,
  ...batchChangeEndpoints,
  paymentLinks,
  paymentLink,
  paymentLinkEnd,
  transactions,
  transaction,
  balances,
  limits,
  keys,
  fees,
  statement,
  networks,
  phoneNumber,
  recipient,
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
  listErrors,
  explainError,
  home,
  guide,
  guidePage,
]

let text: string | undefined

/** The description of the API as JSON, made once except for its URL. */
export function apiText(url = '/'): string {
  text ??= JSON.stringify(describeApi(endpoints, messages))
  return text.replace('"servers":[{"url":"/"', () => `"servers":[{"url":${JSON.stringify(url)}`)
}

/** The router's matches under a path, for any method. */
type Found = readonly { readonly path: string | RegExp }[]

const byPath = new Map<string | RegExp | undefined, Endpoint>(endpoints.map((endpoint) => [endpoint.path, endpoint]))

/** Makes the router, with the handling of the requests to each endpoint. */
export function routerOf(serve: (endpoint: Endpoint) => (ctx: Context) => Promise<void>): Router<State> {
  const router = new Router<State>({ sensitive: true, strict: true })
  for (const endpoint of endpoints) router.register(endpoint.path, [...endpoint.methods], serve(endpoint))
  return router
}

/** The endpoint among the router's matches. */
export function endpointIn(found: Found = []): Endpoint | undefined {
  return byPath.get(found[0]?.path)
}

/** Rule 1: the refusal of a request that no endpoint accepts, by the router's matches under its path. */
export function refusalOf(found?: Found): HttpRefusal {
  const endpoint = endpointIn(found)
  if (!endpoint || endpoint.isHidden) return notFound
  return { refused: 'method_not_allowed', allowed: allowedAt(endpoint) }
}

/** The methods of all endpoints with this path. The router accepts HEAD wherever it accepts GET. */
function allowedAt({ path }: Endpoint): string[] {
  const methods = endpoints.flatMap((endpoint) => (endpoint.path === path ? endpoint.methods : []))
  return methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method))
}
