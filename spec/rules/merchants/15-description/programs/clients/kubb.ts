/** A merchant's program over the client by kubb, which validates bodies and answers. */
export const overKubb = `
import { fetch as request, setConfig } from './kubb/.kubb/fetch'
import { collectMoney, errorSchema, listEvents, listTransactions, readStatement, sendMoney, type WebhookMessage } from './kubb'

const [baseURL = '', secretKey = '', apikey = ''] = process.argv.slice(2)
// The client sends no type of its own.
setConfig({ baseURL, headers: { Authorization: \`Bearer \${secretKey}\`, 'Content-Type': 'application/json' } })
const client: typeof request = Object.assign(async (config: Parameters<typeof request>[0]) => {
  const answer = await request<never>(config)
  if (answer.status >= 400) throw errorSchema.parse(answer.data).message
  return answer
}, request)

const said = async (paying: Promise<unknown>) => paying.catch((error: unknown) => error)
const payment = { phone_number: '256770000001', amount: 500, currency: 'UGX', network: 'MTN', description: 'school fees' }
const payout = { apikey, ...payment, reference: 'order-3', pin: '4071' }
const paid = await sendMoney(payout, { client })
const wrong = await said(sendMoney({ ...payout, reference: 'order-4', pin: '1' }, { client }))
const listed = await listTransactions({ limit: 1, kind: 'payout' }, { client })
const statement = await readStatement({ currency: 'UGX', limit: 1 }, { client })
const events = await listEvents({ after: 0, limit: 1 }, { client })
const [event] = events.data.events
const collected = await collectMoney({ apikey, ...payment, reference: 'order-5' }, { client })
const refused = await said(sendMoney({ ...payout, reference: 'a b' }, { client }))
console.log(
  JSON.stringify({
    paid: paid.data.amount,
    collected: collected.data.amount,
    wrong,
    listed: listed.data.transactions[0]?.reference,
    lines: statement.data.lines.length,
    event: event?.type === 'balance.funded' ? event.data.amount : undefined,
    refused: Object(refused).issues[0].path,
  }),
)

export function subjectOf(message: WebhookMessage): string {
  if (message.type === 'webhook.test') return message.data.endpoint_id
  if (message.type === 'balance.funded' || message.type === 'balance.withdrawn') return message.data.created_at
  if (message.type === 'key.expiring') return message.data.key_id
  return message.data.state
}

// @ts-expect-error: a limit is a number
export const spelled = () => listTransactions({ limit: 'ten' })
// @ts-expect-error: there is no such state
export const stateless = () => listTransactions({ state: 'over' })
`
