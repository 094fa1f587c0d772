import { expect } from 'chai'
import { password, textOf } from '../../../fixtures/http/dashboard.ts'
import { openTwoOperators } from '../../../fixtures/http/operators.ts'
import { rule, table } from '../../../rule.ts'

describe('135 Decisions on the operators’ pages: payments', () => {
  const because = 'the portal of MTN does not have it, ticket 4711'

  rule(
    '135.1',
    'an operator ends a payment with a reason and the password: the money goes as decided, and the record names the operator',
    {
      '': table(
        ['it has', 'available', 'held'],
        [
          ['succeeded', 90_000, 0],
          ['failed', 100_000, 0],
        ],
        async (end, available, held) => {
          const { inDoubt, nakato, balance, actions, payment } = await openTwoOperators()
          const [id] = await inDoubt(10_000)
          expect(await balance()).to.deep.equal({ available: 90_000n, held: 10_000n })
          const answer = await nakato.post(`/operator/payments/${id}/decision`, { end, because, password })
          expect(answer.headers.location).to.equal(`/operator/payments/${id}?done=decided`)
          expect((await payment(id)).state).to.equal(end)
          expect(await balance()).to.deep.equal({ available: BigInt(available), held: BigInt(held) })
          const [last] = await actions()
          expect(last).to.include({ kind: 'transaction.resolve', by: 'nakato', approvedBy: null, because })
        },
      ),
      'the page shows the decision, and no form for another one': async () => {
        const { inDoubt, nakato } = await openTwoOperators()
        const [id] = await inDoubt(10_000)
        const before = await nakato.get(`/operator/payments/${id}`)
        expect(textOf(before)).to.include('Decide how it ended').and.include('the held money is available again')
        await nakato.post(`/operator/payments/${id}/decision`, { end: 'failed', because, password })
        const after = await nakato.get(`/operator/payments/${id}?done=decided`)
        expect(textOf(after)).to.include(`Decided by an operator (nakato): failed: ${because}`)
        expect(after.body).not.to.include('/decision"')
      },
    },
  )

  rule('135.2', 'a decision is refused like the command, with the reason above the form, and changes nothing', {
    '': table(
      ['end', 'why', 'password', 'message'],
      [
        ['failed', because, 'wrong', 'The password is wrong'],
        ['failed', because, '', 'Give your password again'],
        ['failed', '', password, 'The explanation must be 1 to 500 printable characters'],
        ['failed', 'x'.repeat(501), password, 'The explanation must be 1 to 500 printable characters'],
        ['lost', because, password, 'Choose how it has ended'],
        ['', because, password, 'Choose how it has ended'],
      ],
      async (end, why, given, reported) => {
        const { inDoubt, nakato, actions, payment, balance } = await openTwoOperators()
        const [id] = await inDoubt(10_000)
        const before = await actions()
        const answer = await nakato.post(`/operator/payments/${id}/decision`, { end, because: why, password: given })
        expect(answer.statusCode).to.equal(422)
        expect(textOf(answer)).to.include(reported)
        expect((await payment(id)).state).to.equal('pending')
        expect(await balance()).to.deep.equal({ available: 90_000n, held: 10_000n })
        expect(await actions()).to.deep.equal(before)
      },
    ),
    'while the submission may still be on its way': async () => {
      const { pay, nakato, payment } = await openTwoOperators()
      const { id } = await pay('losesAnswer')
      const answer = await nakato.post(`/operator/payments/${id}/decision`, { end: 'failed', because, password })
      expect(textOf(answer)).to.include('may still be on its way')
      expect((await payment(id)).state).to.equal('pending')
    },
    'one that has ended': async () => {
      const { pay, nakato, balance } = await openTwoOperators()
      const { id } = await pay('succeeds')
      const answer = await nakato.post(`/operator/payments/${id}/decision`, { end: 'failed', because, password })
      expect([answer.statusCode, textOf(answer).includes('has already ended')]).to.deep.equal([422, true])
      expect(await balance()).to.deep.equal({ available: 95_000n, held: 0n })
    },
    'an unknown one': async () => {
      const { nakato } = await openTwoOperators()
      const form = { end: 'failed', because, password }
      expect((await nakato.post('/operator/payments/unknown/decision', form)).statusCode).to.equal(404)
    },
  })

  rule('135.3', 'the password entered for one decision is valid for five minutes, and then needed again', async () => {
    const { inDoubt, nakato, pass, payment } = await openTwoOperators()
    const [first, second, third] = (await inDoubt(1_000, 1_000, 1_000)) as [string, string, string]
    const end = (id: string, more = {}) =>
      nakato.post(`/operator/payments/${id}/decision`, { end: 'failed', because, ...more })
    await end(first, { password })
    await pass(5 * 60_000 - 1)
    expect((await end(second)).statusCode).to.equal(303)
    await pass(1)
    expect(textOf(await end(third))).to.include('Give your password again')
    expect((await payment(third)).state).to.equal('pending')
  })
})
