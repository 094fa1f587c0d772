import type { WebhookDeps } from '../../../../adapters/http/endpoint.ts'
import type { HttpServerDeps } from '../../../../adapters/http/server/httpServer.ts'
import type { Behaviour } from '../../../../adapters/memory/memory.ts'
import { beginQuarantine, endQuarantine } from '../../../../core/sente.ts'
import type { Code } from '../../../answers.ts'
import { breaking } from '../../../fixtures/breaches.ts'
import { type Api, type HttpAnswer, type Operation, overHttp } from '../../../stages/overHttp.ts'

/** A way to make a request of an operation end in an error. */
type Breach = (operation: Operation) => Promise<HttpAnswer>

/** An API is opened for each; the act comes before a good request, or replaces it if the act has an answer. */
const after =
  (
    act: (api: Api, operation: Operation) => unknown,
    deps: Partial<HttpServerDeps> = {},
    other: Parameters<typeof overHttp>[3] = {},
  ): Breach =>
  async (operation) => {
    const api = await overHttp(deps, {}, undefined, other)
    const answer = await act(api, operation)
    return isAnswer(answer) ? answer : api.post(operation, api.bodies[operation])
  }

const isAnswer = (answer: unknown): answer is HttpAnswer =>
  typeof answer === 'object' && answer !== null && 'headers' in answer && 'text' in answer

const withFields = (fields: object) =>
  after(({ post, bodies }, operation) => post(operation, { ...bodies[operation], ...fields }))

const withBody = (body: string, headers = {}) => after(({ post }, operation) => post(operation, body, headers))

const withBytes = (bytes: string) =>
  after(async (api) => {
    Object.assign(api.server, { headersTimeout: 50, requestTimeout: 50 })
    return (await api.raw(bytes))[0]
  })

/** A network's failure: the enquiry after it gets no answer either. */
export const withNetwork = (behaviour: Behaviour) =>
  after(({ network }) => {
    network.behaves(behaviour)
    network.answersEnquiry({ outcome: 'inDoubt', because: 'the network is silent' })
  })

/** Sends a request to the API, with a body as JSON for a POST that has one. */
function request(api: Api, method: string, path: string, body?: object): Promise<HttpAnswer> {
  const headers = { authorization: api.authorization, ...(body && { 'content-type': 'application/json' }) }
  return api.ask(method, `/api/v1${path}`, headers, body && JSON.stringify(body))
}

const requested = (method: string, path: string, deps: Partial<HttpServerDeps> = {}, body?: object) =>
  after((api) => request(api, method, path, body), deps)

/** Asks for a refund of a collection. */
function refund(api: Api, given: object = {}): Promise<HttpAnswer> {
  const { apikey, pin } = api.bodies['send-money'] as { readonly apikey: string; readonly pin: string }
  return request(api, 'POST', '/refunds', { apikey, pin, collection: 'sale', reference: 'refund-1', ...given })
}

/** Makes the collection to refund. */
const collectSale = ({ post, bodies }: Api) => post('collect-money', { ...bodies['collect-money'], reference: 'sale' })

const link = { reference: 'link-1', amount: 5_000, currency: 'UGX', description: 'Coffee' }

/** Sends a request about the link or the batch that was made. */
function about(api: Api, made: HttpAnswer, what: string): Promise<HttpAnswer> {
  const { payment_link_id: link, batch_id: batch } = JSON.parse(made.text).data
  return request(api, 'POST', link ? `/payment-links/${link}/${what}` : `/payout-batches/${batch}/${what}`)
}

const broken = () => Promise.reject(new Error('broken'))

/** Use cases of webhooks that refuse. */
const webhooks = {
  readUrl: (url: string) => ({ url }),
  addEndpoint: async () => ({ refused: 'too_many_endpoints', most: 5 }),
  removeEndpoint: async () => ({ refused: 'endpoint_not_found' }),
  redeliverEvent: async () => ({ refused: 'event_not_found' }),
} as Partial<WebhookDeps> as WebhookDeps

const redeliveredTooOften: WebhookDeps = {
  ...webhooks,
  redeliverEvent: async () => ({
    ...{ refused: 'too_many_redeliveries', ofEvent: 5, ofAccount: 500, retryAfterSeconds: 60 },
  }),
}

/** Rules of the core, broken over HTTP in the same way. */
function inCore<Of extends Code>(...codes: readonly Of[]): Readonly<Record<Of, Breach>> {
  const broken = codes.map((code) => {
    const breach = after(async (api, operation) => {
      const { phoneNumber, pin, ...request } = await breaking([code], api)
      return api.post(operation, { ...request, phone_number: phoneNumber, ...(operation === 'send-money' && { pin }) })
    })
    return [code, breach]
  })
  return Object.fromEntries(broken)
}

const recipient = '/recipients?network=MTN&phone_number=256770000001&currency=UGX'

