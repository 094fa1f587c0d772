import { expect } from 'chai'
import { enquiriesAtOnce } from '../../../adapters/providers/transport/guardedSend.ts'
import { deadlineIn } from '../../../core/sente.ts'
import { table, test } from '../../rule.ts'
import { foreverMs, held, overMtn, type Script, soon, transactionOf, withNetwork } from '../scriptedNetwork.ts'
import { inStandingTime } from '../standingTime.ts'

const payout = transactionOf()

describe('Common to the networks: the pace of enquiries', () => {
  test('enquiries are sent at even distances, and submissions at once', () =>
    inStandingTime(({ clock, pass }) =>
      withNetwork({}, async ({ settings, enquiries, has }) => {
        const provider = overMtn({ ...settings, enquiriesASecond: 10 }, clock)
        const asked = Array.from({ length: 3 }, () => provider.enquire(payout))
        await has('enquiries', 1)
        for (const sent of [1, 2]) {
          pass(109)
          await provider.payOut(payout, deadlineIn(clock, foreverMs))
          expect(enquiries).to.have.length(sent)
          pass(1)
          await has('enquiries', sent + 1)
        }
        for (const answer of await Promise.all(asked)) expect(answer).to.have.property('outcome', 'pending')
      }),
    ))

  test('an enquiry whose deadline passes before its turn is not sent', () =>
    inStandingTime(({ clock, pass }) =>
      withNetwork({}, async ({ settings, enquiries }) => {
        const provider = overMtn({ ...settings, enquiriesASecond: 1, enquiryMs: 500 }, clock)
        await provider.enquire(payout)
        const late = provider.enquire(payout)
        await settled()
        pass(500)
        expect(await late).to.deep.equal({ outcome: 'unanswered', because: 'the request got no turn in time' })
        expect(enquiries).to.have.length(1)
      }),
    ))

  test('a submission passes the enquiries that wait for a place', () => {
    const first = held({ status: 404 })
    let enquired = 0
    let enquiredBefore = 0
    const script: Script = {
      enquiry(nth) {
        enquired = nth
        return nth === 1 ? first.reply : { status: 404 }
      },
      submission() {
        enquiredBefore = enquired
        return { status: 202 }
      },
    }
    return withNetwork(script, async ({ settings, has }) => {
      const provider = overMtn({ ...settings, atOnce: 1 })
      const asked = [provider.enquire(payout)]
      await has('enquiries', 1)
      asked.push(provider.enquire(payout))
      const paid = provider.payOut(payout, soon())
      await settled()
      first.release()
      expect(await paid).to.have.property('outcome', 'accepted')
      await Promise.all(asked)
      expect([enquiredBefore, enquired]).to.deep.equal([1, 2])
    })
  })

  test(
    'as many enquiries may be under way at once as can be sent in a second, if that many requests may be',
    table(
      ['requests at once', 'enquiries a second', 'enquiries at once'],
      [
        [undefined, undefined, 2_000],
        [5, undefined, 5],
        [undefined, 10, 10],
        [5, 10, 5],
      ],
      (atOnce, enquiriesASecond, most) => {
        const given = {
          ...(atOnce !== undefined && { atOnce }),
          ...(enquiriesASecond !== undefined && { enquiriesASecond }),
        }
        expect(enquiriesAtOnce(given)).to.equal(most)
      },
    ),
  )
})

/** Resolves when everything that waits for no timer or connection has run. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
