import { expect } from 'chai'
import { isRefusal } from '../../../../core/sente.ts'
import { dataOf } from '../../../fixtures/http/lookUps.ts'
import { rule, table } from '../../../rule.ts'
import { expectError, overHttp } from '../../../stages/overHttp.ts'

const asked = { reference: 'order-17', amount: 5_000, currency: 'UGX', description: 'Two kilograms of coffee' }

/** An API, and functions to make payment links. */
async function openLinks() {
  const api = await overHttp()
  const create = (given: object = {}) => api.postTo('payment-links', { ...asked, ...given })
  const { openLink, payLink } = api.useCases
  return {
    ...api,
    create,
    /** Pays like a customer on the page. */
    async pay(url: string) {
      const token = url.split('/').at(-1) ?? ''
      const shown = await openLink({ token })
      const nonce = isRefusal(shown) ? '' : shown.nonce
      return payLink({ token, nonce, phoneNumber: '256770000001' })
    },
  }
}

describe('25 Payment links: over HTTP', () => {
  rule('25.13', 'a request makes a link and returns its URL; a repeated request leads to the link', async () => {
    const { create, origin, look } = await openLinks()
    const answer = await create({ return_url: 'https://shop.example.com/thanks' })
    const { url, payment_link_id: id, created_at, expires_at, ...data } = dataOf(answer) as Record<string, string>
    expect([answer.status, JSON.parse(answer.text).message]).to.deep.equal([201, 'Payment link created'])
    expect(url).to.match(new RegExp(`^${origin}/pay/[0-9a-f]{32}$`))
    const link = { ...asked, minimum: null, maximum: null, uses: 1, used: 0, state: 'open', ended_at: null }
    expect(data).to.deep.equal({ ...link, return_url: 'https://shop.example.com/thanks' })
    expect(Date.parse(expires_at ?? '') - Date.parse(created_at ?? '')).to.equal(7 * 24 * 3_600_000)
    const again = await create({ return_url: 'https://shop.example.com/thanks' })
    expectError(again, 409, 'duplicate_link', 'Duplicate payment link reference detected')
    expect(again.headers['reference-match']).to.equal('same')
    expect(again.headers.link).to.match(new RegExp(`^</api/v1/payment-links/${id}>; rel="original"`))
    expect((await create({ amount: 5_001 })).headers['reference-match']).to.equal('different')
    expect(dataOf(await look(`/payment-links/${id}`))).to.include({ url })
  })

  rule(
    '25.14',
    'missing and malformed fields of a link are named, and it leads customers only to https',
    table(
      ['change', 'code', 'message'],
      [
        ['{"amount":null,"description":""}', 'missing_fields', 'Missing required fields: amount, description'],
        ['{"amount":null,"minimum":1000,"maximum":null}', 'missing_fields', 'Missing required fields: maximum'],
        [
          '{"minimum":1000,"maximum":50000}',
          'malformed_fields',
          'Malformed fields: amount cannot be given with minimum and maximum',
        ],
        ['{"amount":"5000"}', 'malformed_fields', 'Malformed fields: amount must be a number'],
        [
          '{"reference":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}',
          'malformed_fields',
          'Malformed fields: reference must be 1 to 60 visible ASCII characters',
        ],
        ['{"uses":0}', 'malformed_fields', 'Malformed fields: uses must be a whole number from 1 to 1000, or null'],
        ['{"uses":1001}', 'malformed_fields', 'Malformed fields: uses must be a whole number from 1 to 1000, or null'],
        [
          '{"return_url":"javascript:alert(1)"}',
          'malformed_fields',
          'Malformed fields: return_url must be an absolute URL with https, of at most 2000 characters',
        ],
        [
          '{"expires_at":"2026-01-01T00:00:00Z"}',
          'malformed_fields',
          'Malformed fields: expires_at must be in the future, and at most 366 days from now',
        ],
        [
          '{"expires_at":"soon"}',
          'malformed_fields',
          'Malformed fields: expires_at must be a date such as 2026-03-01, a month such as 2026-03, a date and time with its offset such as 2026-03-01T08:00:00Z, or today, yesterday, this month or last month',
        ],
      ],
      async (change, code, message) => {
        const { create } = await openLinks()
        expectError(await create(JSON.parse(change)), 400, code, message)
      },
    ),
  )

  rule('25.15', 'a link is looked up with its payments, and listed, newest first, page by page', async () => {
    const { create, pay, look, network, balance } = await openLinks()
    network.behaves('succeeds')
    const { url, payment_link_id: id } = dataOf(await create()) as Record<string, string>
    await pay(url ?? '')
    while ((await balance()).available < 105_000n) await new Promise((resolve) => setImmediate(resolve))
    const found = dataOf(await look(`/payment-links/${id}`)) as { payments: Record<string, string>[] }
    expect(found).to.include({ used: 1, state: 'paid', reference: 'order-17' })
    const [{ transaction_id, reference = '', ...payment } = {}] = found.payments
    expect(payment).to.deep.include({ phone_number: '256770000001', network: 'MTN', state: 'succeeded' })
    expect(reference).to.match(/^order-17-[0-9a-f]{32}$/)
    expect(dataOf(await look(`/transactions/${transaction_id}`))).to.include({ payment_link_id: id, reference })
    const { events } = dataOf(await look('/events?type=collection.succeeded')) as { events: { data: object }[] }
    expect(events[0]?.data).to.include({ payment_link_id: id })
    const { payment_link_id: second } = dataOf(await create({ reference: 'order-18', uses: null })) as {
      payment_link_id: string
    }
    const ids = async (query: string) => {
      const page = dataOf(await look(`/payment-links?${query}`)) as Record<string, unknown>
      return [(page.payment_links as { payment_link_id: string }[]).map((one) => one.payment_link_id), page.next_cursor]
    }
    expect(await ids('limit=1')).to.deep.equal([[second], second])
    expect(await ids(`cursor=${second}`)).to.deep.equal([[id], null])
  })

  rule('25.16', 'a request ends a link, and another account’s link is not found', async () => {
    const { create, look, authorization } = await openLinks()
    const { payment_link_id: id } = dataOf(await create()) as { payment_link_id: string }
    const ended = dataOf(await look(`/payment-links/${id}/end`, { authorization }, 'POST'))
    expect(ended).to.include({ payment_link_id: id, state: 'ended', url: null })
    expect(dataOf(await look(`/payment-links/${id}`))).to.deep.equal({ ...ended, paid: 0, payments: [] })
    expectError(await look('/payment-links/none'), 404, 'link_not_found', 'Payment link not found')
    const none = await look('/payment-links/none/end', { authorization }, 'POST')
    expectError(none, 404, 'link_not_found', 'Payment link not found')
  })
})
