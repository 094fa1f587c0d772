import { expect } from 'chai'
import { makeChange } from '../../../../core/sente.ts'
import { password, textOf } from '../../../fixtures/http/dashboard.ts'
import { openTwoOperators, twoAbove } from '../../../fixtures/http/operators.ts'
import { rule, table } from '../../../rule.ts'

describe('135 Decisions on the operators’ pages: two people', () => {
  const because = 'the portal of MTN does not have it, ticket 4711'

  /** A payout of UGX 10,000 above the amount for one person, with a decision by nakato. */
  async function openProposed() {
    const two = await openTwoOperators(twoAbove(9_999n))
    const [id] = await two.inDoubt(10_000)
    const decide = () => two.nakato.post(`/operator/payments/${id}/decision`, { end: 'failed', because, password })
    const decided = await decide()
    const [number = 0] = await two.proposals()
    return { ...two, id, decide, decided, number, place: `/operator/proposals/${number}` }
  }

  rule('135.4', 'a decision above the operator’s amount waits for another operator, and changes nothing until then', {
    '': table(
      ['for two above', 'state'],
      [
        [9_999n, 'pending'],
        [10_000n, 'failed'],
        [10_001n, 'failed'],
      ],
      async (most, state) => {
        const { inDoubt, nakato, payment } = await openTwoOperators(twoAbove(most))
        const [id] = await inDoubt(10_000)
        await nakato.post(`/operator/payments/${id}/decision`, { end: 'failed', because, password })
        expect((await payment(id)).state).to.equal(state)
      },
    ),
    'the page of the payment says so, in place of the form': async () => {
      const { id, decided, nakato, okot, place } = await openProposed()
      expect(decided.headers.location).to.equal(`/operator/payments/${id}`)
      for (const operator of [nakato, okot]) {
        const { body } = await operator.get(`/operator/payments/${id}`)
        expect(body).to.include(`href="${place}"`).and.not.include('/decision"')
      }
    },
    'a waiting decision is not proposed again': async () => {
      const { decide, proposals, id, okot, number } = await openProposed()
      await decide()
      await okot.post(`/operator/payments/${id}/decision`, { end: 'failed', because: 'mine', password })
      expect(await proposals()).to.deep.equal([number])
      await okot.post(`/operator/payments/${id}/decision`, { end: 'succeeded', because: 'mine', password })
      expect(await proposals()).to.have.length(2)
    },
  })

  rule(
    '135.5',
    'waiting proposals are listed with the person, the change, the reason and the expiry, and each links to its subject',
    async () => {
      const { okot, id, account, place } = await openProposed()
      const listed = textOf(await okot.get('/operator/proposals'))
      expect(listed).to.include('End a payment').and.include('nakato').and.include(because).and.include(account.name)
      const { body } = await okot.get(place)
      expect(body).to.include(`href="/operator/payments/${id}"`).and.include(`href="/operator/accounts/${account.id}"`)
      for (const number of ['9999', '0', '1', 'x', '1e3', '99999999999999999999']) {
        expect((await okot.get(`/operator/proposals/${number}`)).statusCode, number).to.equal(404)
      }
    },
  )

  rule('135.6', 'another operator approves it in their own browser, with the password; the record names both', {
    approved: async () => {
      const { okot, place, payment, id, balance, actions, proposals, number } = await openProposed()
      const answer = await okot.post(`${place}/approve`, { password })
      expect(answer.headers.location).to.equal(`${place}?done=approved`)
      expect((await payment(id)).state).to.equal('failed')
      expect(await balance()).to.deep.equal({ available: 100_000n, held: 0n })
      const [last] = await actions()
      expect(last).to.include({ by: 'nakato', approvedBy: 'okot', because, proposal: number })
      expect(await proposals()).to.deep.equal([])
      expect(textOf(await okot.get(`${place}?done=approved`))).to.match(/Approved: .* approved .* okot/)
    },
    'not by its proposer': async () => {
      const { nakato, place, payment, id } = await openProposed()
      expect((await nakato.get(place)).body).not.to.include('/approve"')
      const answer = await nakato.post(`${place}/approve`, { password })
      expect(textOf(answer)).to.include('nakato has proposed it: another person must approve it')
      expect([answer.statusCode, (await payment(id)).state]).to.deep.equal([422, 'pending'])
    },
    'not without the password': async () => {
      const { okot, place, payment, id } = await openProposed()
      for (const form of [{}, { password: 'wrong' }] as Record<string, string>[]) {
        expect((await okot.post(`${place}/approve`, form)).statusCode).to.equal(422)
      }
      expect((await payment(id)).state).to.equal('pending')
    },
    'once, among many at once': async () => {
      const { okot, place, balance, actions } = await openProposed()
      const answers = await Promise.all([1, 2, 3, 4].map(() => okot.post(`${place}/approve`, { password })))
      expect(answers.filter(({ statusCode }) => statusCode === 303)).to.have.length(1)
      expect(await balance()).to.deep.equal({ available: 100_000n, held: 0n })
      expect((await actions()).filter(({ approvedBy }) => approvedBy === 'okot')).to.have.length(1)
    },
    'not when it has ended by itself meanwhile': async () => {
      const { okot, place, sweep, network, pass, id, payment } = await openProposed()
      network.answersEnquiry({ outcome: 'succeeded', seen: {}, providerRef: null })
      await pass(20 * 60_000)
      await sweep()
      expect((await payment(id)).state).to.equal('succeeded')
      expect(textOf(await okot.post(`${place}/approve`, { password }))).to.include('has already ended')
    },
  })

  rule('135.7', 'either of them can reject it, with a reason: nothing is changed, and it can be decided again', {
    '': table(['who'], [['nakato'], ['okot']] as const, async (who) => {
      const two = await openProposed()
      const { place, payment, id, proposals } = two
      const answer = await two[who].post(`${place}/reject`, { because: 'the customer has called' })
      expect(answer.headers.location).to.equal(`${place}?done=rejected`)
      expect((await payment(id)).state).to.equal('pending')
      expect(await proposals()).to.deep.equal([])
      expect(textOf(await two.okot.post(`${place}/approve`, { password }))).to.include('already approved or rejected')
      expect((await two.nakato.get(`/operator/payments/${id}`)).body).to.include('/decision"')
    }),
    'not with an unreadable reason': async () => {
      const { okot, place, proposals, number } = await openProposed()
      const answer = await okot.post(`${place}/reject`, { because: 'x'.repeat(501) })
      expect([answer.statusCode, await proposals()]).to.deep.equal([422, [number]])
    },
  })

  rule(
    '135.8',
    'proposals by a command can be approved on a page, too, and a new key is shown there once',
    async () => {
      const { ports, account, okot, must, look } = await openTwoOperators(twoAbove(1_000n, 'keys'))
      const request = { accountId: account.id, name: 'till', scopes: ['read'] as const }
      const keys = { ...ports, isAddressList: () => true }
      const made = must(
        await makeChange(keys)({ change: { kind: 'key.create', request }, by: 'brian', because: 'a new till' }),
      )
      const place = `/operator/proposals/${'proposal' in made ? made.proposal.proposed.number : 0}`
      const { body } = await okot.post(`${place}/approve`, { password })
      const key = /sente_sk_[0-9a-f]{56}/.exec(body)?.[0]
      expect((await look('/balances', { authorization: `Bearer ${key}` })).status).to.equal(200)
      expect((await okot.get(place)).body).not.to.include(key)
    },
  )
})
