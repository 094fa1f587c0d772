import { expect } from 'chai'
import { test } from '../../rule.ts'
import {
  grant,
  held,
  jumpingClock,
  overMtn,
  type Reply,
  type ScriptedNetwork,
  transactionOf,
  withNetwork,
} from '../scriptedNetwork.ts'
import { inStandingTime } from '../standingTime.ts'

const payout = transactionOf()
const collection = transactionOf({ kind: 'collection' })
const refusal = { status: 401, body: { statusCode: 401, message: 'Unauthorized. Access token is missing or invalid.' } }
const many = Array.from({ length: 20 })

describe('MTN MoMo: tokens', () => {
  test('one token serves all requests that wait for it and all that come later', () =>
    withNetwork({}, async (network) => {
      const { provider, clock } = open(network)
      await Promise.all(many.map(() => provider.payOut(payout, clock.soon())))
      await provider.enquire(payout)
      expect(network.tokens).to.have.length(1)
      expect(network.submissions).to.have.length(20)
    }))

  test('each product has its own token', () =>
    withNetwork({}, async (network) => {
      const { provider, clock } = open(network)
      await provider.payOut(payout, clock.soon())
      await provider.requestPayment(collection, clock.soon())
      expect(network.submissions.map(({ headers }) => headers.authorization)).to.deep.equal([
        'Bearer token-1',
        'Bearer token-2',
      ])
    }))

  const lives: [seconds: unknown, keptSeconds: number][] = [
    [3600, 3000],
    [1200, 600],
    [1199, 1079],
    [180, 162],
    ['180', 162],
  ]
  test('a token is replaced ten minutes before it expires, or after nine tenths of a short life', async () => {
    for (const [seconds, keptSeconds] of lives) {
      await withNetwork({ token: (nth) => grant(`token-${nth}`, seconds) }, async (network) => {
        const { provider, clock } = open(network)
        await provider.enquire(payout)
        clock.jump((keptSeconds - 5) * 1000)
        await provider.enquire(payout)
        expect(network.tokens, `before, of ${seconds}`).to.have.length(1)
        clock.jump(6_000)
        await provider.enquire(payout)
        expect(network.tokens, `after, of ${seconds}`).to.have.length(2)
      })
    }
  })

  test('a token that does not say how long it lives is used once', () =>
    withNetwork({ token: (nth) => ({ status: 200, body: { access_token: `token-${nth}` } }) }, async (network) => {
      const { provider } = open(network)
      await provider.enquire(payout)
      await provider.enquire(payout)
      expect(network.tokens).to.have.length(2)
    }))

  test('a refused token is replaced, and the request sent once more under the same id', {
    submission: () =>
      withNetwork({ submission: (nth) => (nth === 1 ? refusal : { status: 202 }) }, async (network) => {
        const { provider, clock } = open(network)
        expect(await provider.payOut(payout, clock.soon())).to.have.property('outcome', 'accepted')
        const sent = network.submissions.map(({ headers }) => [headers.authorization, headers['x-reference-id']])
        expect(sent).to.deep.equal([
          ['Bearer token-1', '7b1e3a52-6c1d-4f0a-9a53-2f1c4f6f0001'],
          ['Bearer token-2', '7b1e3a52-6c1d-4f0a-9a53-2f1c4f6f0001'],
        ])
        expect(network.submissions[0]?.body).to.equal(network.submissions[1]?.body)
      }),
    enquiry: () =>
      withNetwork(
        { enquiry: (nth) => (nth === 1 ? { status: 401 } : { status: 200, body: { status: 'PENDING' } }) },
        async (network) => {
          expect(await open(network).provider.enquire(payout)).to.have.property('outcome', 'pending')
          expect(network.enquiries).to.have.length(2)
        },
      ),
  })

  test('a request is sent no third time', {
    submission: () =>
      withNetwork({ submission: () => refusal }, async (network) => {
        const { provider, clock } = open(network)
        const answer = await provider.payOut(payout, clock.soon())
        expect(answer).to.include({ outcome: 'declined', reason: 'gateway_misconfigured' })
        expect(network.submissions).to.have.length(2)
      }),
    enquiry: () =>
      withNetwork({ enquiry: () => refusal }, async (network) => {
        expect(await open(network).provider.enquire(payout)).to.have.property('outcome', 'unanswered')
        expect(network.enquiries).to.have.length(2)
      }),
  })

  test('the network’s refusal of the token stands when nothing more may be sent, or no token can be had', {
    'the deadline passed with the refusal': () => {
      const clock = jumpingClock()
      const submission = () => {
        clock.jump()
        return refusal
      }
      return withNetwork({ submission }, async (network) => {
        const { provider } = open(network, clock)
        const answer = await provider.payOut(payout, clock.soon())
        expect(answer).to.include({ outcome: 'declined', reason: 'gateway_misconfigured' })
        expect([network.tokens.length, network.submissions.length]).to.deep.equal([1, 1])
      })
    },
    'the deadline passed with the fresh token': () => {
      const clock = jumpingClock()
      const token = (nth: number) => {
        if (nth === 2) clock.jump()
        return grant(`token-${nth}`, 3600)
      }
      return withNetwork({ submission: () => refusal, token }, async (network) => {
        const { provider } = open(network, clock)
        const answer = await provider.payOut(payout, clock.soon())
        expect(answer).to.include({ outcome: 'declined', reason: 'gateway_misconfigured' })
        expect([network.tokens.length, network.submissions.length]).to.deep.equal([2, 1])
      })
    },
    'no fresh token': () =>
      withNetwork(
        { submission: () => refusal, token: (nth) => (nth === 1 ? grant('token-1', 3600) : { status: 500 }) },
        async (network) => {
          const { provider, clock } = open(network)
          const answer = await provider.payOut(payout, clock.soon())
          expect(answer).to.include({ outcome: 'declined', reason: 'gateway_misconfigured' })
          expect(network.submissions).to.have.length(1)
        },
      ),
  })

  test('a second sending without an answer is doubt, like the first', () =>
    withNetwork(
      { submission: (nth) => (nth === 1 ? refusal : (response) => void response.socket?.destroy()) },
      async (network) => {
        const { provider, clock } = open(network)
        expect(await provider.payOut(payout, clock.soon())).to.have.property('outcome', 'inDoubt')
        expect(network.submissions).to.have.length(2)
      },
    ))

  test('a 401 with a web page gets a fresh token once, and is doubt afterwards', {
    submission: () =>
      withNetwork({ submission: () => page }, async (network) => {
        const { provider, clock } = open(network)
        expect(await provider.payOut(payout, clock.soon())).to.have.property('outcome', 'inDoubt')
        expect([network.tokens.length, network.submissions.length]).to.deep.equal([2, 2])
      }),
    enquiry: () =>
      withNetwork({ enquiry: () => page }, async (network) => {
        expect(await open(network).provider.enquire(payout)).to.have.property('outcome', 'unanswered')
        expect([network.tokens.length, network.enquiries.length]).to.deep.equal([2, 2])
      }),
    'but not one that says that the payment exists': () =>
      withNetwork(
        { submission: () => ({ status: 401, body: { code: 'RESOURCE_ALREADY_EXIST' } }) },
        async (network) => {
          const { provider, clock } = open(network)
          expect(await provider.payOut(payout, clock.soon())).to.have.property('outcome', 'inDoubt')
          expect([network.tokens.length, network.submissions.length]).to.deep.equal([1, 1])
        },
      ),
  })

  test('a token that is refused for many requests is replaced once', () => {
    const { reply, waiting, release } = held({ status: 401 })
    const refuseFirstToken: Reply = (response, { headers }) => {
      if (headers.authorization !== 'Bearer token-1') response.writeHead(202).end()
      else reply(response)
      if (waiting.length === 20) release()
    }
    return withNetwork({ submission: () => refuseFirstToken }, async (network) => {
      const { provider, clock } = open(network)
      const answers = await Promise.all(many.map(() => provider.payOut(payout, clock.soon())))
      for (const answer of answers) expect(answer).to.have.property('outcome', 'accepted')
      expect([network.tokens.length, network.submissions.length]).to.deep.equal([2, 40])
    })
  })

  test('a request that gives up waiting for a token leaves it to those that still wait', () =>
    afterOneGaveUp('while it waited'))

  test('a token that no request waits for any more serves the next ones', () => afterOneGaveUp('afterwards'))
})

/** One payment gives up waiting for the token, which then serves another that was asked for by then. */
function afterOneGaveUp(asked: 'while it waited' | 'afterwards') {
  const { reply, release } = held(grant('token-1', 3600))
  return withNetwork({ token: () => reply }, (network) =>
    inStandingTime(async (time) => {
      const provider = overMtn(network.settings, time.clock)
      const pay = (ms: number) => provider.payOut(payout, time.in(ms))
      const hasty = pay(50)
      const patient = asked === 'while it waited' && pay(5_000)
      await network.has('tokens', 1)
      time.pass(50)
      expect(await hasty).to.include({ outcome: 'declined', reason: 'not_sent' })
      const served = patient || pay(5_000)
      release()
      expect(await served).to.have.property('outcome', 'accepted')
      expect([network.tokens.length, network.submissions.length]).to.deep.equal([1, 1])
    }),
  )
}

function open({ settings }: ScriptedNetwork, clock = jumpingClock()) {
  return { provider: overMtn(settings, clock), clock }
}

const page: Reply = { status: 401, body: '<html></html>' }
