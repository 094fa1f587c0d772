import { expect } from 'chai'
import { test } from '../../rule.ts'
import { airtelAt, overAirtel, payout, said, withAirtel } from '../airtelScript.ts'
import { held, jumpingClock, type Reply, soon } from '../scriptedNetwork.ts'
import { inStandingTime } from '../standingTime.ts'

describe('Airtel Money: faults on the way', () => {
  test('silence after the first byte is doubt, and nothing is sent again', {
    'no answer in time': () => silent(() => {}, 100),
    'a reset': () => silent((response) => void response.socket?.resetAndDestroy()),
  })

  test('what was never written is declined as not sent', {
    'the connection is refused': async () => {
      const urls: string[] = []
      await withAirtel({}, async ({ settings }) => void urls.push(settings.baseUrl))
      const answer = await overAirtel(airtelAt(urls[0] ?? '')).payOut(payout, soon())
      expect(answer).to.include({ outcome: 'declined', reason: 'not_sent' })
    },
    'the deadline has passed': () =>
      withAirtel({}, async ({ settings, connections }) => {
        const answer = await overAirtel(settings).payOut(payout, jumpingClock().in(0))
        expect(answer).to.include({ outcome: 'declined', reason: 'not_sent' })
        expect(connections).to.be.empty
      }),
  })

  test('an answer may come after the deadline: only the first byte of the request has to be sent before it', () => {
    const body = said({ response_code: 'DP00900001006' })
    const { reply, release } = held({ status: 200, body })
    return withAirtel({ submission: () => reply }, ({ settings, has }) =>
      inStandingTime(async (time) => {
        const provider = overAirtel(settings, time.clock)
        const answer = provider.payOut(payout, time.in(300))
        await has('submissions', 1)
        time.pass(600)
        release()
        expect(await answer).to.have.property('outcome', 'accepted')
      }),
    )
  })
})

/** Submits to a network that behaves so, and waits for its answer for 100 ms, of which `ms` pass. */
function silent(reply: Reply, ms = 0) {
  return withAirtel({ submission: () => reply }, ({ settings, submissions, has }) =>
    inStandingTime(async (time) => {
      const sent = overAirtel({ ...settings, answerMs: 100 }, time.clock).payOut(payout, time.in(5_000))
      await has('submissions', 1)
      time.pass(ms)
      expect(await sent).to.have.property('outcome', 'inDoubt')
      expect(submissions).to.have.length(1)
    }),
  )
}