/** A way to every error over HTTP, except one, whose client has gone and can't read it. */
export const breaches: Readonly<Record<Exclude<Code, 'request_aborted'>, Breach>> = {
  method_not_allowed: after(({ ask }, operation) => ask('PUT', `/api/v1/${operation}`)),
  invalid_secret_key: withBody('{}', { authorization: 'Bearer sente_sk_0' }),
  key_not_allowed: after(async ({ change, post, bodies }) => {
    await change(({ keys, ...account }) => ({ ...account, keys: keys.map((key) => ({ ...key, scopes: [] })) }))
    return post('send-money', bodies['send-money'])
  }),
  ...inCore('account_not_found'),
  unsupported_media_type: withBody('{}', { 'content-type': 'text/plain' }),
  body_too_large: withBody(' '.repeat(16_385)),
  malformed_json: withBody('['),
  missing_fields: withFields({ network: '' }),
  malformed_fields: withFields({ amount: '5000' }),
  ...inCore('invalid_public_key', 'kyc_incomplete', 'api_access_off', 'currency_not_supported', 'invalid_network'),
  ...inCore('invalid_phone_number', 'amount_below_minimum', 'amount_above_maximum', 'amount_too_precise'),
  ...inCore('currency_not_activated'),
  limit_reached: after(async ({ post, bodies }) => {
    for (const reference of ['a', 'b', 'c']) await post('collect-money', { ...bodies['collect-money'], reference })
    return post('collect-money', bodies['collect-money'])
  }),
  duplicate_link: after(async (api) => {
    await request(api, 'POST', '/payment-links', link)
    return request(api, 'POST', '/payment-links', link)
  }),
  link_not_found: requested('GET', '/payment-links/none'),
  link_is_over: after(async (api) => {
    const made = await request(api, 'POST', '/payment-links', { ...link, uses: null })
    api.clock.forwardMs(366 * 24 * 3_600_000)
    return about(api, made, 'end')
  }),
  duplicate_batch: after(async ({ askBatch }) => {
    await askBatch()
    return askBatch()
  }),
  batch_refused: after(({ askBatch }) => askBatch([{ amount: 499 }])),
  repeats_unconfirmed: after(({ askBatch }) => askBatch([{}, {}])),
  batch_not_found: requested('GET', '/payout-batches/none'),
  batch_is_over: after(async (api) => {
    const made = await api.askBatch()
    await about(api, made, 'cancel')
    return about(api, made, 'resume')
  }),
  batch_awaits_approval: after(
    async (api) => about(api, await api.askBatch(), 'approve'),
    {},
    { fourEyes: { kinds: new Set(['batches']), amountsMinor: new Map() } },
  ),
  batch_unconfirmed: after(async (api) => {
    const made = await api.askBatch()
    await about(api, made, 'pause')
    const restored = { by: 'amina', because: 'restored' }
    await beginQuarantine(api.ports)(restored)
    await endQuarantine(api.ports)(restored)
    return about(api, made, 'resume')
  }),
  ...inCore('pin_not_set', 'pin_locked', 'invalid_pin', 'duplicate_reference', 'insufficient_balance'),
  ...inCore('network_unavailable'),
  provider_unavailable: withNetwork('unreachable'),
  outcome_unknown: withNetwork('losesAnswer'),
  quarantined: after(async ({ ports }) => {
    await beginQuarantine(ports)({ by: 'amina', because: 'the disk was set back' })
  }),
  not_found: after(({ ask }) => ask('GET', '/')),
  not_refundable: after(async (api) => {
    await collectSale(api)
    return refund(api)
  }),
  refund_exceeds_collection: after(async (api) => {
    api.network.behaves('succeeds')
    await collectSale(api)
    await refund(api, { reference: 'part', amount: 2_000 })
    return refund(api, { amount: 3_001 })
  }),
  transaction_not_found: requested('GET', '/transactions/none'),
  no_name_look_up: requested('GET', recipient, {
    lookUpRecipient: async () => ({ refused: 'no_name_look_up', network: 'MTN' }),
  }),
  name_unknown: after(({ look, network }) => {
    network.knows(undefined)
    return look(recipient)
  }),
  endpoint_not_found: requested('DELETE', '/webhook-endpoints/none', { webhooks }),
  event_not_found: requested('POST', '/events/none/redeliver', { webhooks }),
  beyond_last_event: requested('GET', '/events?after=2'),
  too_many_endpoints: requested('POST', '/webhook-endpoints', { webhooks }, { url: 'https://a.example' }),
  too_many_redeliveries: requested('POST', '/events/none/redeliver', { webhooks: redeliveredTooOften }),
  webhooks_off: requested('GET', '/webhook-endpoints'),
  internal_error: after(() => undefined, { sendMoney: broken, collectMoney: broken }),
  malformed_request: withBytes('GARBAGE\r\n\r\n'),
  request_timeout: withBytes('POST /api/v1/send-money HTTP/1.1\r\nHost:'),
  headers_too_large: withBytes(`POST / HTTP/1.1\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`),
  not_ready: after(({ ask }) => ask('GET', '/readyz'), { isReady: () => false }),
  rate_limited: after(
    async ({ look }) => {
      for (let time = 0; time < 10; time += 1) await look('/balances')
    },
    { limits: { accountRate: 1 } },
  ),
}
