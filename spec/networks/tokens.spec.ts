import { expect } from 'chai'
import { test } from '../rule.ts'
import { type Dialect, everyNetwork, type Opened } from './dialects.ts'
import { grant, held, jumpingClock, type Reply, type Stated, send } from './scriptedNetwork.ts'
import { inStandingTime } from './standingTime.ts'

const misconfigured = { outcome: 'declined', reason: 'gateway_misconfigured' }
const many = Array.from({ length: 20 })
const sent = ({ tokens, submissions }: Opened) => [tokens.length, submissions.length]

everyNetwork('tokens', (dialect) => {
  const { payout, collection, run, taken, pending, refusedToken, otherRefusals } = dialect
  const [refusal = expect.fail()] = refusedToken

  test('a token is requested in JSON with the credentials', () =>
    run({}, async (network) => {
      await open(network).pay()
      expect(network.tokens[0]).to.deep.include({ method: 'POST', url: dialect.token.url })
      expect(network.tokens[0]?.headers).to.include({ 'content-type': 'application/json', ...dialect.token.headers })
      expect(JSON.parse(network.tokens[0]?.body ?? '')).to.deep.equal(dialect.token.body)
    }))

  test('one token serves all requests that wait for it and all that come later', () =>
    run({}, async (network) => {
      const { provider, pay } = open(network)
      await Promise.all(many.map(() => pay()))
      await provider.enquire(payout)
      expect(sent(network)).to.deep.equal([1, 20])
    }))

  test('each product has its own token, if the network has several', () =>
    run({}, async (network) => {
      const { provider, clock, pay } = open(network)
      await pay()
      await provider.requestPayment(collection, clock.soon())
      expect(network.submissions.map(({ headers }) => headers.authorization)).to.deep.equal(dialect.tokens)
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
      await run({ token: (nth) => grant(`token-${nth}`, seconds) }, async (network) => {
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

  test('a token without a lifetime is used once', () =>
    run({ token: (nth) => ({ status: 200, body: { access_token: `token-${nth}` } }) }, async (network) => {
      const { provider } = open(network)
      await provider.enquire(payout)
      await provider.enquire(payout)
      expect(network.tokens).to.have.length(2)
    }))

  test('a refused token is replaced, and the request sent once more under the same id and in the same bytes', {
    ...ofSubmissions(refusedToken, (reply) =>
      run({ submission: (nth) => (nth === 1 ? reply : taken) }, async (network) => {
        expect(await open(network).pay()).to.have.property('outcome', 'accepted')
        const { submissions } = network
        expect(submissions.map(({ headers }) => headers.authorization)).to.deep.equal([
          'Bearer token-1',
          'Bearer token-2',
        ])
        expect(submissions.map(dialect.idIn)).to.deep.equal([payout.providerId, payout.providerId])
        expect(submissions[0]?.body).to.equal(submissions[1]?.body)
      }),
    ),
    'an enquiry': () =>
      run({ enquiry: (nth) => (nth === 1 ? refusal : pending) }, async (network) => {
        expect(await open(network).provider.enquire(payout)).to.have.property('outcome', 'pending')
        expect(network.enquiries).to.have.length(2)
      }),
  })

  test('a request is never sent a third time: a refusal of the fresh token is a refusal of the request', {
    ...ofSubmissions(refusedToken, (reply) =>
      run({ submission: () => reply }, async (network) => {
        expect(await open(network).pay()).to.include(misconfigured)
        expect(sent(network)).to.deep.equal([2, 2])
      }),
    ),
    'an enquiry': () =>
      run({ enquiry: () => refusal }, async (network) => {
        expect(await open(network).provider.enquire(payout)).to.have.property('outcome', 'unanswered')
        expect(network.enquiries).to.have.length(2)
      }),
  })

  test('the network’s refusal of the token stands when nothing more may be sent, or no token is granted', {
    'the deadline passed with the refusal': () => {
      const clock = jumpingClock()
      const submission = () => {
        clock.jump()
        return refusal
      }
      return stands({ submission }, [1, 1], clock)
    },
    'the deadline passed with the fresh token': () => {
      const clock = jumpingClock()
      const token = (nth: number) => {
        if (nth === 2) clock.jump()
        return grant(`token-${nth}`, 3600)
      }
      return stands({ submission: () => refusal, token }, [2, 1], clock)
    },
    'no fresh token': () => {
      const token = (nth: number) => (nth === 1 ? grant('token-1', 3600) : { status: 500 })
      return stands({ submission: () => refusal, token }, [2, 1])
    },
  })

  function stands(script: Parameters<typeof run>[0], requests: readonly number[], clock = jumpingClock()) {
    return run(script, async (network) => {
      expect(await open(network, clock).pay()).to.include(misconfigured)
      expect(sent(network)).to.deep.equal(requests)
    })
  }

  test('a second sending without an answer is doubt, like the first', () =>
    run(
      { submission: (nth) => (nth === 1 ? refusal : (response) => void response.socket?.destroy()) },
      async (network) => {
        expect(await open(network).pay()).to.have.property('outcome', 'inDoubt')
        expect(network.submissions).to.have.length(2)
      },
    ))

  test(
    'a 401 in any form gets a fresh token once and is doubt afterwards; any other answer does only in the network’s own words',
    {
      'a submission': async () => {
        for (const reply of otherRefusals)
          for (const transaction of [payout, collection])
            await run({ submission: () => reply }, async (network) => {
              const answer = await open(network).pay(transaction)
              expect(answer, JSON.stringify(reply)).to.have.property('outcome', 'inDoubt')
              expect(sent(network), JSON.stringify(reply)).to.deep.equal([2, 2])
            })
      },
      'a submission accepted with the fresh token': async () => {
        for (const reply of otherRefusals)
          await run({ submission: (nth) => (nth === 1 ? reply : taken) }, async (network) => {
            expect(await open(network).pay()).to.have.property('outcome', 'accepted')
            expect(network.submissions[0]?.body).to.equal(network.submissions[1]?.body)
          })
      },
      'a submission refused with the fresh token': async () => {
        for (const first of [...otherRefusals, refusal])
          await run({ submission: (nth) => (nth === 1 ? first : dialect.released) }, async (network) => {
            const { outcome } = await open(network).pay()
            // Only the network's own words say that the first one was not executed.
            expect(outcome, JSON.stringify(first)).to.equal(first === refusal ? 'declined' : 'inDoubt')
          })
      },
      'an enquiry': async () => {
        for (const reply of otherRefusals)
          await run({ enquiry: () => reply }, async (network) => {
            expect(await open(network).provider.enquire(payout))
              .property('outcome')
              .to.be.oneOf(['inDoubt', 'unanswered'])
            expect([network.tokens.length, network.enquiries.length], JSON.stringify(reply)).to.deep.equal([2, 2])
          })
      },
      'but not one that may be about the payment': async () => {
        for (const reply of dialect.noRefusals)
          await run({ submission: () => reply }, async (network) => {
            expect(await open(network).pay(), JSON.stringify(reply)).to.have.property('outcome', 'inDoubt')
            expect(sent(network), JSON.stringify(reply)).to.deep.equal([1, 1])
          })
      },
    },
  )

  test('a token refused for many requests is replaced once', () => {
    const { reply, waiting, release } = held(refusal)
    const refuseFirstToken: Reply = (response, { headers }) => {
      if (headers.authorization === 'Bearer token-1') reply(response)
      else send(response, taken)
      if (waiting.length === 20) release()
    }
    return run({ submission: () => refuseFirstToken }, async (network) => {
      const { pay } = open(network)
      const answers = await Promise.all(many.map(() => pay()))
      for (const answer of answers) expect(answer).to.have.property('outcome', 'accepted')
      expect(sent(network)).to.deep.equal([2, 40])
    })
  })

  test('a request that gives up waiting for a token leaves it to the requests that still wait', () =>
    afterOneGaveUp(dialect, 'while it waited'))

  test('a token without waiting requests serves the next ones', () => afterOneGaveUp(dialect, 'afterwards'))

  function open(network: Opened, clock = jumpingClock()) {
    const provider = network.open({}, { clock })
    const pay = (transaction = payout) =>
      (transaction === payout ? provider.payOut : provider.requestPayment)(transaction, clock.soon())
    return { provider, clock, pay }
  }
})

/** An example a refusal, by its status. */
function ofSubmissions(replies: readonly Stated[], example: (reply: Stated) => Promise<void>) {
  return Object.fromEntries(replies.map((reply) => [`a submission refused with ${reply.status}`, () => example(reply)]))
}

/** One payment gives up waiting for the token, which then serves another payment of that time. */
function afterOneGaveUp({ payout, run }: Dialect, asked: 'while it waited' | 'afterwards') {
  const { reply, release } = held(grant('token-1', 3600))
  return run({ token: () => reply }, (network) =>
    inStandingTime(async (time) => {
      const provider = network.open({}, { clock: time.clock })
      const pay = (ms: number) => provider.payOut(payout, time.in(ms))
      const hasty = pay(50)
      const patient = asked === 'while it waited' && pay(5_000)
      await network.has('tokens', 1)
      time.pass(50)
      expect(await hasty).to.include({ outcome: 'declined', reason: 'not_sent' })
      const served = patient || pay(5_000)
      release()
      expect(await served).to.have.property('outcome', 'accepted')
      expect(sent(network)).to.deep.equal([1, 1])
    }),
  )
}
