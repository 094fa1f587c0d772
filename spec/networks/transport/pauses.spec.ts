import { expect } from 'chai'
import { deadlineIn, type MobileProvider } from '../../../core/sente.ts'
import { manualClock } from '../../contracts/kit/manualClock.ts'
import { table, test } from '../../rule.ts'
import { overAirtel, withAirtel } from '../airtelScript.ts'
import { overMtn, type Script, transactionOf, withNetwork } from '../scriptedNetwork.ts'

const payout = transactionOf()
type Requests = { readonly submissions: readonly object[]; readonly enquiries: readonly object[] }
type Opened = { readonly provider: MobileProvider; readonly clock: ReturnType<typeof manualClock> }

const onBoth = (script: Script, test: (opened: Opened, requests: Requests) => Promise<void>) => {
  const clock = manualClock()
  return {
    MTN: () => withNetwork(script, (network) => test({ provider: overMtn(network.settings, clock), clock }, network)),
    Airtel: () =>
      withAirtel(script, (network) => test({ provider: overAirtel(network.settings, clock), clock }, network)),
  }
}

const busy = (status: number, after?: string, date?: string) => ({
  status,
  headers: { ...(after !== undefined && { 'retry-after': after }), ...(date !== undefined && { date }) },
})
const sent = 'Wed, 21 Oct 2026 07:28:00 GMT'

describe('Common to the networks: requested pauses', () => {
  test(
    'a network that answers 429 or 503 with a time gets no requests until then, for five minutes at most',
    table(
      ['status', 'Retry-After', 'Date', 'pause in seconds'],
      [
        [429, '20', undefined, 20],
        [429, 'Wed, 21 Oct 2026 07:28:20 GMT', sent, 20],
        [429, '86400', undefined, 300],
        [429, 'soon', undefined, 1],
        [429, undefined, undefined, 1],
        [503, '20', undefined, 20],
        [503, undefined, undefined, 0],
        [429, '0', undefined, 0],
      ],
      (status, after, date, seconds) =>
        withNetwork(
          { enquiry: (nth) => (nth === 1 ? busy(status, after, date) : { status: 404 }) },
          async (network) => {
            const clock = manualClock()
            const provider = overMtn(network.settings, clock)
            await provider.enquire(payout)
            clock.forwardMs(Math.max(0, seconds * 1_000 - 1))
            const answer = await provider.enquire(payout)
            if (seconds > 0) expect(answer).to.include({ because: 'the network has asked for a pause' })
            clock.forwardMs(1)
            await provider.enquire(payout)
            expect(network.enquiries).to.have.length(seconds > 0 ? 2 : 3)
          },
        ),
    ),
  )

  test(
    'a submission answered so is in doubt; during the pause there are no enquiries, and further submissions are released as not sent',
    onBoth({ submission: () => busy(429, '20') }, async ({ provider, clock }, { submissions, enquiries }) => {
      expect(await provider.payOut(payout, deadlineIn(clock, 300_000))).to.have.property('outcome', 'inDoubt')
      expect(await provider.enquire(payout)).to.have.property('outcome', 'unanswered')
      expect(await provider.payOut(transactionOf(), deadlineIn(clock, 300_000))).to.include({
        ...{ outcome: 'declined', reason: 'not_sent', because: 'the network has asked for a pause' },
      })
      expect([submissions.length, enquiries.length]).to.deep.equal([1, 0])
      clock.forwardMs(20_000)
      await provider.enquire(payout)
      await provider.payOut(payout, deadlineIn(clock, 300_000))
      expect([submissions.length, enquiries.length]).to.deep.equal([2, 1])
    }),
  )

  test(
    'a pause after an enquiry does not delay submissions',
    onBoth({ enquiry: () => busy(429, '20') }, async ({ provider, clock }, { submissions, enquiries }) => {
      for (let again = 0; again < 3; again += 1) await provider.enquire(payout)
      expect(await provider.payOut(payout, deadlineIn(clock, 300_000))).to.have.property('outcome', 'accepted')
      expect([submissions.length, enquiries.length]).to.deep.equal([1, 1])
    }),
  )
})
