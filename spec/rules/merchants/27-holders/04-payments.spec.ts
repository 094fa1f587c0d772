import { expect } from 'chai'
import { collectMoney, isRefusal } from '../../../../core/sente.ts'
import { textOf } from '../../../fixtures/http/dashboard.ts'
import { withoutIds } from '../../../fixtures/withoutIds.ts'
import { rule, table } from '../../../rule.ts'
import { openHolder } from './holder.ts'

describe('27 The account’s users in the browser: a payment', () => {
  /** A collection of UGX 5,000 that has succeeded, its page, and a form that refunds UGX 2,000 of it. */
  async function openCollected() {
    const holder = await openHolder()
    const { ports, network, caller, bodies, balance, get } = holder
    network.behaves('succeeds')
    const { phone_number: phoneNumber, ...request } = bodies['collect-money'] as Record<string, never>
    const asked = { ...(request as object), phoneNumber, reference: 'order-17' } as never
    const opened = await collectMoney(ports)({ caller: await caller(), request: asked })
    if (isRefusal(opened)) throw new Error(opened.refused)
    await opened.outcome
    const path = `/dashboard/transactions/${opened.transaction.id}`
    const form = { amount: '2,000', said: 'UGX 2,000', description: 'broken cup', reference: 'refund-1', pin: '4071' }
    const refunds = async () => (await ports.books.list({ limit: 9, kind: 'refund' })).transactions
    const before = (await balance()).available
    const page = async () => textOf(await get(path))
    return { ...holder, path, form, refunds, before, page }
  }

  rule('27.10', 'an owner refunds a collection with the PIN, at most the rest of it', {
    'in part, then the rest': async () => {
      const { post, path, form, refunds, page, balance, before, doneBy } = await openCollected()
      expect(await page()).to.include('UGX 5,000 is left')
      const done = await post(`${path}/refund`, form)
      const [refund] = await refunds()
      expect(done.headers.location).to.equal(`/dashboard/transactions/${refund?.id}`)
      expect(refund).to.deep.include({ amountMinor: 2_000n, description: 'broken cup', reference: 'refund-1' })
      expect(await page())
        .to.include('UGX 3,000 is left')
        .and.include('refund-1')
      const tooMuch = await post(`${path}/refund`, {
        ...form,
        amount: '3001',
        said: 'UGX 3,001',
        reference: 'refund-2',
      })
      expect(tooMuch.statusCode).to.equal(422)
      expect(withoutIds(tooMuch.body)).not.to.include('4071')
      await post(`${path}/refund`, { ...form, amount: '3000', said: 'UGX 3,000', reference: 'refund-3' })
      expect(await page()).to.include('Nothing is left')
      expect((await balance()).available).to.equal(before - 5_000n)
      expect(await doneBy()).to.deep.equal(['refund.open', 'refund.open'])
    },
    'once per form, though it is sent twice': async () => {
      const { post, path, form, refunds, doneBy } = await openCollected()
      const sent = await Promise.all([post(`${path}/refund`, form), post(`${path}/refund`, form)])
      const [refund, ...others] = await refunds()
      expect(others).to.deep.equal([])
      for (const { headers } of sent) expect(headers.location).to.equal(`/dashboard/transactions/${refund?.id}`)
      expect(await doneBy()).to.deep.equal(['refund.open'])
    },
    refused: table(
      ['field', 'filled in', 'message'],
      [
        ['pin', '0000', 'Invalid PIN'],
        ['pin', '', 'Invalid PIN'],
        ['amount', 'all', '“all” is not an amount'],
        ['amount', '', 'is not an amount'],
        ['amount', '5,001', 'Only UGX 5,000 can still be refunded'],
        ['amount', '9,000,000,000', 'Only UGX 5,000 can still be refunded'],
        ['reference', '', 'The reference must be'],
        ['reference', 'order-17', 'Reference'],
      ],
      async (field, value, reported) => {
        const { post, path, form, refunds, balance, before, doneBy } = await openCollected()
        const refused = await post(`${path}/refund`, { ...form, [field]: value })
        expect(refused.statusCode).to.equal(422)
        expect(textOf(refused)).to.include(reported)
        expect(await refunds()).to.deep.equal([])
        expect((await balance()).available).to.equal(before)
        expect(await doneBy()).to.deep.equal([])
      },
    ),
    'other payments have no such form': async () => {
      const { pay, get, post, form, refunds } = await openCollected()
      const { id } = await pay('succeeds', { reference: 'wages-1' })
      expect((await get(`/dashboard/transactions/${id}`)).body).not.to.include('/refund"')
      expect((await post(`/dashboard/transactions/${id}/refund`, form)).statusCode).to.equal(422)
      expect(await refunds()).to.deep.equal([])
    },
  })

  rule('27.11', 'the page of a payment shows the deliveries of its event, and can repeat them', async () => {
    const { addEndpoint, attempted, pay, get, post, ports, clock } = await openHolder()
    const { id: endpoint } = await addEndpoint()
    const { id } = await pay('succeeds')
    const own = `/dashboard/transactions/${id}`
    expect(textOf(await get(own))).to.include('Its outcome has not been sent yet')
    await attempted(endpoint, [{ sequence: 2, status: 503, problem: 'it has answered 503' }])
    const answer = await get(own)
    const { body } = answer
    expect(textOf(answer))
      .to.include('1 attempt to send its outcome')
      .and.include('Not delivered to https://shop.example/hooks: it has')
    const action = /action="(\/dashboard\/events\/[0-9a-f-]{36}\/redeliver)"/.exec(body)?.[1] ?? ''
    expect((await post(action, { back: id })).headers.location).to.equal(`${own}?done=redelivered`)
    const due = await ports.webhooks.due(endpoint, { nowMs: clock.nowMs(), longestPauseMs: 86_400_000, limit: 9 })
    expect(due.map(({ sequence }) => sequence)).to.deep.equal([2])
  })
})
