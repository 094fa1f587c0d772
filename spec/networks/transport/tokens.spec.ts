import { expect } from 'chai'
import type { Clock, MobileProvider } from '../../../core/sente.ts'
import { test } from '../../rule.ts'
import { airtelAt, overAirtel } from '../airtelScript.ts'
import {
  grant,
  held,
  overMtn,
  type Reply,
  type ScriptedNetwork,
  settingsFor,
  transactionOf,
  withNetwork,
} from '../scriptedNetwork.ts'
import { inStandingTime, type StandingTime } from '../standingTime.ts'

const tokenMs = 200
const collection = transactionOf({ kind: 'collection' })
const payout = transactionOf()
const silence: Reply = () => {}

describe('Common to the networks: token requests', () => {
  const networks: Record<string, (baseUrl: string, clock: Clock) => MobileProvider> = {
    MTN: (baseUrl, clock) => overMtn({ ...settingsFor(baseUrl), tokenMs }, clock),
    Airtel: (baseUrl, clock) => overAirtel({ ...airtelAt(baseUrl), tokenMs }, clock),
  }
  const examples = Object.entries(networks).map(([name, providerAt]) => ({
    [`${name}, while payments keep coming`]: () =>
      afterSilence(providerAt, async ({ provider, time, asked }) => {
        const outcomes: Promise<string>[] = []
        // Some request always waits: one comes each 20 ms, and waits for 90.
        for (let nth = 0; nth < 10; nth++) {
          outcomes.push(provider.payOut(payout, time.in(90)).then(({ outcome }) => outcome))
          await asked
          time.pass(20)
        }
        const refused = (await Promise.all(outcomes)).map((outcome) => outcome === 'declined')
        expect(refused).to.deep.equal([...Array(6).fill(true), ...Array(4).fill(false)])
      }),
    [`${name}, with a deadline behind it`]: () =>
      afterSilence(providerAt, async ({ provider, time, asked }) => {
        const payments = [1, 2, 3].map(() => provider.payOut(payout, time.in(5_000)))
        await asked
        time.pass(200)
        for (const { outcome } of await Promise.all(payments)) expect(outcome).not.to.equal('declined')
      }),
  }))
  test(
    'one token request without an answer fails only the payments with a deadline before its end',
    Object.assign({}, ...examples),
  )

  test('a token that takes longer than any request can wait is available to the next one', () => {
    const { reply, release } = held(grant('token-1', 3600))
    return withNetwork({ token: () => reply }, (network) =>
      inStandingTime(async (time) => {
        const { enquire } = overMtn({ ...network.settings, tokenMs: 4_000, enquiryMs: 60 }, time.clock)
        for (let tries = 0; tries < 3; tries += 1) {
          const answer = enquire(payout)
          await network.has('tokens', 1)
          time.pass(60)
          expect(await answer).to.have.property('outcome', 'unanswered')
        }
        const answer = enquire(payout)
        release()
        expect(await answer).to.have.property('outcome', 'pending')
        expect(network.tokens).to.have.length(1)
      }),
    )
  })

  test('a product without a token does not delay the others', () =>
    withNetwork({ token: () => silenceFor('disbursement') }, (network) =>
      inStandingTime(async (time) => {
        const provider = overMtn({ ...network.settings, tokenMs }, time.clock)
        const paid = provider.payOut(payout, time.in(1_500))
        expect(await provider.requestPayment(collection, time.in(1_500))).to.have.property('outcome', 'accepted')
        time.pass(1_500)
        expect(await paid).to.include({ outcome: 'declined', reason: 'not_sent' })
      }),
    ))
})

/** Runs `act` with a provider whose first request for a token is never answered; `asked` waits for that request. */
function afterSilence(
  providerAt: (baseUrl: string, clock: Clock) => MobileProvider,
  act: (given: { provider: MobileProvider; time: StandingTime; asked: Promise<void> }) => Promise<void>,
) {
  const token = (nth: number) => (nth === 1 ? silence : grant(`token-${nth}`, 3600))
  return withNetwork({ token }, ({ settings, has, tokens }: ScriptedNetwork) =>
    inStandingTime(async (time) => {
      await act({ provider: providerAt(settings.baseUrl, time.clock), time, asked: has('tokens', 1) })
      expect(tokens).to.have.length(2)
    }),
  )
}

function silenceFor(product: string): Reply {
  return (response, { url }) => {
    if (!url.includes(product)) response.end(JSON.stringify(grant('token-1', 3600).body))
  }
}
