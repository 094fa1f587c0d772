import type { ServerResponse } from 'node:http'
import { expect } from 'chai'
import type { MobileProvider, Transaction } from '../../../core/sente.ts'
import { isNight } from '../../night.ts'
import { test } from '../../rule.ts'
import { payout as airtelPayout, overAirtel, withAirtel } from '../airtelScript.ts'
import { overMtn, type Script, soon, transactionOf, withNetwork } from '../scriptedNetwork.ts'

describe('Common to the networks: payments under way at once', () => {
  test('a slow network can have 2,000 payments of ours under way at once', {
    MTN: () => {
      const { script, payTogether } = crowd()
      return withNetwork(script, ({ settings }) => payTogether(overMtn(settings), transactionOf()))
    },
    ...(isNight && {
      Airtel: () => {
        const { script, payTogether } = crowd()
        return withAirtel(script, ({ settings }) => payTogether(overAirtel(settings), airtelPayout))
      },
    }),
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
    const answers = await Promise.all(Array.from({ length: 2_000 }, () => provider.payOut(payout, soon())))
    expect(waiting).to.have.length(2_000)
    for (const answer of answers) expect(answer).to.have.property('outcome', 'inDoubt')
  }
  return { script, payTogether }
}
