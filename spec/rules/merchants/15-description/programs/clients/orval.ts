/** A merchant's program over the client and the validators by orval, which take the API's address from the description. */
export const overOrval = `
import { collectMoney, listEvents, listTransactions, readStatement, sendMoney, type WebhookMessage } from './orval/api'
import { ListEventsResponse, ReadStatementResponse, SendMoneyBody } from './orval/zod'

const [, secretKey = '', apikey = ''] = process.argv.slice(2)
const options = { headers: { Authorization: \`Bearer \${secretKey}\` } }
const payment = { phone_number: '256770000001', amount: 500, currency: 'UGX', network: 'MTN', description: 'school fees' }
const payout = SendMoneyBody.parse({ apikey, ...payment, reference: 'order-3', pin: '4071' })
const paid = await sendMoney(payout, options)
const wrong = await sendMoney({ ...payout, reference: 'order-4', pin: '1' }, options)
const listed = await listTransactions({ limit: 1, kind: 'payout' }, options)
const statement = await readStatement({ currency: 'UGX', limit: 1 }, options)
const { lines } = ReadStatementResponse.parse(statement.data).data
const events = await listEvents({ after: 0, limit: 1 }, options)
const [event] = ListEventsResponse.parse(events.data).data.events
const collected = await collectMoney({ apikey, ...payment, reference: 'order-5' }, options)
console.log(
  JSON.stringify({
    paid: paid.status === 201 ? paid.data.data.amount : undefined,
    collected: collected.status === 201 ? collected.data.data.amount : undefined,
    wrong: wrong.status === 401 && 'message' in wrong.data ? wrong.data.message : undefined,
    listed: listed.status === 200 ? listed.data.data.transactions[0]?.reference : undefined,
    lines: lines.length,
    event: event?.type === 'balance.funded' ? event.data.amount : undefined,
    refused: SendMoneyBody.safeParse({ ...payout, reference: 'a b' }).error?.issues[0]?.path,
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
