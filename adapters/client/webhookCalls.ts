import type {
  ListWebhookDeliveriesQuery,
  NewWebhookEndpoint,
  Redelivery,
  WebhookDeliveries,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointChange,
  WebhookEndpoints,
  WebhookEndpointWithSecret,
  WebhookTest,
} from './apiTypes.ts'
import type { Answered, CallOptions, Exchange, Request } from './exchange.ts'
import { eachOf } from './pages.ts'
import type { Refused } from './refused.ts'

/**
 * The calls about webhook endpoints. A request whose repetition would act twice is not repeated once it may have
 * arrived: the refusal then has `mayHaveArrived`, and `webhookEndpoints` lists the current endpoints.
 */
export type WebhookCalls = {
  /** All endpoints of the account, oldest first. */
  webhookEndpoints(options?: CallOptions): Promise<WebhookEndpoints | Refused>
  /** Adds an endpoint, and shows its secret once. */
  addWebhookEndpoint(added: NewWebhookEndpoint, options?: CallOptions): Promise<WebhookEndpointWithSecret | Refused>
  /** One endpoint by its id. */
  webhookEndpoint(id: string, options?: CallOptions): Promise<WebhookEndpoint | Refused>
  /** Changes an endpoint; absent fields stay as they are. */
  changeWebhookEndpoint(
    id: string,
    change: WebhookEndpointChange,
    options?: CallOptions,
  ): Promise<WebhookEndpoint | Refused>
  /** Removes an endpoint, and resolves with its id. */
  removeWebhookEndpoint(id: string, options?: CallOptions): Promise<{ readonly endpoint_id: string } | Refused>
  /** Sends an endpoint a test message, and resolves with the outcome. */
  testWebhookEndpoint(id: string, options?: CallOptions): Promise<WebhookTest | Refused>
  /** Gives an endpoint another secret, and shows it once. */
  rotateWebhookSecret(id: string, options?: CallOptions): Promise<WebhookEndpointWithSecret | Refused>
  /** A page of the attempts at an endpoint, the latest first. */
  webhookDeliveries(
    id: string,
    query?: ListWebhookDeliveriesQuery,
    options?: CallOptions,
  ): Promise<WebhookDeliveries | Refused>
  /** Every attempt at an endpoint, page by page; a refusal is thrown as a `RefusedError`. */
  eachWebhookDelivery(id: string, options?: CallOptions): AsyncGenerator<WebhookDelivery, void>
  /** Delivers an event again, to all endpoints. */
  redeliverEvent(eventId: string, options?: CallOptions): Promise<Redelivery | Refused>
}

/** Looks something up below the API's path. */
type Get = <Data extends object>(
  path: string,
  query: Readonly<Record<string, string | number | undefined>>,
  options?: CallOptions,
) => Promise<Data | Refused>

/** Makes the calls. */
export function webhookCalls(ask: Exchange, get: Get): WebhookCalls {
  const root = 'webhook-endpoints'
  const pathOf = (id: string, rest = '') => `${root}/${encodeURIComponent(id)}${rest}`

  async function change<Data extends object>(path: string, request: Omit<Request, 'path'>): Promise<Data | Refused> {
    const { answer, isInDoubt }: Answered<Data> = await ask<Data>({ ...request, path: `/api/v1/${path}` })
    return 'data' in answer ? answer.data : { ...answer, mayHaveArrived: isInDoubt }
  }

  const once = { method: 'POST', isOnce: true } as const
  const deliveries: WebhookCalls['webhookDeliveries'] = (id, query = {}, options) =>
    get(pathOf(id, '/deliveries'), query, options)

  return {
    webhookEndpoints: (options) => get(root, {}, options),
    addWebhookEndpoint: (body, options) => change(root, { ...options, ...once, body }),
    webhookEndpoint: (id, options) => get(pathOf(id), {}, options),
    changeWebhookEndpoint: (id, body, options) => change(pathOf(id), { ...options, method: 'PATCH', body }),
    async removeWebhookEndpoint(id, options) {
      const result = await change(pathOf(id), { ...options, method: 'DELETE' })
      // The first attempt had arrived, and only its answer was lost.
      const isGone = 'refused' in result && result.refused === 'endpoint_not_found' && result.mayHaveArrived === true
      return 'refused' in result && !isGone ? (result as Refused) : { endpoint_id: id }
    },
    testWebhookEndpoint: (id, options) => change(pathOf(id, '/test'), { ...options, ...once }),
    rotateWebhookSecret: (id, options) => change(pathOf(id, '/rotate-secret'), { ...options, ...once }),
    webhookDeliveries: deliveries,
    eachWebhookDelivery: (id, options) =>
      eachOf(
        (cursor) => deliveries(id, { limit: 100, cursor }, options),
        (page) => page.deliveries,
      ),
    redeliverEvent: (id, options) => change(`events/${encodeURIComponent(id)}/redeliver`, { ...options, ...once }),
  }
}
