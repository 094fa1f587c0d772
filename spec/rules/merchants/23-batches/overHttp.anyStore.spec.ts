import { expect } from 'chai'
import { createClient, isRefused } from '../../../../adapters/client/client.ts'
import { payBatches } from '../../../../core/sente.ts'
import { rule, table } from '../../../rule.ts'
import { type Api, overHttp } from '../../../stages/overHttp.ts'

const dataOf = ({ text }: { readonly text: string }) => JSON.parse(text).data

/** Lets one process do its work on batches. */
async function pay({ ports }: Api): Promise<void> {
  const paying = payBatches({
    ...ports,
    by: 'one',
    linesAtOnce: () => 4,
    onBreakage(error) {
      throw error
    },
  })
  await paying.sweep()
  await paying.idle()
}

const csvHeaders = (api: Api) => ({
  authorization: api.authorization,
  'content-type': 'text/csv; charset=utf-8',
  'batch-api-key': api.request.apikey,
  'batch-reference': 'from a file'.replaceAll(' ', '-'),
  'batch-pin': '4071',
})

const sendCsv = (api: Api, rows: readonly string[], query = '') =>
  api.ask('POST', `/api/v1/payout-batches${query}`, csvHeaders(api), rows.join('\r\n'))

describe('23 Many payouts at once: over HTTP', () => {
  rule('23.21', 'a batch is posted in JSON, and answered 201 with the held amounts', async () => {
    const api = await overHttp()
    const answer = await api.askBatch([{ amount: 1_000 }, { amount: 2_000, phone_number: '256770000002' }])
    expect(answer.status).to.equal(201)
    const { batch_id, created_at, updated_at, ...rest } = dataOf(answer)
    expect(rest).to.deep.equal({
      reference: 'salaries',
      state: 'paying',
      needs_confirmation: false,
      lines: 2,
      sums: [{ currency: 'UGX', lines: 2, accepted: 3_000, held: 3_000 }],
      totals: [{ state: 'waiting', currency: 'UGX', lines: 2, amount: 3_000, fees: 0 }],
      refused_lines: [],
      warnings: [],
    })
    expect(await api.balance()).to.deep.equal({ available: 97_000n, held: 3_000n })
  })

  rule(
    '23.22',
    'a refused batch names its refused lines, each with the code and message of a single payout',
    async () => {
      const api = await overHttp()
      const lines = [{}, { amount: 499 }, { amount: '5' }, { reference: null, phone_number: 'x' }]
      const answer = await api.askBatch(lines)
      expect([answer.status, JSON.parse(answer.text).message]).to.deep.equal([
        400,
        'Batch refused: 3 lines are refused',
      ])
      expect(dataOf(answer).lines).to.deep.equal([
        {
          line: 2,
          reference: 'salary-2',
          code: 'amount_below_minimum',
          message: 'Amount must be at least 500 for UGX',
        },
        {
          line: 3,
          reference: 'salary-3',
          code: 'malformed_fields',
          message: 'Malformed fields: amount must be a number',
        },
        { line: 4, reference: '', code: 'missing_fields', message: 'Missing required fields: reference' },
      ])
      const partial = await api.askBatch(lines, { query: '?accept_partial=true' })
      expect([partial.status, dataOf(partial).sums[0].lines, dataOf(partial).refused_lines.length]).to.deep.equal([
        201, 1, 3,
      ])
    },
  )

  rule('23.23', 'a batch can be tried: nothing is kept, held or counted, and no PIN is needed', async () => {
    const api = await overHttp()
    const answer = await api.askBatch([{}, { amount: 499 }], {
      query: '?dry_run=true&accept_partial=true',
      pin: undefined,
    })
    expect(answer.status).to.equal(200)
    expect(dataOf(answer).sums).to.deep.equal([{ currency: 'UGX', lines: 1, accepted: 5_000, held: 5_000 }])
    expect(dataOf(answer).refused_lines).to.have.length(1)
    expect(await api.balance()).to.deep.equal({ available: 100_000n, held: 0n })
    expect((await api.askBatch()).status).to.equal(201)
  })

  rule('23.24', 'a batch can be CSV, with a header, separated by commas or semicolons', {
    'by commas': async () => {
      const api = await overHttp()
      const answer = await sendCsv(api, [
        '\ufeffreference,phone_number,amount,currency,network,description,metadata.staff',
        'salary-1,256770000001,1000,UGX,MTN,"March, ""first"" half",7',
        '',
        'salary-2,256770000002,2000,UGX,AIRTEL,,',
      ])
      expect(answer.status).to.equal(201)
      const { batch_id, sums } = dataOf(answer)
      expect(sums).to.deep.equal([{ currency: 'UGX', lines: 2, accepted: 3_000, held: 3_000 }])
      const { lines } = dataOf(await api.look(`/payout-batches/${batch_id}/lines`))
      expect(lines.map(({ description, metadata }: Record<string, unknown>) => [description, metadata])).to.deep.equal([
        ['March, "first" half', { staff: '7' }],
        [null, {}],
      ])
    },
    'by semicolons': async () => {
      const api = await overHttp()
      const answer = await sendCsv(api, [
        'reference;phone_number;amount;currency;network',
        'salary-1;256770000001;1000;UGX;MTN',
      ])
      expect(answer.status).to.equal(201)
    },
    malformed: table(
      ['rows', 'message'],
      [
        ['reference,Reference|a,b', 'the file must have one column for reference, not several'],
        [columns(101), 'the file must have at most 100 columns'],
        [columns(100), 'lines must be 1 to 10000 lines'],
        [`${columns(5)}|"a,1`, 'the file must be CSV by RFC 4180, and line 2 is not: look for a quotation mark'],
        [columns(5), 'lines must be 1 to 10000 lines'],
      ],
      async (rows, message) => {
        const api = await overHttp()
        const answer = await sendCsv(api, rows.split('|'))
        expect([answer.status, JSON.parse(answer.text).message]).to.deep.equal([400, `Malformed fields: ${message}`])
      },
    ),
    'an amount in another form': async () => {
      const api = await overHttp()
      const answer = await sendCsv(api, [
        'reference,phone_number,amount,currency,network',
        'salary-1,256770000001,1e3,UGX,MTN',
      ])
      expect(dataOf(answer).lines[0].message).to.equal('Malformed fields: amount “1e3” is not an amount')
    },
  })

  rule('23.25', 'a batch has up to 10,000 lines, and its body up to 5 MiB', {
    'one line more': async () => {
      const api = await overHttp()
      const answer = await api.askBatch(Array(10_001).fill({}))
      expect([answer.status, JSON.parse(answer.text).message]).to.deep.equal([
        400,
        'Malformed fields: lines must be 1 to 10000 lines',
      ])
    },
    'one byte more': async () => {
      const api = await overHttp()
      const answer = await api.askBatch([{}], { padding: ' '.repeat(5_242_880) })
      expect([answer.status, JSON.parse(answer.text).message]).to.deep.equal([413, 'Body cannot exceed 5242880 bytes'])
    },
  })

  rule(
    '23.26',
    'a batch is looked up with the number of lines in each state, and its lines by page, by state, and as CSV',
    async () => {
      const api = await overHttp()
      api.network.behaves('succeeds')
      const lines = [{}, { phone_number: '256770000002', amount: 1_000 }, { amount: 499 }]
      const { batch_id } = dataOf(await api.askBatch(lines, { query: '?accept_partial=true' }))
      await pay(api)
      const path = `/payout-batches/${batch_id}`
      expect(dataOf(await api.look(path)).totals).to.deep.equal([
        { state: 'succeeded', currency: 'UGX', lines: 2, amount: 6_000, fees: 0 },
        { state: 'refused', currency: 'UGX', lines: 1, amount: 0, fees: 0 },
      ])
      const first = dataOf(await api.look(`${path}/lines?limit=2`))
      expect(first.lines.map(({ line }: { line: number }) => line)).to.deep.equal([1, 2])
      const next = dataOf(await api.look(`${path}/lines?limit=2&cursor=${first.next_cursor}`))
      expect(next).to.deep.include({ next_cursor: null })
      expect(next.lines[0]).to.include({
        line: 3,
        state: 'refused',
        code: 'amount_below_minimum',
        transaction_id: null,
      })
      expect(dataOf(await api.look(`${path}/lines?state=refused`)).lines).to.deep.equal(next.lines)
      const { authorization } = api
      const csv = await api.look(`${path}/lines`, { authorization, accept: 'text/csv' })
      const rows = csv.text.split('\r\n')
      expect(rows[0]).to.equal(
        'line,reference,phone_number,amount,fee,currency,network,description,state,code,transaction_id,reason,network_receipt',
      )
      const { transaction_id } = first.lines[0]
      expect(rows[1]).to.equal(`1,salary-1,256770000001,5000,0,UGX,MTN,,succeeded,,${transaction_id},,`)
      expect(rows).to.have.length(5)
    },
  )

  rule(
    '23.27',
    'a batch is paused, resumed and cancelled by one request each, and the statement shows its movements',
    async () => {
      const api = await overHttp()
      const { batch_id } = dataOf(await api.askBatch())
      const { authorization } = api
      const change = async (name: string) =>
        dataOf(await api.look(`/payout-batches/${batch_id}/${name}`, { authorization }, 'POST')).state
      expect([await change('pause'), await change('resume'), await change('cancel')]).to.deep.equal([
        'paused',
        'paying',
        'cancelling',
      ])
      const { lines } = dataOf(await api.look('/statement?currency=UGX'))
      const moved = lines
        .slice(1)
        .map(({ kind, available_change, held_after, batch_id, reference }: Record<string, unknown>) => [
          ...[kind, available_change, held_after, batch_id, reference],
        ])
      expect(moved).to.deep.equal([
        ['batch_held', -5_000, 5_000, batch_id, 'salaries'],
        ['batch_released', 5_000, 0, batch_id, 'salaries'],
      ])
    },
  )

  rule('23.28', 'a completed batch is an event, with the results of its lines', async () => {
    const api = await overHttp()
    api.network.behaves('succeeds')
    const { batch_id } = dataOf(await api.askBatch())
    await pay(api)
    await pay(api)
    const { events } = dataOf(await api.look('/events?type=batch.completed'))
    expect(events).to.have.length(1)
    expect(events[0].data).to.deep.equal(dataOf(await api.look(`/payout-batches/${batch_id}`)))
    expect(events[0].data).to.include({ state: 'completed', reference: 'salaries' })
  })

  rule(
    '23.29',
    'the client sends batches, tries, pauses, resumes and cancels them, and reads all of their lines',
    async () => {
      const { origin: baseUrl, secretKey, request, ...api } = await overHttp()
      const client = createClient({ baseUrl, secretKey, publicKey: request.apikey })
      const line = { phone_number: '256770000001', amount: 500, currency: 'UGX', network: 'MTN' }
      const lines = ['a', 'b', 'c'].map((reference) => ({ reference, ...line }))
      expect(await client.tryBatch({ reference: 'r', lines })).to.deep.include({ refused_lines: [] })
      const batch = { reference: 'r', pin: '4071', lines }
      const unconfirmed = await client.sendBatch(batch)
      expect(isRefused(unconfirmed) && unconfirmed.warnings?.map(({ line }) => line)).to.deep.equal([2, 3])
      const sent = await client.sendBatch(batch, { confirmRepeats: true })
      if (isRefused(sent)) throw new Error(sent.message)
      const { batch_id: id } = sent
      expect(await client.pauseBatch(id)).to.include({ state: 'paused' })
      expect(await client.resumeBatch(id)).to.include({ state: 'paying' })
      expect(await client.cancelBatch(id)).to.include({ state: 'cancelling' })
      expect(await client.batch(id)).to.include({ reference: 'r' })
      const states: string[] = []
      for await (const { state } of client.eachBatchLine(id, { limit: 2 })) states.push(state)
      expect(states).to.deep.equal(['cancelled', 'cancelled', 'cancelled'])
      const again = await client.sendBatch(batch)
      expect(again).to.include({ refused: 'duplicate_batch', batchId: id, isSamePayment: true, mayHaveArrived: true })
      const refused = await client.sendBatch({
        reference: 'other',
        pin: '4071',
        lines: [{ ...lines[0], amount: 1 }] as typeof lines,
      })
      expect(isRefused(refused) && refused.lines?.map(({ code }) => code)).to.deep.equal(['amount_below_minimum'])
      expect((await api.balance()).held).to.equal(0n)
    },
  )
})

/** A header of this many columns, and no line. */
function columns(count: number): string {
  const metadata = Array.from({ length: count - 5 }, (_, nth) => `metadata.${nth}`)
  return ['reference', 'phone_number', 'amount', 'currency', 'network', ...metadata].join()
}
