/** A merchant's program over the client by openapi-zod-client, which validates bodies, queries and answers. */
export const overZodClient = `
import { isErrorFromAlias } from '@zodios/core'
import { createApiClient, schemas } from './zodClient'

const [baseUrl = '', secretKey = '', apikey = ''] = process.argv.slice(2)
const headers = { Authorization: \`Bearer \${secretKey}\` }
const api = createApiClient(baseUrl, { axiosConfig: { headers } })

const payment = { phone_number: '256770000001', amount: 500, currency: 'UGX', network: 'MTN', description: 'school fees' }
const payout = { apikey, ...payment, reference: 'order-3', pin: '4071' }
const paid = await api.sendMoney(payout)
const wrong: unknown = await api.sendMoney({ ...payout, reference: 'order-4', pin: '1' }).catch((error: unknown) => error)
const listed = await api.listTransactions({ queries: { limit: 1, kind: 'payout' } })
const statement = await api.readStatement({ queries: { currency: 'UGX', limit: 1 } })
const events = await api.listEvents({ queries: { after: 0, limit: 1 } })
const [event] = events.data.events
const collected = await api.collectMoney({ apikey, ...payment, reference: 'order-5' })
console.log(
  JSON.stringify({
    paid: paid.data.amount,
    collected: collected.data.amount,
    wrong: isErrorFromAlias(api.api, 'sendMoney', wrong) ? wrong.response.data.message : undefined,
    listed: listed.data.transactions[0]?.reference,
    lines: statement.data.lines.length,
    event: event?.type === 'balance.funded' ? event.data.amount : undefined,
    refused: schemas.Payout.safeParse({ ...payout, reference: 'a b' }).error?.issues[0]?.path,
  }),
)

// @ts-expect-error: a limit is a number
export const spelled = () => api.listTransactions({ queries: { limit: 'ten' } })
// @ts-expect-error: there is no such state
export const stateless = () => api.listTransactions({ queries: { state: 'over' } })
`
