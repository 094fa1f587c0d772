import { EventEmitter, once } from 'node:events'
import { expect } from 'chai'
import { providerHttp } from '../../adapters/providers/transport/http/providerHttp.ts'
import { test } from '../rule.ts'
import { everyNetwork, type Opened } from './dialects.ts'
import { held, type Reply, type Script, send, soon } from './scriptedNetwork.ts'
import { inStandingTime } from './standingTime.ts'

const notSent = { outcome: 'declined', reason: 'not_sent' }

everyNetwork('faults on the way', ({ payout, run, taken, released, pending, clientRefused, at }) => {
  const pay = ({ open }: Opened, given = {}) => open(given).payOut(payout, soon())

  test('a request that was never written is declined as not sent', {
    'the connection is refused': async () => {
      const urls: string[] = []
      await run({}, async ({ settings }) => void urls.push(settings.baseUrl))
      expect(await at(urls[0] ?? '').payOut(payout, soon())).to.include(notSent)
    },
    'the name is unknown': async () =>
      expect(await at('http://network.invalid').payOut(payout, soon())).to.include(notSent),
    'TLS fails': () =>
      run({}, async (network) => {
        expect(await pay(network, { baseUrl: network.settings.baseUrl.replace('http:', 'https:') })).to.include(notSent)
        expect(network.tokens).to.be.empty
      }),
    ...withoutToken({
      'no token is granted': clientRefused,
      'the token page is HTML with 200': { status: 200, body: '<html>Request Rejected</html>' },
      'a token comes with an error': { status: 500, body: { access_token: 'a', expires_in: 3600 } },
      'the grant has no token': { status: 200, body: { expires_in: 3600 } },
      'the token breaks the header': { status: 200, body: { access_token: 'a\nb', expires_in: 1 } },
      'the connection breaks at the token': (response) => void response.socket?.destroy(),
    }),
  })

  function withoutToken(replies: Readonly<Record<string, Reply>>) {
    const examples = Object.entries(replies).map(([name, reply]) => {
      const example = () =>
        run({ token: () => reply }, async (network) => {
          expect(await pay(network)).to.include(notSent)
          expect(network.submissions).to.be.empty
        })
      return [name, example]
    })
    return Object.fromEntries(examples)
  }

  test('a fault after the first byte was written is doubt, and nothing is sent again', {
    'a reset before the answer': () => doubted((response) => void response.socket?.resetAndDestroy()),
    'a close before the answer': () => doubted((response) => void response.socket?.destroy()),
    'a reset within the answer': () =>
      doubted((response) => {
        response.writeHead(400, { 'content-length': '100' }).write('{')
        setImmediate(() => response.socket?.resetAndDestroy())
      }),
    'an answer that is not HTTP': () => doubted((response) => void response.socket?.end('SSH-2.0-x\r\n')),
    'no answer in time': async () =>
      expect(await outcomeIn200Ms('submissions', { submission: () => () => {} })).to.equal('inDoubt'),
    'an answer that trickles': async () => {
      const { reply, drops } = trickle(released.status)
      expect(await outcomeIn200Ms('submissions', { submission: () => reply }, drops)).to.equal('inDoubt')
    },
    'an answer that never ends': () =>
      doubted((response) => {
        response.writeHead(released.status)
        const flood = () => {
          while (response.write(' '.repeat(16_384)));
        }
        response.on('drain', flood)
        flood()
      }),
    'a redirect, which is not followed': () => doubted({ status: 307, headers: { location: '/elsewhere' } }),
  })

  function doubted(reply: Reply) {
    return run({ submission: () => reply }, async (network) => {
      expect(await pay(network)).to.have.property('outcome', 'inDoubt')
      expect(network.submissions).to.have.length(1)
    })
  }

  test('an answer is read up to 64 KiB', async () => {
    const outcomes: string[] = []
    for (const length of [65_535, 65_536, 65_537]) {
      const reply = { ...released, body: JSON.stringify(released.body).padEnd(length) }
      await run({ submission: () => reply }, async (network) => void outcomes.push((await pay(network)).outcome))
    }
    expect(outcomes).to.deep.equal(['declined', 'declined', 'inDoubt'])
  })

  test('an answer may come after the deadline: only the first byte of the request must be sent before it', () => {
    const { reply, release } = held(taken)
    return run({ submission: () => reply }, ({ open, has }) =>
      inStandingTime(async (time) => {
        const answer = open({}, { clock: time.clock }).payOut(payout, time.in(300))
        await has('submissions', 1)
        time.pass(600)
        release()
        expect(await answer).to.have.property('outcome', 'accepted')
      }),
    )
  })

  test('a reset on a reused connection is doubt', () =>
    run({ submission: () => (response) => void response.socket?.resetAndDestroy() }, async (network) => {
      const provider = network.open()
      await provider.enquire(payout)
      expect(await provider.payOut(payout, soon())).to.have.property('outcome', 'inDoubt')
      // One was the token's.
      expect(network.connections).to.have.length(2)
      expect(network.submissions).to.have.length(1)
    }))

  test('an idle connection is closed early, and one that waits for an answer is not', () =>
    run(
      // Its timer is set later than that of the connection, so that it fires later on any machine.
      { submission: () => (response) => void setTimeout(send, 100, response, taken) },
      async ({ open, connections }) => {
        const provider = open({}, { http: providerHttp({ idleMs: 10 }) })
        expect(await provider.payOut(payout, soon())).to.have.property('outcome', 'accepted')
        for (const connection of connections) if (!connection.closed) await once(connection, 'close')
      },
    ))

  test('an enquiry without a complete answer in its time says nothing', {
    'no answer': async () =>
      expect(await outcomeIn200Ms('enquiries', { enquiry: () => () => {} })).to.equal('unanswered'),
    'no token': async () => expect(await outcomeIn200Ms('tokens', { token: () => () => {} })).to.equal('unanswered'),
    'a trickle': async () => {
      const { reply, drops } = trickle(pending.status)
      expect(await outcomeIn200Ms('enquiries', { enquiry: () => reply }, drops)).to.equal('unanswered')
    },
    'a broken connection': () =>
      run({ enquiry: () => (response) => void response.socket?.destroy() }, async ({ open }) => {
        expect(await open().enquire(payout)).to.have.property('outcome', 'unanswered')
      }),
  })

  /**
   * The outcome of one request when 200 ms pass, in halves, after the first of its kind has come and after each of
   * `drops`.
   */
  function outcomeIn200Ms(
    kind: 'tokens' | 'submissions' | 'enquiries',
    script: Script,
    drops = () => Promise.resolve(),
  ): Promise<string> {
    return run(script, (network) =>
      inStandingTime(async (time) => {
        const provider = network.open({ answerMs: 200, enquiryMs: 200 }, { clock: time.clock })
        const sent = kind === 'submissions' ? provider.payOut(payout, time.in(60_000)) : provider.enquire(payout)
        await network.has(kind, 1)
        for (const _half of [1, 2]) {
          await drops()
          time.pass(100)
        }
        const { outcome } = await sent
        expect(network[kind]).to.have.length(1)
        return outcome
      }),
    )
  }
})

/** An answer that comes byte by byte and never ends, and a function that waits for some of its bytes. */
function trickle(status: number) {
  const bytes = new EventEmitter()
  const reply: Reply = (response) => {
    response.writeHead(status)
    const drops = setInterval(() => response.write(' ', () => bytes.emit('drop')), 2)
    response.on('close', () => clearInterval(drops))
  }
  async function drops() {
    for (let seen = 0; seen < 5; seen += 1) await once(bytes, 'drop')
  }
  return { reply, drops }
}
