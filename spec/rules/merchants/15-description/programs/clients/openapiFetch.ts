/** A merchant's program over the client by openapi-typescript and openapi-fetch; it prints the answers. */
export const overOpenapiFetch = `
import createClient from 'openapi-fetch'
import type { components, paths } from './schema'

const [baseUrl = '', secretKey = '', apikey = ''] = process.argv.slice(2)
const headers = { Authorization: \`Bearer \${secretKey}\` }
const api = createClient<paths, 'application/json'>({ baseUrl, headers })
const csv = createClient<paths, 'text/csv'>({ baseUrl, headers: { ...headers, Accept: 'text/csv' } })

const payment = { reference: 'order-1', phone_number: '256770000001', amount: 500, currency: 'UGX', network: 'MTN' }
const paid = await api.POST('/api/v1/send-money', { body: { apikey, ...payment, pin: '4071' } })
const wrong = await api.POST('/api/v1/send-money', { body: { apikey, ...payment, reference: 'order-3', pin: '1' } })
const listed = await api.GET('/api/v1/transactions', { params: { query: { limit: 1, kind: 'payout' } } })
const query = { currency: 'UGX' }
const statement = await api.GET('/api/v1/statement', { params: { query: { ...query, limit: 1 } } })
const table = await csv.GET('/api/v1/statement', { params: { query }, parseAs: 'text' })
const events = await api.GET('/api/v1/events', { params: { query: { after: 0, limit: 1 } } })
const [event] = events.data?.data.events ?? []
const collected = await api.POST('/api/v1/collect-money', { body: { apikey, ...payment, reference: 'order-4' } })
console.log(
  JSON.stringify({
    paid: paid.data?.data.amount,
    collected: collected.data?.data.amount,
    wrong: wrong.error?.message,
    listed: listed.data?.data.transactions[0]?.reference,
    lines: statement.data?.data.lines.length,
    table: table.data?.split(',')[0],
    event: event?.type === 'balance.funded' ? event.data.amount : undefined,
  }),
)

export function subjectOf(message: components['schemas']['WebhookMessage']): string {
  if (message.type === 'webhook.test') return message.data.endpoint_id
  if (message.type === 'balance.funded' || message.type === 'balance.withdrawn') return message.data.created_at
  if (message.type === 'key.expiring') return message.data.key_id
  return message.data.state
}

// @ts-expect-error: a limit is a number
export const spelled = () => api.GET('/api/v1/transactions', { params: { query: { limit: 'ten' } } })
// @ts-expect-error: there is no such state
export const stateless = () => api.GET('/api/v1/transactions', { params: { query: { state: 'over' } } })
`
