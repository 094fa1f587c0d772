import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { rule } from '../../rule.ts'
import { deadline, type Harness, onStage, type Stage, uuids } from './stage.ts'

export type { Harness, Situation } from './stage.ts'

/** What every MobileProvider promises; `open` makes a provider and its network for one example. */
export function mobileProviderContract(name: string, open: () => Promise<Harness>): void {
  /** An example for payouts and one for collections, each over a network of its own. */
  const bothKinds = (example: (stage: Stage) => Promise<void>) => ({
    'a payout': () => onStage(open, 'payout', example),
    'a collection': () => onStage(open, 'collection', example),
  })

  describe(`15 A mobile provider: ${name}`, () => {
    rule('15.1', 'a submission that the network takes is accepted, or has succeeded, and is executed once', {
      ...bothKinds(async ({ submission, submit, end, harness }) => {
        const transaction = await submission('succeeds')
        expect(await submit(transaction))
          .to.have.property('outcome')
          .that.is.oneOf(['accepted', 'succeeded'])
        await end(transaction)
        expect(harness.executed(transaction.providerId)).to.equal(1)
      }),
    })

    rule('15.2', 'the same UUIDs always make the same provider id, and other UUIDs another', () =>
      onStage(open, 'payout', async ({ harness: { provider } }) => {
        const [one, other] = [uuids(), uuids()]
        expect(provider.providerId(one)).to.equal(provider.providerId({ ...one }))
        expect(provider.providerId(one)).not.to.equal(provider.providerId(other))
      }),
    )

    rule('15.3', 'the fingerprint of the configuration stays the same', () =>
      onStage(open, 'payout', async ({ harness: { provider }, submission, submit }) => {
        const before = provider.fingerprint
        expect(before).to.be.a('string').that.is.not.empty
        await submit(await submission('succeeds'))
        expect(provider.fingerprint).to.equal(before)
      }),
    )

    rule('15.4', 'a submission to a network that cannot be reached is declined as not sent', {
      ...bothKinds(async ({ submission, submit, harness }) => {
        const transaction = await submission('unreachable')
        expect(await submit(transaction)).to.include({ outcome: 'declined', reason: 'not_sent' })
        expect(harness.executed(transaction.providerId)).to.equal(0)
      }),
    })

    rule('15.5', 'a submission whose deadline has passed on either clock is declined as not sent', {
      ...bothKinds(async ({ submission, submit, harness }) => {
        for (const clock of ['wallMs', 'monotonicMs'] as const) {
          const transaction = await submission('succeeds')
          const until = { ...deadline(harness.clock, 60_000), [clock]: deadline(harness.clock, 0)[clock] }
          expect(await submit(transaction, until)).to.include({ outcome: 'declined', reason: 'not_sent' })
          expect(await harness.provider.enquire(transaction)).to.deep.equal({ outcome: 'notFound' })
        }
      }),
    })

    rule('15.6', 'a submission whose answer is lost is in doubt, and is executed once', {
      ...bothKinds(async ({ submission, submit, end, harness }) => {
        const transaction = await submission('losesAnswer')
        expect(await submit(transaction)).to.have.property('outcome', 'inDoubt')
        expect(await end(transaction)).to.have.property('outcome', 'succeeded')
        expect(harness.executed(transaction.providerId)).to.equal(1)
      }),
    })

    rule(
      '15.7',
      'an id that is submitted twice is executed once, and the second answer proves nothing about the first submission',
      {
        ...bothKinds(async ({ submission, submit, end, harness }) => {
          const transaction = await submission('succeeds')
          await submit(transaction)
          expect(await submit(transaction)).to.have.property('outcome', 'inDoubt')
          await end(transaction)
          expect(harness.executed(transaction.providerId)).to.equal(1)
        }),
      },
    )

    rule(
      '15.8',
      'an enquiry answers with the state of a payment, and with its amount, currency and phone number where the network states them',
      {
        ...bothKinds(async ({ submission, submit, end, harness }) => {
          const ends = { staysOpen: 'pending', succeeds: 'succeeded', declines: 'declined' } as const
          for (const situation of ['staysOpen', 'succeeds', 'declines'] as const) {
            const transaction = await submission(situation)
            await submit(transaction)
            const answer = await end(transaction)
            expect(answer).to.have.property('outcome', ends[situation])
            expect('seen' in answer && answer.seen).to.include(harness.seen(transaction))
          }
        }),
      },
    )

    rule('15.9', 'an enquiry about an id that the network never had finds nothing', {
      ...bothKinds(async ({ submission, harness }) => {
        const transaction = await submission('succeeds')
        expect(await harness.provider.enquire(transaction)).to.deep.equal({ outcome: 'notFound' })
      }),
    })

    rule('15.10', 'an enquiry that cannot reach the network is in doubt', {
      ...bothKinds(async ({ submission, harness }) => {
        const transaction = await submission('unreachable')
        expect(await harness.provider.enquire(transaction)).to.have.property('outcome', 'inDoubt')
      }),
    })

    rule('15.11', 'a callback identifies the transaction that it is about', {
      ...bothKinds(async ({ submission, submit, end, harness }) => {
        const transaction = await submission('succeeds')
        await submit(transaction)
        await end(transaction)
        const callback = await harness.callback(transaction)
        expect(harness.provider.identifyCallback(callback)).to.deep.equal({ transactionId: transaction.id })
      }),
    })

    rule('15.12', 'a request that is not a callback does no harm, and identifies no transaction that exists', () =>
      onStage(open, 'payout', async ({ submission, harness: { provider } }) => {
        const { id, providerId } = await submission('succeeds')
        const wrapped = `[${JSON.stringify({ externalId: id, transaction: { id: providerId } })}]`
        const texts = ['', 'x', '{}', '[]', 'null', '{"externalId":{}}', '{"transaction":null}', wrapped]
        for (const body of [...texts.map((text) => Buffer.from(text)), randomBytes(64)]) {
          expect(provider.identifyCallback({ method: 'POST', body })?.transactionId).not.to.equal(id)
        }
      }),
    )
  })
}
