import { expect } from 'chai'
import { rule } from '../../../rule.ts'
import { openCommandLine } from '../104-command-line/commandLine.ts'

type Shown = { timeline: Record<string, unknown>[]; next_enquiry_at: string | null; event_id: string | null }

describe('123 The case of a payment: commands', () => {
  rule(
    '123.10',
    'transaction show lists the events of a payment in order, and the time when its network is asked next',
    {
      'one that ended after an enquiry': async () => {
        const { json, pay, network, clock, sweep } = await openCommandLine()
        const { id, providerId } = await pay('accepts')
        const open: Shown = (await json('transaction', 'show', id)).json
        expect(open).to.include({ next_enquiry_at: '2026-01-02T08:00:05.000Z', event_id: null })
        network.ends(providerId, 'succeeded')
        clock.forwardMs(6_000)
        await sweep()
        const { timeline, next_enquiry_at, event_id }: Shown = (await json('transaction', 'show', id)).json
        expect(next_enquiry_at).to.equal(null)
        expect(event_id).to.match(/^[0-9a-f-]{36}$/)
        const [opened, later] = ['2026-01-02T08:00:00.000Z', '2026-01-02T08:00:06.000Z']
        expect(timeline.map(({ at, what }) => [at, what])).to.deep.equal([
          [opened, 'opened'],
          [opened, 'held'],
          [opened, 'submission'],
          [later, 'enquiry'],
          [later, 'settled'],
          [later, 'event'],
        ])
        expect(timeline[1]).to.include({ amount: 5_000, currency: 'UGX', from: 'available', to: 'held' })
        expect(timeline[3]).to.include({ outcome: 'succeeded', node: 'run 1', took_ms: 0, http_status: null })
      },
      'a decision, and the event for its merchant': async () => {
        const { json, id: account, pay, clock, store } = await openCommandLine()
        const { id } = await pay('losesRequest')
        clock.forwardMs(3_600_000)
        await json('webhook', 'add', account, 'http://127.0.0.1:9/hook')
        await json('transaction', 'resolve', id, '--failed', '--because', 'not in the portal')
        const [endpoint] = await store.webhooks.ofAccount(account)
        const claim = { by: 'deliverer', nowMs: clock.nowMs(), leaseMs: 1_000 }
        await store.webhooks.claim({ ...claim, longestPauseMs: 9_000, limit: 9 })
        const attempt = { attempt: 1, status: 503, problem: 'HTTP 503', tookMs: 4, answer: 'busy' }
        const made = [1, 2].map((sequence) => ({ ...attempt, sequence }))
        const progress = { upTo: 2, failingMs: null }
        await store.webhooks.settle(endpoint?.id ?? '', claim, { progress, waiting: [], ended: [], attempts: made })
        const { timeline }: Shown = (await json('transaction', 'show', id)).json
        expect(timeline.slice(-4).map(({ what }) => what)).to.have.members([
          'resolution',
          'released',
          'event',
          'delivery',
        ])
        const found = timeline.find(({ what }) => what === 'delivery')
        expect(found).to.include({ url: endpoint?.url, attempt: 1, status: 503, problem: 'HTTP 503' })
        expect(timeline.find(({ what }) => what === 'resolution')).to.include({ by: 'amina' })
      },
    },
  )

  rule('123.11', 'a payment is found by the id that sente sent to its network, and by the network’s own id', {
    'its own id': async () => {
      const { json, pay } = await openCommandLine()
      const { id, providerId } = await pay('accepts')
      await pay('accepts', 'order-2')
      expect((await json('transaction', 'show', '--provider-id', providerId)).json.transaction_id).to.equal(id)
    },
    'the network’s': async () => {
      const { json, pay } = await openCommandLine()
      await pay('accepts')
      const { id, providerRef } = await pay('accepts', 'order-2')
      expect((await json('transaction', 'show', '--provider-ref', `${providerRef}`)).json.transaction_id).to.equal(id)
    },
    'an id without a payment': async () => {
      const { json } = await openCommandLine()
      const message = 'There is no transaction with the network id MP17'
      expect(await json('transaction', 'show', '--provider-ref', 'MP17')).to.deep.equal({
        code: 1,
        json: { error: { code: 'unknown_transaction', message } },
      })
    },
    'an id of several payments': async () => {
      const { json, pay, store } = await openCommandLine()
      const pays = [await pay('accepts'), await pay('accepts', 'order-2')]
      for (const { id, accountId: account, currency } of pays)
        await store.books.atomically({ account, currency, transaction: id }, (work) => {
          const transaction = work.transaction(id)
          if (transaction) work.record({ ...transaction, providerRef: 'MP17' })
        })
      const { code, json: answer } = await json('transaction', 'show', '--provider-ref', 'MP17')
      const ids = pays.map(({ id }) => id).toReversed()
      expect([code, answer.error]).to.deep.equal([
        1,
        { code: 'ambiguous_id', message: `Several transactions have the id MP17: ${ids.join(', ')}` },
      ])
    },
    'with another way to find it': async () => {
      const { sente } = await openCommandLine()
      for (const words of [
        ['ID', '--provider-ref', 'MP17'],
        ['--provider-id', 'a', '--provider-ref', 'b'],
      ])
        expect((await sente('transaction', 'show', ...words)).code).to.equal(2)
    },
  })

  rule('123.12', 'transaction list finds payments by the network’s word for their failure', async () => {
    const { json, pay } = await openCommandLine()
    await pay('accepts')
    const { id } = await pay('declines', 'order-2')
    const listed = async (word: string) =>
      (await json('transaction', 'list', '--network-reason', word)).json.transactions.map(
        (one: { transaction_id: string }) => one.transaction_id,
      )
    expect(await listed('DECLINED')).to.deep.equal([id])
    expect(await listed('declined')).to.deep.equal([])
  })
})
