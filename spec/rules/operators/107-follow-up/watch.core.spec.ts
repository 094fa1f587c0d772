import { expect } from 'chai'
import sinon from 'sinon'
import {
  type Enquired,
  followUp,
  isRefusal,
  type Kind,
  livePolicy,
  resolveTransaction,
} from '../../../../core/sente.ts'
import { annotationsOf } from '../../../contracts/kit/bookActs.ts'
import { openCore } from '../../../fixtures/core.ts'
import { declined, hourMs, minuteMs, notFound, pending, succeeded, unanswered } from '../../../fixtures/doubt.ts'
import { rule, table } from '../../../rule.ts'

/** The cause of a failure. */
const ways = ['its submission', 'the request', 'a sweep', 'a hint', 'absence', 'an operator'] as const
type Way = (typeof ways)[number]

/** A payment with one of these failures; `later` returns it after a sweep. */
async function openFailed(kind: Kind, way: Way) {
  const core = await openCore()
  const { network, clock, ports, hint } = core
  network.behaves(way === 'its submission' ? 'declines' : 'losesAnswer')
  network.answersEnquiry(way === 'the request' ? declined : unanswered)
  const caller = await core.caller()
  const opened = await (kind === 'payout'
    ? core.send({ caller, request: core.payout })
    : core.collect({ caller, request: core.request }))
  if (isRefusal(opened)) throw new Error(opened.refused)
  await opened.outcome
  const { id } = opened.transaction
  const stored = async () => {
    const transaction = await ports.books.transaction(id)
    if (!transaction) throw new Error('it is gone')
    return transaction
  }
  const { sweep } = followUp({ ...ports, atOnce: 8 })
  const later = async (answer: Enquired, afterMs: number) => {
    network.answersEnquiry(answer)
    clock.forwardMs(afterMs)
    await sweep()
    return stored()
  }
  if (way === 'a sweep') await later(declined, minuteMs)
  if (way === 'a hint') {
    network.answersEnquiry(declined)
    await hint({ transactionId: id })
  }
  if (way === 'absence') while ((await stored()).state !== 'failed') await later(notFound, hourMs)
  if (way === 'an operator') {
    clock.forwardMs(5_000 + livePolicy.settleMs)
    await resolveTransaction(ports)({ transactionId: id, end: 'failed', because: 'the portal says so', by: 'amina' })
  }
  return { ...core, id, stored, later }
}

const each = (['payout', 'collection'] as const).flatMap((kind) => ways.map((way) => [kind, way] as [Kind, Way]))

describe('107 The follow-up: failed payments', () => {
  rule(
    '107.76',
    'the network is asked about a failed payment again a minute later, whoever said that it failed; a success is a contradiction',
    table(['kind', 'failed by'], each, async (kind, way) => {
      const { stored, later, ports, id, alarms, balance } = await openFailed(kind, way)
      const before = await stored()
      const money = await balance()
      expect(before).to.include({ state: 'failed', attention: null })
      expect(before.followUp.askAtMs).to.equal(before.updatedAtMs + minuteMs)
      expect(await later(succeeded, minuteMs)).to.include({ state: 'failed', attention: 'contradiction' })
      expect(alarms).to.deep.equal(['contradiction'])
      const texts = (await annotationsOf(ports.books, id)).filter(({ by }) => by === null).map(({ text }) => text)
      expect(texts).to.deep.equal(['failed is final, but the network reported succeeded'])
      expect(await balance()).to.deep.equal(money)
    }),
  )

  rule(
    '107.77',
    'a report that the network still has a payment that it called failed is a contradiction, too, unless it is about as old as the failure',
    {
      'a minute later': async () => {
        const { later } = await openFailed('payout', 'a sweep')
        expect(await later(pending, minuteMs)).to.include({ state: 'failed', attention: 'contradiction' })
      },
      'at once': async () => {
        const { hint, id, stored, network } = await openFailed('payout', 'a sweep')
        network.answersEnquiry(pending)
        await hint({ transactionId: id })
        expect(await stored()).to.include({ state: 'failed', attention: null })
      },
      'to a process with an earlier question': async () => {
        const { clock, ports, network, pay } = await openCore()
        const [one, other] = [followUp({ ...ports, atOnce: 8 }), followUp({ ...ports, atOnce: 8 })]
        const { stored } = await pay('losesAnswer')
        const enquire = sinon.stub(network, 'enquire').resolves(declined)
        enquire.onFirstCall().callsFake(async () => {
          clock.forwardMs(minuteMs)
          await other.sweep()
          return pending
        })
        clock.forwardMs(hourMs)
        await one.sweep()
        expect(await stored()).to.include({ state: 'failed', reason: 'limit_reached', attention: null })
      },
    },
  )
})
