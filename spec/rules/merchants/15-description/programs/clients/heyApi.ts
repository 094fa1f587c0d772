/** A merchant's program over the client by @hey-api/openapi-ts, which takes the API's address from the description. */
export const overHeyApi = `
import { collectMoney, listEvents, listTransactions, readStatement, sendMoney, type WebhookMessage } from './hey'
import { client } from './hey/client.gen'

const [, secretKey = '', apikey = ''] = process.argv.slice(2)
client.setConfig({ auth: secretKey })

const payment = { reference: 'order-2', phone_number: '256770000001', amount: 500, currency: 'UGX', network: 'MTN' }
const paid = await sendMoney({ body: { apikey, ...payment, pin: '4071' } })
const wrong = await sendMoney({ body: { apikey, ...payment, reference: 'order-3', pin: '1' } })
const listed = await listTransactions({ query: { limit: 1, kind: 'payout' } })
const query = { currency: 'UGX' }
const statement = await readStatement({ query: { ...query, limit: 1 } })
const table = await readStatement({ query, headers: { Accept: 'text/csv' }, parseAs: 'text' })
const events = await listEvents({ query: { after: 0, limit: 1 } })
const [event] = events.data?.data.events ?? []
const collected = await collectMoney({ body: { apikey, ...payment, reference: 'order-4' } })
const { message } = wrong.error && 'message' in wrong.error ? wrong.error : { message: undefined }
console.log(
  JSON.stringify({
    paid: paid.data?.data.amount,
    collected: collected.data?.data.amount,
    wrong: message,
    listed: listed.data?.data.transactions[0]?.reference,
    lines: statement.data?.data.lines.length,
    table: String(table.data).split(',')[0],
    event: event?.type === 'balance.funded' ? event.data.amount : undefined,
  }),
)

export function subjectOf(message: WebhookMessage): string {
  if (message.type === 'webhook.test') return message.data.endpoint_id
  if (message.type === 'balance.funded' || message.type === 'balance.withdrawn') return message.data.created_at
  if (message.type === 'key.expiring') return message.data.key_id
  return message.data.state
}

// @ts-expect-error: a limit is a number
export const spelled = () => listTransactions({ query: { limit: 'ten' } })
// @ts-expect-error: there is no such state
export const stateless = () => listTransactions({ query: { state: 'over' } })
`
