import { expect } from 'chai'
import { airtelMoney } from '../../../adapters/providers/airtel/airtelMoney.ts'
import { mtnMomo } from '../../../adapters/providers/mtn/mtnMomo.ts'
import { providerHttp } from '../../../adapters/providers/transport/http/providerHttp.ts'
import type { Clock, MobileProvider } from '../../../core/sente.ts'
import { test } from '../../rule.ts'
import { airtelAt } from '../airtelScript.ts'
import { grant, jumpingClock, type Reply, settingsFor, transactionOf, withNetwork } from '../scriptedNetwork.ts'

const tokenMs = 200
const collection = transactionOf({ kind: 'collection' })
const payout = transactionOf()
const silence: Reply = () => {}

describe('What the networks share: token requests', () => {
  const networks: Record<string, (baseUrl: string, clock: Clock) => MobileProvider> = {
    MTN: (baseUrl, clock) => mtnMomo({ settings: { ...settingsFor(baseUrl), tokenMs }, http: providerHttp(), clock }),
    Airtel: (baseUrl, clock) =>
      airtelMoney({ settings: { ...airtelAt(baseUrl), tokenMs }, http: providerHttp(), clock }),
  }
  const examples = Object.entries(networks).map(([name, providerAt]) => ({
    [`${name}, while payments keep coming`]: () =>
      withNetwork({ token: (nth) => (nth === 1 ? silence : grant(`token-${nth}`, 3600)) }, async (network) => {
        const clock = jumpingClock()
        const provider = providerAt(network.settings.baseUrl, clock)
        const outcomes: Promise<string>[] = []
        // Some request always waits.
        for (let nth = 0; nth < 40; nth++) {
          outcomes.push(provider.payOut(payout, clock.in(100)).then(({ outcome }) => outcome))
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
        const refused = (await Promise.all(outcomes)).filter((outcome) => outcome === 'declined')
        expect(refused.length).to.be.lessThan(40)
        expect(network.tokens).to.have.length(2)
      }),
    [`${name}, with a deadline behind it`]: () =>
      withNetwork({ token: (nth) => (nth === 1 ? silence : grant(`token-${nth}`, 3600)) }, async (network) => {
        const clock = jumpingClock()
        const provider = providerAt(network.settings.baseUrl, clock)
        const answers = await Promise.all([1, 2, 3].map(() => provider.payOut(payout, clock.in(5_000))))
        for (const { outcome } of answers) expect(outcome).not.to.equal('declined')
        expect(network.tokens).to.have.length(2)
      }),
  }))
  test(
    'one token request that is never answered fails only the payments whose deadline comes before its end',
    Object.assign({}, ...examples),
  )

  test('a token that takes longer than any request can wait is there for the next one', () =>
    withNetwork({ token: (nth) => slowly(grant(`token-${nth}`, 3600), 150) }, async (network) => {
      const settings = { ...network.settings, tokenMs: 4_000, enquiryMs: 60 }
      const provider = mtnMomo({ settings, http: providerHttp(), clock: jumpingClock() })
      const outcomes: string[] = []
      while (outcomes.at(-1) !== 'pending' && outcomes.length < 20)
        outcomes.push((await provider.enquire(payout)).outcome)
      expect(outcomes.at(0)).to.equal('unanswered')
      expect(outcomes.at(-1)).to.equal('pending')
      expect(network.tokens).to.have.length(1)
    }))

  test('a product whose token is not answered holds up no other', () =>
    withNetwork({ token: () => silenceFor('disbursement') }, async (network) => {
      const clock = jumpingClock()
      const provider = mtnMomo({ settings: { ...network.settings, tokenMs }, http: providerHttp(), clock })
      const [paid, collected] = [
        provider.payOut(payout, clock.in(1_500)),
        provider.requestPayment(collection, clock.in(1_500)),
      ]
      expect(await collected).to.have.property('outcome', 'accepted')
      expect(await paid).to.include({ outcome: 'declined', reason: 'not_sent' })
    }))
})

function silenceFor(product: string): Reply {
  return (response, { url }) => {
    if (!url.includes(product)) response.end(JSON.stringify(grant('token-1', 3600).body))
  }
}

function slowly({ status, body }: { status: number; body: object }, ms: number): Reply {
  return (response) => void setTimeout(() => response.writeHead(status).end(JSON.stringify(body)), ms)
}
