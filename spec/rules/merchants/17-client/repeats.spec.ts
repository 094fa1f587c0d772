import { expect } from 'chai'
import { type Event, isRefused, RefusedError } from '../../../../adapters/client/client.ts'
import { fundAccount } from '../../../../core/sente.ts'
import { rule } from '../../../rule.ts'
import { between, type Fault, openClient } from './openClient.ts'

const paysOnce = (faults: readonly Fault[], requests: readonly string[]) => async () => {
  const { client, payout, sent, balance } = await openClient(faults)
  const paid = await client.sendMoney(payout)
  expect(paid).to.include({ reference: 'order-1', amount: 5_000, currency: 'UGX', network: 'MTN' })
  expect(sent).to.deep.equal(requests)
  expect(await balance()).to.deep.equal({ available: 95_000n, held: 5_000n })
  if (!isRefused(paid)) expect(await client.transaction(paid.transaction_id)).to.include({ reference: 'order-1' })
}

const again = ['POST send-money', 'POST send-money']

describe('17 The client: repetitions', () => {
  rule('17.5', 'a payment without an answer is repeated under its reference, and made once', {
    'the request is lost': paysOnce(['request lost'], again),
    'something in between is down': paysOnce([between(502), between(503), between(504)], [...again, ...again]),
    'something in between has statuses of its own': paysOnce(
      [between(520), between(501)],
      [...again, 'POST send-money'],
    ),
    'the gateway is broken for a moment': paysOnce([between(500)], again),
    'there are too many requests': paysOnce([between(429, { 'retry-after': '1' })], again),
  })

  rule(
    '17.6',
    'a used reference is the success of the first attempt if that was the same payment, and otherwise a refusal',
    {
      'the answer is lost': async () => {
        const { client, payout, sent, balance, look } = await openClient(['answer lost'])
        const paid = await client.sendMoney(payout)
        if (isRefused(paid)) throw new Error(paid.message)
        expect(sent).to.deep.equal(again)
        expect(paid).to.have.all.keys('transaction_id', 'reference', 'amount', 'currency', 'network')
        expect((await look(`/transactions/${paid.transaction_id}`)).status).to.equal(200)
        expect(await balance()).to.deep.equal({ available: 95_000n, held: 5_000n })
      },
      'the answer breaks off': async () => {
        const { client, collection } = await openClient(['answer broken off'])
        expect(await client.collectMoney(collection)).to.include({ reference: 'order-1', amount: 5_000 })
      },
      'it was another payment': async () => {
        const { client, payout, sent } = await openClient()
        await client.sendMoney(payout)
        const refused = await client.sendMoney({ ...payout, amount: 600 })
        expect(refused).to.include({ refused: 'duplicate_reference', isSamePayment: false, status: 409 })
        expect(sent).to.deep.equal(again)
      },
      'it was made by another call': async () => {
        const { client, payout } = await openClient()
        await client.sendMoney(payout)
        expect(await client.sendMoney(payout)).to.include({ refused: 'duplicate_reference', isSamePayment: true })
      },
    },
  )

  rule('17.7', 'a call ends when its patience ends, or at once on a signal', {
    'nobody answers': async () => {
      const { client } = await openClient(Array.from({ length: 50 }, () => 'request lost' as const))
      expect(await client.balances({ patienceMs: 900 })).to.deep.equal({
        ...{ refused: 'no_answer', message: 'No answer: fetch failed', status: null },
      })
    },
    'the gateway is silent': async () => {
      const { client, payout, sent } = await openClient(['silence'])
      const beganMs = performance.now()
      const refused = await client.sendMoney(payout, { patienceMs: 700 })
      expect(performance.now() - beganMs).to.be.above(690)
      expect(refused).to.include({ refused: 'no_answer', mayHaveArrived: true })
      expect(sent).to.have.lengthOf(1)
    },
    'a signal while an answer comes': async () => {
      const end = new AbortController()
      const { client } = await openClient([
        () => {
          end.abort(new Error('enough'))
          return between(503, { 'retry-after': '50' })
        },
      ])
      expect(await client.balances({ signal: end.signal }).catch((error: Error) => error.message)).to.equal('enough')
    },
    'a signal during a pause': async () => {
      const { client } = await openClient([between(503, { 'retry-after': '60' })])
      const end = new AbortController()
      const call = client.balances({ signal: end.signal, patienceMs: 120_000 })
      setTimeout(() => end.abort(new Error('enough')), 300)
      expect(await call.catch((error: Error) => error.message)).to.equal('enough')
    },
  })

  rule('17.8', 'events are read from a sequence on, each once and in order, despite failures on the way', async () => {
    const { client, ports, account } = await openClient([
      'request lost',
      'answer lost',
      between(503),
      'answer broken off',
    ])
    const fund = (reference: string) =>
      fundAccount(ports)({ by: 'amina', accountId: account.id, currency: 'UGX', amount: 1, reference })
    for (const reference of ['bank-1', 'bank-2']) await fund(reference)
    const seen: Event[] = []
    for await (const event of client.events({ after: 1 })) {
      seen.push(event)
      if (event.sequence === 3) await fund('bank-3')
      if (event.sequence === 4) break
    }
    expect(seen.map(({ sequence, type }) => [sequence, type])).to.deep.equal([
      [2, 'balance.funded'],
      [3, 'balance.funded'],
      [4, 'balance.funded'],
    ])
  })

  rule('17.9', 'a refused request for events is an error that contains the refusal', async () => {
    const { client, change } = await openClient()
    await change((account) => ({ ...account, apiAccess: false }))
    const error = await client
      .events({ after: 0 })
      .next()
      .then(
        () => undefined,
        (thrown: unknown) => thrown,
      )
    expect(error).to.be.instanceOf(RefusedError)
    expect((error as RefusedError).refusal).to.include({ refused: 'api_access_off', status: 403 })
  })

  rule(
    '17.10',
    'waiting for a payment ends when it is final, or with its current state when patience ends',
    async () => {
      const { client, payout, network, sweep, clock } = await openClient()
      const opened = await client.sendMoney(payout)
      if (isRefused(opened)) throw new Error(opened.message)
      const impatient = await client.waitUntilFinal(opened.transaction_id, { patienceMs: 1_500 })
      expect(impatient).to.include({ state: 'pending' })
      network.answersEnquiry({ outcome: 'succeeded', providerRef: null, seen: {} })
      const waiting = client.waitUntilFinal(opened.transaction_id)
      clock.forwardMs(3_600_000)
      await sweep()
      expect(await waiting).to.include({ state: 'succeeded' })
      expect(await client.waitUntilFinal('nothing')).to.include({ refused: 'transaction_not_found' })
    },
  )

  rule('17.11', 'events are requested again when the gateway says so, however short the patience', async () => {
    const { client, sent } = await openClient([between(429, { 'retry-after': '3600' })])
    const end = new AbortController()
    const reading = client.events({ after: 0, signal: end.signal }).next()
    setTimeout(() => end.abort(new Error('enough')), 300)
    expect(await reading.catch((error: Error) => error.message)).to.equal('enough')
    expect(sent).to.have.lengthOf(1)
  })
})
