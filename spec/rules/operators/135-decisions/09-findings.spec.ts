import { expect } from 'chai'
import { isRefusal } from '../../../../core/sente.ts'
import { password, textOf } from '../../../fixtures/http/dashboard.ts'
import { openTwoOperators, twoAbove } from '../../../fixtures/http/operators.ts'
import { rule, table } from '../../../rule.ts'

const because = 'MTN reversed it, ticket 4711'
const path = (id: string, more = '') => `/operator/payments/${id}${more}`

/** A collection of UGX 5,000 that has succeeded, and its network's answers from now on. */
async function openCollection(...given: Parameters<typeof openTwoOperators>) {
  const two = await openTwoOperators(...given)
  const { network, collect, caller, request, hint, nakato, payment } = two
  network.behaves('succeeds')
  const opened = await collect({ caller: await caller(), request: { ...request, amount: 5_000 } })
  if (isRefusal(opened)) throw new Error(opened.refused)
  await opened.outcome
  const { id } = opened.transaction
  return {
    ...{ ...two, id },
    async reverse() {
      network.answersEnquiry({ outcome: 'reversed', providerRef: null, seen: {} })
      await hint({ transactionId: id })
    },
    say: (end: string, more: Record<string, string> = { password }) =>
      nakato.post(path(id, '/decision'), { end, because, ...more }),
    found: () => payment(id),
  }
}

describe('135 Decisions on the operators’ pages: findings', () => {
  rule(
    '135.25',
    'an operator records that the network took back an ended payment, or that it stands, and no money is moved',
    {
      '': table(
        ['said', 'needs attention', 'taken back', 'shown on the page'],
        [
          ['taken_back', null, true, 'by its network, after it had succeeded'],
          ['stands', null, false, 'Decided by an operator (nakato): stands'],
        ],
        async (said, attention, isTakenBack, reported) => {
          const { id, reverse, say, found, balance, nakato, actions } = await openCollection()
          await reverse()
          expect(await found()).to.include({ attention: 'contradiction', isTakenBack: false })
          const answer = await say(said)
          expect(answer.headers.location).to.equal(path(id, '?done=decided'))
          expect(await found()).to.include({ state: 'succeeded', attention, isTakenBack })
          expect(await balance()).to.deep.equal({ available: 105_000n, held: 0n })
          expect((await actions())[0]).to.include({ kind: 'transaction.resolve', by: 'nakato', because })
          expect(textOf(await nakato.get(path(id)))).to.include(reported)
        },
      ),
      'the form offers the possible findings, and explains their effects': async () => {
        const { id, reverse, say, nakato, inDoubt } = await openCollection()
        const offered = async () => {
          const { body } = await nakato.get(path(id))
          return [...body.matchAll(/name="end" value="(\w+)"/g)].map(([, end]) => end)
        }
        expect(await offered()).to.deep.equal(['taken_back'])
        await reverse()
        expect(await offered()).to.deep.equal(['taken_back', 'stands'])
        expect(textOf(await nakato.get(path(id))))
          .to.include('Record a finding')
          .and.include('can’t be refunded')
        await say('taken_back')
        expect(await offered()).to.deep.equal(['stands'])
        await say('stands')
        expect(await offered()).to.deep.equal(['taken_back'])
        const [open] = await inDoubt(1_000)
        expect((await nakato.get(path(open))).body).not.to.include('value="taken_back"')
      },
      'as a proposal if it takes two people': async () => {
        const { id, reverse, say, found, okot, proposals } = await openCollection(twoAbove(4_999n))
        await reverse()
        await say('taken_back')
        expect(await found()).to.include({ attention: 'contradiction', isTakenBack: false })
        const [number] = await proposals()
        expect((await okot.get(path(id))).body)
          .to.include(`/operator/proposals/${number}`)
          .and.not.include('/decision"')
        await okot.post(`/operator/proposals/${number}/approve`, { password })
        expect(await found()).to.include({ attention: null, isTakenBack: true })
      },
      'not without the password, and not an impossible finding': async () => {
        const { reverse, say, found, id, nakato, inDoubt, payment } = await openCollection()
        await reverse()
        for (const [end, more] of [
          ['taken_back', { password: 'wrong' }],
          ['taken_back', {}],
          ['stands', { password, because: '' }],
          ['failed', { password }],
        ] as const) {
          expect((await say(end, more)).statusCode, end).to.equal(422)
          expect(await found()).to.include({ state: 'succeeded', attention: 'contradiction', isTakenBack: false })
        }
        expect((await nakato.get(path(id))).body).to.include('/decision"')
        const [open] = await inDoubt(1_000)
        const answer = await nakato.post(path(open, '/decision'), { end: 'taken_back', because, password })
        expect(textOf(answer)).to.include('is still open: decide its outcome')
        expect((await payment(open)).state).to.equal('pending')
      },
    },
  )
})
