import { expect } from 'chai'
import { type AirtelSettings, airtelMoney } from '../../../adapters/providers/airtel/airtelMoney.ts'
import { providerHttp } from '../../../adapters/providers/transport/providerHttp.ts'
import { rule } from '../../rule.ts'
import { collection, payout, said, withAirtel } from '../airtelScript.ts'
import { grant, jumpingClock, type Reply, type ScriptedNetwork } from '../scriptedNetwork.ts'

const refusal = (status = 401) => ({ status, body: { error: 'invalid_token', error_description: 'expired' } })
const taken = { status: 200, body: said({ response_code: 'DP00900001006' }) }
const misconfigured = { outcome: 'declined', reason: 'gateway_misconfigured' }

describe('23 Airtel Money: tokens', () => {
  rule('23.37', 'a token is asked for in JSON with the client id and secret, and serves every operation', () =>
    withAirtel({}, async (network) => {
      const { provider, clock } = open(network)
      await Promise.all([
        provider.payOut(payout, clock.in(5_000)),
        provider.requestPayment(collection, clock.in(5_000)),
      ])
      await provider.enquire(payout)
      expect(network.tokens).to.have.length(1)
      expect(network.tokens[0]).to.deep.include({ method: 'POST', url: '/auth/oauth2/token' })
      expect(network.tokens[0]?.headers).to.include({ 'content-type': 'application/json', accept: '*/*' })
      expect(JSON.parse(network.tokens[0]?.body ?? '')).to.deep.equal({
        client_id: 'client-1',
        client_secret: 'secret-1',
        grant_type: 'client_credentials',
      })
    }),
  )

  rule(
    '23.38',
    'a token of 180 seconds is replaced after nine tenths of them, given as a number or as text',
    async () => {
      for (const seconds of [180, '180']) {
        await withAirtel({ token: (nth) => grant(`token-${nth}`, seconds) }, async (network) => {
          const { provider, clock } = open(network)
          await provider.enquire(payout)
          clock.jump(157_000)
          await provider.enquire(payout)
          expect(network.tokens).to.have.length(1)
          clock.jump(6_000)
          await provider.enquire(payout)
          expect(network.tokens).to.have.length(2)
        })
      }
    },
  )

  rule('23.39', 'without a token nothing is sent', {
    'the client is refused': () => withoutToken({ status: 400, body: { error: 'invalid_client' } }),
    'the token page is HTML': () => withoutToken({ status: 200, body: '<html></html>' }),
    'the grant has no token': () => withoutToken({ status: 200, body: { expires_in: '180' } }),
  })

  rule('23.40', 'a refused token is replaced, and the request sent once more under the same id and in the same bytes', {
    'a submission refused with 401': () => resent(401),
    'a submission refused with 403': () => resent(403),
    'an enquiry': () =>
      withAirtel(
        {
          enquiry: (nth) =>
            nth === 1 ? refusal() : { status: 200, body: said({}, { id: payout.providerId, status: 'TIP' }) },
        },
        async (network) => {
          expect(await open(network).provider.enquire(payout)).to.have.property('outcome', 'pending')
          expect(network.enquiries).to.have.length(2)
        },
      ),
  })

  rule('23.41', 'a request is sent no third time: a fresh token that is refused too is a refusal of the request', {
    'a submission refused with 401': () => refusedTwice(401),
    'a submission refused with 403': () => refusedTwice(403),
    'an enquiry': () =>
      withAirtel({ enquiry: () => refusal() }, async (network) => {
        expect(await open(network).provider.enquire(payout)).to.have.property('outcome', 'inDoubt')
        expect(network.enquiries).to.have.length(2)
      }),
  })

  rule('23.42', 'once the deadline has passed a refused token is not replaced', () => {
    const clock = jumpingClock()
    const submission = () => {
      clock.jump()
      return refusal()
    }
    return withAirtel({ submission }, async (network) => {
      const { provider } = open(network, clock)
      expect(await provider.payOut(payout, clock.in(5_000))).to.include(misconfigured)
      expect([network.tokens.length, network.submissions.length]).to.deep.equal([1, 1])
    })
  })

  rule(
    '23.43',
    'only Airtel’s own word about the token counts: after anything else nothing is sent again',
    async () => {
      const replies: Reply[] = [
        { status: 401 },
        { status: 401, body: '<html></html>' },
        { status: 403, body: '<html></html>' },
        { status: 401, body: { error: 'unauthorized' } },
        { status: 403, body: said({ response_code: 'DP00900001001' }) },
        { status: 500, body: { error: 'invalid_token' } },
        { status: 403, body: { error: 'invalid_token', status: { response_code: 'DP00900001001' } } },
      ]
      for (const reply of replies) {
        await withAirtel({ submission: () => reply }, async (network) => {
          const { provider, clock } = open(network)
          await provider.payOut(payout, clock.in(5_000))
          expect([network.tokens.length, network.submissions.length], JSON.stringify(reply)).to.deep.equal([1, 1])
        })
      }
    },
  )
})

function open({ settings }: ScriptedNetwork<AirtelSettings>, clock = jumpingClock()) {
  return { provider: airtelMoney({ settings, http: providerHttp(), clock }), clock }
}

function withoutToken(reply: Reply) {
  return withAirtel({ token: () => reply }, async (network) => {
    const { provider, clock } = open(network)
    const answer = await provider.payOut(payout, clock.in(5_000))
    expect(answer).to.include({ outcome: 'declined', reason: 'not_sent' })
    expect(network.submissions).to.be.empty
  })
}

function resent(status: number) {
  return withAirtel({ submission: (nth) => (nth === 1 ? refusal(status) : taken) }, async (network) => {
    const { provider, clock } = open(network)
    expect(await provider.payOut(payout, clock.in(5_000))).to.have.property('outcome', 'accepted')
    const { submissions } = network
    expect(submissions.map(({ headers }) => headers.authorization)).to.deep.equal(['Bearer token-1', 'Bearer token-2'])
    expect(submissions[0]?.body).to.equal(submissions[1]?.body)
  })
}

function refusedTwice(status: number) {
  return withAirtel({ submission: () => refusal(status) }, async (network) => {
    const { provider, clock } = open(network)
    expect(await provider.payOut(payout, clock.in(5_000))).to.include(misconfigured)
    expect([network.tokens.length, network.submissions.length]).to.deep.equal([2, 2])
  })
}
