import { expect } from 'chai'
import { minuteMs, notFound, openDoubt } from '../../../fixtures/doubt.ts'
import { rule, table } from '../../../rule.ts'

describe('107 The follow-up: half a rotation', () => {
  rule(
    '107.86',
    'while every other enquiry is made under another configuration, a payment that never arrived still fails within an hour and a half',
    table(
      ['first asked under', 'minutes'],
      [
        ['another', 64],
        ['its own', 64],
      ],
      async (first, minutes) => {
        const { afterAnswer, stored, network, clock } = await openDoubt()
        const own = network.fingerprint
        const openedMs = clock.nowMs()
        let isOwn = first === 'its own'
        let found = await stored()
        for (let asked = 0; asked < 200 && found.state === 'submitting'; asked += 1) {
          Object.assign(network, { fingerprint: isOwn ? own : 'another API user' })
          isOwn = !isOwn
          found = await afterAnswer(notFound, (found.followUp.askAtMs ?? 0) - clock.nowMs())
        }
        expect([found.state, found.reason]).to.deep.equal(['failed', 'never_arrived'])
        expect(Math.ceil((clock.nowMs() - openedMs) / minuteMs)).to.equal(minutes)
      },
    ),
  )
})
