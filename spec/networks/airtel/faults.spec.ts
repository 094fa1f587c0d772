import { expect } from 'chai'
import { test } from '../../rule.ts'
import { airtelAt, overAirtel, payout, said, soon, withAirtel } from '../airtelScript.ts'
import { jumpingClock, type Reply } from '../scriptedNetwork.ts'

describe('Airtel Money: faults on the way', () => {
  test('silence after the first byte is doubt, and nothing is sent again', {
    'no answer in time': () => silent({ answerMs: 100 }, () => {}),
    'a reset': () => silent({}, (response) => void response.socket?.resetAndDestroy()),
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
    const body = JSON.stringify(said({ response_code: 'DP00900001006' }))
    const late: Reply = (response) => void setTimeout(() => response.end(body), 600)
    return withAirtel({ submission: () => late }, async ({ settings }) => {
      const provider = overAirtel(settings)
      await provider.enquire(payout)
      expect(await provider.payOut(payout, jumpingClock().in(300))).to.have.property('outcome', 'accepted')
    })
  })
})

function silent(given: { answerMs?: number }, reply: Reply) {
  return withAirtel({ submission: () => reply }, async ({ settings, submissions }) => {
    const answer = await overAirtel({ ...settings, ...given }).payOut(payout, soon())
    expect(answer).to.have.property('outcome', 'inDoubt')
    expect(submissions).to.have.length(1)
  })
}
