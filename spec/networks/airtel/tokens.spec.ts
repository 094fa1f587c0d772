import { expect } from 'chai'
import type { AirtelSettings } from '../../../adapters/providers/airtel/airtelMoney.ts'
import { test } from '../../rule.ts'
import { collection, overAirtel, payout, said, withAirtel } from '../airtelScript.ts'
import { grant, jumpingClock, type Reply, type ScriptedNetwork } from '../scriptedNetwork.ts'

const refusal = (status = 401) => ({ status, body: { error: 'invalid_token', error_description: 'expired' } })
const taken = { status: 200, body: said({ response_code: 'DP00900001006' }) }
const misconfigured = { outcome: 'declined', reason: 'gateway_misconfigured' }

describe('Airtel Money: tokens', () => {
  test('a token is asked for in JSON with the client id and secret, and serves every operation', () =>
    withAirtel({}, async (network) => {
      const { provider, clock } = open(network)
      await Promise.all([provider.payOut(payout, clock.soon()), provider.requestPayment(collection, clock.soon())])
      await provider.enquire(payout)
      expect(network.tokens).to.have.length(1)
      expect(network.tokens[0]).to.deep.include({ method: 'POST', url: '/auth/oauth2/token' })
      expect(network.tokens[0]?.headers).to.include({ 'content-type': 'application/json', accept: '*/*' })
      expect(JSON.parse(network.tokens[0]?.body ?? '')).to.deep.equal({
        client_id: 'client-1',
        client_secret: 'secret-1',
        grant_type: 'client_credentials',
      })
    }))

  test('a token of 180 seconds is replaced after nine tenths of them, given as a number or as text', async () => {
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
  })

  test('without a token nothing is sent', {
    'the client is refused': () => withoutToken({ status: 400, body: { error: 'invalid_client' } }),
    'the token page is HTML': () => withoutToken({ status: 200, body: '<html></html>' }),
    'the grant has no token': () => withoutToken({ status: 200, body: { expires_in: '180' } }),
  })

  test('a refused token is replaced, and the request sent once more under the same id and in the same bytes', {
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

  test('a request is sent no third time: a fresh token that is refused too is a refusal of the request', {
    'a submission refused with 401': () => refusedTwice(401),
    'a submission refused with 403': () => refusedTwice(403),
    'an enquiry': () =>
      withAirtel({ enquiry: () => refusal() }, async (network) => {
        expect(await open(network).provider.enquire(payout)).to.have.property('outcome', 'unanswered')
        expect(network.enquiries).to.have.length(2)
      }),
  })

  test('once the deadline has passed a refused token is not replaced', () => {
    const clock = jumpingClock()
    const submission = () => {
      clock.jump()
      return refusal()
    }
    return withAirtel({ submission }, async (network) => {
      const { provider } = open(network, clock)
      expect(await provider.payOut(payout, clock.soon())).to.include(misconfigured)
      expect([network.tokens.length, network.submissions.length]).to.deep.equal([1, 1])
    })
  })

  test('a 401 in any form gets a fresh token once and is doubt afterwards; a 403 only in Airtel’s own words', {
    'a submission': async () => {
      for (const reply of otherForms) {
        for (const transaction of [payout, collection]) {
          await withAirtel({ submission: () => reply }, async (network) => {
            const { provider, clock } = open(network)
            const submit = transaction.kind === 'payout' ? provider.payOut : provider.requestPayment
            const answer = await submit(transaction, clock.soon())
            expect(answer, JSON.stringify(reply)).to.have.property('outcome', 'inDoubt')
            expect([network.tokens.length, network.submissions.length], JSON.stringify(reply)).to.deep.equal([2, 2])
          })
        }
      }
    },
    'a submission that is taken with the fresh token': async () => {
      for (const reply of otherForms) {
        await withAirtel({ submission: (nth) => (nth === 1 ? reply : taken) }, async (network) => {
          const { provider, clock } = open(network)
          expect(await provider.payOut(payout, clock.soon())).to.have.property('outcome', 'accepted')
          expect(network.submissions[0]?.body).to.equal(network.submissions[1]?.body)
        })
      }
    },
    'a submission that is refused with the fresh token': async () => {
      const refused = { status: 200, body: said({ response_code: 'DP00900001012' }) }
      for (const first of [...otherForms, refusal()]) {
        await withAirtel({ submission: (nth) => (nth === 1 ? first : refused) }, async (network) => {
          const { provider, clock } = open(network)
          const { outcome } = await provider.payOut(payout, clock.soon())
          // Only Airtel's own words say that the first one was not executed.
          expect(outcome, JSON.stringify(first)).to.equal(otherForms.includes(first) ? 'inDoubt' : 'declined')
        })
      }
    },
    'an enquiry': async () => {
      for (const reply of otherForms) {
        await withAirtel({ enquiry: () => reply }, async (network) => {
          expect(await open(network).provider.enquire(payout))
            .property('outcome')
            .to.be.oneOf(['inDoubt', 'unanswered'])
          expect([network.tokens.length, network.enquiries.length], JSON.stringify(reply)).to.deep.equal([2, 2])
        })
      }
    },
    'another status': async () => {
      const replies: Reply[] = [
        { status: 403, body: '<html></html>' },
        { status: 403, body: said({ response_code: 'DP00900001001' }) },
        { status: 500, body: { error: 'invalid_token' } },
        { status: 403, body: { error: 'invalid_token', status: { response_code: 'DP00900001001' } } },
      ]
      for (const reply of replies) expect(await sentFor(reply), JSON.stringify(reply)).to.deep.equal([1, 1])
    },
    'a 401 that says something about the payment': async () => {
      const replies: Reply[] = [
        { status: 401, body: said({ response_code: 'DP00900001001' }) },
        { status: 401, body: said({ response_code: 'DP00900001000' }) },
        { status: 401, body: said({}, { id: payout.providerId, status: 'TS' }) },
      ]
      for (const reply of replies) expect(await sentFor(reply), JSON.stringify(reply)).to.deep.equal([1, 1])
    },
  })
})

/** Refusals of a token in other words than `invalid_token`. */
const otherForms: Reply[] = [
  { status: 401 },
  { status: 401, body: '<html></html>' },
  { status: 401, body: { error: 'unauthorized' } },
  { status: 401, body: { message: 'Unauthorized' } },
  { status: 401, body: { data: {}, status: { code: '401', success: false, message: 'Unauthorized' } } },
  { status: 401, body: { status: { code: 401, response_code: 'DP00900001016', success: false } } },
]

/** How many tokens and submissions one payout takes when every submission is answered like this. */
function sentFor(reply: Reply) {
  return withAirtel({ submission: () => reply }, async (network) => {
    const { provider, clock } = open(network)
    expect(await provider.payOut(payout, clock.soon())).to.have.property('outcome', 'inDoubt')
    return [network.tokens.length, network.submissions.length]
  })
}

function open({ settings }: ScriptedNetwork<AirtelSettings>, clock = jumpingClock()) {
  return { provider: overAirtel(settings, clock), clock }
}

function withoutToken(reply: Reply) {
  return withAirtel({ token: () => reply }, async (network) => {
    const { provider, clock } = open(network)
    const answer = await provider.payOut(payout, clock.soon())
    expect(answer).to.include({ outcome: 'declined', reason: 'not_sent' })
    expect(network.submissions).to.be.empty
  })
}

function resent(status: number) {
  return withAirtel({ submission: (nth) => (nth === 1 ? refusal(status) : taken) }, async (network) => {
    const { provider, clock } = open(network)
    expect(await provider.payOut(payout, clock.soon())).to.have.property('outcome', 'accepted')
    const { submissions } = network
    expect(submissions.map(({ headers }) => headers.authorization)).to.deep.equal(['Bearer token-1', 'Bearer token-2'])
    expect(submissions[0]?.body).to.equal(submissions[1]?.body)
  })
}

function refusedTwice(status: number) {
  return withAirtel({ submission: () => refusal(status) }, async (network) => {
    const { provider, clock } = open(network)
    expect(await provider.payOut(payout, clock.soon())).to.include(misconfigured)
    expect([network.tokens.length, network.submissions.length]).to.deep.equal([2, 2])
  })
}
