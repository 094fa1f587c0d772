import { expect } from 'chai'
import { password, textOf } from '../../../fixtures/http/dashboard.ts'
import { openTwoOperators, twoAbove } from '../../../fixtures/http/operators.ts'
import { rule, table } from '../../../rule.ts'

describe('135 Decisions on the operators’ pages: several at once', () => {
  const because = 'both portals compared, ticket 4711'

  /** Payouts that need attention, as in the list, and the forms of an operator who chooses from it. */
  async function openList(amounts: readonly number[], most?: bigint) {
    const two = await openTwoOperators(most === undefined ? undefined : twoAbove(most))
    const ids = await two.inDoubt(...amounts)
    const { body } = await two.nakato.get('/operator/attention')
    const offered = [...body.matchAll(/name="payment" value="([^"]+)"/g)].map(([, value = '']) => value)
    const sent = (chosen: readonly string[], more: Record<string, string>) =>
      new URLSearchParams([...chosen.map((one) => ['payment', one]), ...Object.entries(more)])
    return {
      ...two,
      ids,
      offered,
      check: (chosen: readonly string[], more: Record<string, string> = {}) =>
        two.nakato.post('/operator/attention/check', sent(chosen, { end: 'failed', because, ...more })),
      decide: (chosen: readonly string[], more: Record<string, string> = {}) =>
        two.nakato.post('/operator/attention/decide', sent(chosen, { end: 'failed', because, password, ...more })),
      states: () => Promise.all(ids.map(async (id) => (await two.payment(id)).state)),
    }
  }

  rule(
    '135.9',
    'several payments that need attention can be chosen from a list, and the page shows the effect of the decision before it is made',
    {
      reported: async () => {
        const { offered, check, states, actions } = await openList([1_000, 2_000, 4_000])
        expect(offered).to.have.length(3)
        const before = await actions()
        const answer = await check(offered.slice(0, 2))
        const text = textOf(answer)
        expect(text).to.include('2 of 3 failed').and.include('sent 2').and.include('the held money is available again')
        expect(text).to.include('UGX 6,000').and.include('Decide about these 2')
        expect(await states()).to.deep.equal(['pending', 'pending', 'pending'])
        expect(await actions()).to.deep.equal(before)
      },
      'the list is filtered by the address of the page': table(
        ['asked', 'offered'],
        [
          ['?kind=payout', 2],
          ['?kind=collection', 0],
          ['?account=ACCOUNT', 2],
          ['?account=00000000-0000-7000-8000-000000000000', 0],
          ['?to=2001-01-01', 0],
        ],
        async (asked, offered) => {
          const { nakato, account, pay } = await openList([1_000, 2_000])
          await pay('accepts', { reference: 'well', amount: 500 })
          const { body } = await nakato.get(`/operator/attention${asked.replace('ACCOUNT', account.id)}`)
          expect(body.match(/name="payment"/g) ?? []).to.have.length(offered)
          expect(body).not.to.include('name="state"')
        },
      ),
      'no box is ticked until somebody asks for all of them': async () => {
        const { nakato } = await openList([1_000, 2_000])
        const boxes = (body: string) => (body.match(/<input type="checkbox" name="payment"[^>]*>/g) ?? []).map(isTicked)
        const isTicked = (box: string) => / checked[ />]/.test(box)
        const { body } = await nakato.get('/operator/attention?kind=payout')
        expect(boxes(body)).to.deep.equal([false, false])
        const [, all = ''] = /href="([^"]+)">Choose all 2 on this page/.exec(body) ?? []
        const ticked = await nakato.get(all.replaceAll('&amp;', '&'))
        expect(boxes(ticked.body)).to.deep.equal([true, true])
        expect(ticked.body).not.to.include('on this page')
        expect(all).to.include('kind=payout')
      },
      'nothing without a choice': async () => {
        const { offered, check, decide, states } = await openList([1_000])
        expect(textOf(await check([]))).to.include('Choose at least one payment')
        expect(textOf(await check(offered, { end: '' }))).to.include('Choose how it has ended')
        expect((await decide(offered, { end: 'lost' })).statusCode).to.equal(422)
        expect((await decide(['nonsense', '  ', 'a b c'])).statusCode).to.equal(200)
        expect(await states()).to.deep.equal(['pending'])
      },
    },
  )

  rule('135.10', 'each of them is ended by itself, as if it were the only one, and the page shows each result', {
    ended: async () => {
      const { offered, decide, states, balance, actions } = await openList([1_000, 2_000, 4_000])
      const text = textOf(await decide(offered.slice(0, 2)))
      expect(text)
        .to.include('2 of 2 ended')
        .and.match(/doubt-3 ended UGX 4,000/)
      expect(await states()).to.deep.equal(['pending', 'failed', 'failed'])
      expect(await balance()).to.deep.equal({ available: 99_000n, held: 1_000n })
      const done = (await actions()).filter(({ kind }) => kind === 'transaction.resolve')
      expect(done.map(({ by, because }) => [by, because])).to.deep.equal([
        ['nakato', because],
        ['nakato', because],
      ])
    },
    'a refused one does not stop the others': async () => {
      const { decide, states, pay, ids } = await openList([1_000, 2_000])
      const fresh = await pay('losesAnswer', { reference: 'fresh', amount: 500 })
      const { state, attention } = await fresh.stored()
      const chosen = [`${fresh.id} ${state} ${attention}`, ...ids.map((id) => `${id} pending mismatch`)]
      const text = textOf(await decide(chosen))
      expect(text)
        .to.include('2 of 3 ended')
        .and.match(/fresh The submission of \S+ may still be on its way/)
      expect(await states()).to.deep.equal(['failed', 'failed'])
    },
    'once, however often one is chosen and the form is sent': async () => {
      const { offered, decide, actions, balance } = await openList([1_000])
      await Promise.all([decide([...offered, ...offered]), decide(offered), decide(offered)])
      expect((await actions()).filter(({ kind }) => kind === 'transaction.resolve')).to.have.length(1)
      expect(await balance()).to.deep.equal({ available: 100_000n, held: 0n })
    },
    'not without a reason and the password': async () => {
      const { offered, decide, states } = await openList([1_000])
      expect(textOf(await decide(offered, { password: 'wrong' }))).to.include('The password is wrong')
      expect(textOf(await decide(offered, { because: '' }))).to.include(
        'The explanation must be 1 to 500 printable characters',
      )
      expect(await states()).to.deep.equal(['pending'])
    },
  })

  rule('135.11', 'a payment that has changed since it was chosen is left alone', {
    'it stood otherwise when it was chosen': async () => {
      const { ids, decide, check, states } = await openList([1_000, 2_000])
      const [first, second] = [`${ids[0]} pending overdue`, `${ids[1]} submitting mismatch`]
      expect(textOf(await check([first, second]))).to.include('2 of the chosen payments have changed meanwhile')
      expect(textOf(await decide([first, second])))
        .to.include('0 of 2 ended')
        .and.include('changed meanwhile')
      expect(await states()).to.deep.equal(['pending', 'pending'])
    },
    'it has ended': async () => {
      const { offered, ids, decide, nakato, payment } = await openList([1_000, 2_000])
      await nakato.post(`/operator/payments/${ids[0]}/decision`, { end: 'succeeded', because, password })
      expect(textOf(await decide(offered)))
        .to.include('1 of 2 ended')
        .and.include('changed meanwhile')
      expect((await payment(ids[0])).state).to.equal('succeeded')
    },
    'it is none': async () => {
      const { decide } = await openList([1_000])
      expect(textOf(await decide(['unknown pending mismatch']))).to.include('0 of 1 ended')
    },
  })

  rule('135.12', 'when several are together above the operator’s amount, each of them waits for another person', {
    '': table(
      ['for two above', 'states'],
      [
        [2_999n, 'pending pending'],
        [3_000n, 'failed failed'],
        [3_001n, 'failed failed'],
      ],
      async (most, expected) => {
        const { offered, decide, states } = await openList([1_000, 2_000], most)
        await decide(offered)
        expect((await states()).join(' ')).to.equal(expected)
      },
    ),
    'and none is proposed twice': async () => {
      const { offered, decide, proposals } = await openList([1_000, 2_000], 2_999n)
      expect(textOf(await decide(offered)))
        .to.include('0 of 2 ended')
        .and.match(/doubt-2 waits for another person/)
      expect(textOf(await decide(offered)))
        .to.match(/doubt-1 waits for another person/)
        .and.match(/doubt-2 waits for another person/)
      expect(await proposals()).to.have.length(2)
    },
  })

  rule('135.13', 'waiting decisions can be approved together, and the page shows the result of each', {
    approved: async () => {
      const { offered, decide, proposals, okot, states, payment, ids, must, nakato } = await openList(
        [1_000, 2_000, 4_000],
        2_999n,
      )
      await decide(offered)
      const numbers = await proposals()
      await nakato.post(`/operator/proposals/${must(numbers)[0]}/reject`, { because: 'not this one' })
      const form = new URLSearchParams([...numbers.map((number) => ['proposal', `${number}`]), ['password', password]])
      const text = textOf(await okot.post('/operator/approvals', form))
      expect(text).to.include('2 of 3 approved').and.include('already approved or rejected')
      expect((await states()).toSorted()).to.deep.equal(['failed', 'failed', 'pending'])
      expect((await payment(ids[0])).reason).to.equal('operator_decided')
    },
    'not by their proposer, nor without the password': async () => {
      const { offered, decide, proposals, okot, nakato, states } = await openList([1_000, 2_000], 2_999n)
      await decide(offered)
      const chosen = (await proposals()).map((number) => ['proposal', `${number}`])
      const own = await nakato.post('/operator/approvals', new URLSearchParams([...chosen, ['password', password]]))
      expect(textOf(own)).to.include('0 of 2 approved').and.include('another person must approve it')
      const without = await okot.post('/operator/approvals', new URLSearchParams(chosen))
      expect(textOf(without)).to.include('The password is wrong')
      expect(await states()).to.deep.equal(['pending', 'pending'])
    },
  })
})
