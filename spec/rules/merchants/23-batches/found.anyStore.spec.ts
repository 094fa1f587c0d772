import { expect } from 'chai'
import { payBatches } from '../../../../core/sente.ts'
import { aSchedule } from '../../../fixtures/fees.ts'
import { rule } from '../../../rule.ts'
import { type Api, overHttp } from '../../../stages/overHttp.ts'

const dataOf = ({ text }: { readonly text: string }) => JSON.parse(text).data

/** Posts a batch of one payment with a reference; resolves with its id. */
async function posted(api: Api, reference: string, amount: number): Promise<string> {
  const answer = await api.askBatch([{ reference: `${reference}-1`, amount }], { reference })
  return dataOf(answer).batch_id
}

/** The references of the batches that a query lists. */
async function listed(api: Api, query: string): Promise<string[]> {
  const { payout_batches } = dataOf(await api.look(`/payout-batches${query}`))
  return payout_batches.map(({ reference }: { readonly reference: string }) => reference)
}

/** Pays the batches. */
async function paid(api: Api): Promise<void> {
  api.network.behaves('succeeds')
  const paying = payBatches({ ...api.ports, by: 'one', linesAtOnce: () => 4, onBreakage() {} })
  await paying.sweep()
  await paying.idle()
}

/** The kinds, batches, references and payments of the entries of a statement. */
async function entries(api: Api): Promise<unknown[][]> {
  const { lines } = dataOf(await api.look('/statement?currency=UGX'))
  type Entry = Readonly<Record<string, unknown>>
  return lines.map((entry: Entry) => ['kind', 'batch_id', 'reference', 'transaction_id'].map((name) => entry[name]))
}

describe('23 Many payouts at once: found again', () => {
  rule('23.69', 'batches are listed, newest first, and found by reference, state and time', {
    'a batch whose answer was lost is found by its reference': async () => {
      const api = await overHttp()
      const id = await posted(api, 'march', 1_000)
      await posted(api, 'april', 2_000)
      const { payout_batches, next_cursor } = dataOf(await api.look('/payout-batches?reference=march'))
      const { totals, ...found } = dataOf(await api.look(`/payout-batches/${id}`))
      expect([payout_batches, next_cursor]).to.deep.equal([[found], null])
    },
    'by state, by time and by page': async () => {
      const api = await overHttp()
      const id = await posted(api, 'one', 1_000)
      api.clock.forwardMs(86_400_000)
      for (const [index, reference] of ['two', 'three'].entries()) await posted(api, reference, 2_000 + index)
      const { authorization } = api
      await api.look(`/payout-batches/${id}/pause`, { authorization }, 'POST')
      const second = new Date(api.clock.nowMs()).toISOString()
      expect(await listed(api, '')).to.deep.equal(['three', 'two', 'one'])
      expect(await listed(api, '?state=paused')).to.deep.equal(['one'])
      expect(await listed(api, `?created_from=${second}`)).to.deep.equal(['three', 'two'])
      expect(await listed(api, `?created_to=${second}`)).to.deep.equal(['one'])
      const { next_cursor } = dataOf(await api.look('/payout-batches?limit=2'))
      expect(await listed(api, `?limit=2&cursor=${next_cursor}`)).to.deep.equal(['one'])
    },
    'with a key that may only look': async () => {
      const api = await overHttp()
      expect((await api.look('/payout-batches?state=draft')).status).to.equal(400)
      const answer = await api.ask('DELETE', '/api/v1/payout-batches', { authorization: api.authorization })
      expect([answer.status, answer.headers.allow]).to.deep.equal([405, 'GET, HEAD, POST'])
    },
  })

  rule('23.70', 'in a statement, the money of a line has the reference of the line, and its payout once it is opened', {
    'a line that is opened': async () => {
      const api = await overHttp()
      const id = await posted(api, 'march', 1_000)
      await paid(api)
      const [line] = dataOf(await api.look(`/payout-batches/${id}/lines`)).lines
      expect((await entries(api)).slice(1, 4)).to.deep.equal([
        ['batch_held', id, 'march', null],
        ['batch_released', id, 'march-1', line.transaction_id],
        ['payout_held', undefined, 'march-1', line.transaction_id],
      ])
    },
    'a line that is refused at its turn has no payout': async () => {
      const api = await overHttp()
      const id = await posted(api, 'march', 1_000)
      expect((await api.post('send-money', { ...api.bodies['send-money'], reference: 'march-1' })).status).to.equal(201)
      await paid(api)
      expect((await entries(api)).at(-1)).to.deep.equal(['batch_released', id, 'march-1', null])
    },
  })

  rule('23.71', 'the totals of the lines make the accepted sum: their amounts, and their fees', async () => {
    const api = await overHttp({}, {}, undefined, { fees: { schedules: [aSchedule()], cashOuts: [] } })
    const answer = dataOf(await api.askBatch([{ amount: 1_000 }, { amount: 1 }], { query: '?accept_partial=true' }))
    const { totals } = dataOf(await api.look(`/payout-batches/${answer.batch_id}`))
    expect(answer.totals).to.deep.equal(totals)
    const [{ amount, fees }] = totals
    expect([amount, fees, answer.sums[0].accepted]).to.deep.equal([1_000, 10, 1_010])
  })

  rule('23.72', 'the lines of a batch as CSV are read back with the same texts', async () => {
    const api = await overHttp()
    const { authorization } = api
    const references = ["'=1", '=1+1', '+5', '"a,b"', 'wage-1']
    const asked = references.map((reference, index) => ({ reference, amount: 1_000 + index }))
    const id = dataOf(await api.askBatch(asked)).batch_id
    const { text } = await api.look(`/payout-batches/${id}/lines`, { authorization, accept: 'text/csv' })
    const headers = {
      ...{ authorization, 'content-type': 'text/csv', 'batch-api-key': api.request.apikey },
      'batch-reference': 'again',
    }
    const answer = await api.ask('POST', '/api/v1/payout-batches?dry_run=true', headers, text)
    type Warned = { readonly reference: string; readonly code: string }
    expect(dataOf(answer).warnings.map(({ reference, code }: Warned) => [reference, code])).to.deep.equal(
      references.map((reference) => [reference, 'repeated_payment']),
    )
  })
})
