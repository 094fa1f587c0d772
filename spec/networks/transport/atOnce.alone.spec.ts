import type { ServerResponse } from 'node:http'
import { expect } from 'chai'
import { mtnMomo } from '../../../adapters/providers/mtn/mtnMomo.ts'
import { providerHttp } from '../../../adapters/providers/transport/http/providerHttp.ts'
import type { MobileProvider, Transaction } from '../../../core/sente.ts'
import { test } from '../../rule.ts'
import { payout as airtelPayout, overAirtel, withAirtel } from '../airtelScript.ts'
import { jumpingClock, type Script, transactionOf, withNetwork } from '../scriptedNetwork.ts'

describe('What the networks share: payments under way at once', () => {
  test('a slow network can have 2,000 payments of ours under way at once', {
    MTN: () => {
      const { script, payTogether } = crowd()
      return withNetwork(script, ({ settings }) => {
        const patient = { ...settings, answerMs: 60_000 }
        return payTogether(mtnMomo({ settings: patient, http: providerHttp(), clock: jumpingClock() }), transactionOf())
      })
    },
    Airtel: () => {
      const { script, payTogether } = crowd()
      return withAirtel(script, ({ settings }) =>
        payTogether(overAirtel({ ...settings, answerMs: 60_000 }), airtelPayout),
      )
    },
  })
})

/** A network that answers no request until 2,000 wait, and then closes all their connections. */
function crowd() {
  const waiting: ServerResponse[] = []
  const script: Script = {
    submission: () => (response) => {
      if (waiting.push(response) === 2_000) for (const response of waiting) response.destroy()
    },
  }
  async function payTogether(provider: MobileProvider, payout: Transaction) {
    const deadline = jumpingClock().in(60_000)
    const answers = await Promise.all(Array.from({ length: 2_000 }, () => provider.payOut(payout, deadline)))
    expect(waiting).to.have.length(2_000)
    for (const answer of answers) expect(answer).to.have.property('outcome', 'inDoubt')
  }
  return { script, payTogether }
}
