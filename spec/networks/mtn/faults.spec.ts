import { EventEmitter, once } from 'node:events'
import { expect } from 'chai'
import { systemClock } from '../../../adapters/node/node.ts'
import { type MtnSettings, mtnMomo } from '../../../adapters/providers/mtn/mtnMomo.ts'
import { providerHttp } from '../../../adapters/providers/transport/http/providerHttp.ts'
import type { Submitted } from '../../../core/sente.ts'
import { test } from '../../rule.ts'
import {
  overMtn,
  type Reply,
  type Script,
  type ScriptedNetwork,
  settingsFor,
  soon,
  transactionOf,
  withNetwork,
} from '../scriptedNetwork.ts'
import { inStandingTime } from '../standingTime.ts'

const payout = transactionOf()
const notSent = { outcome: 'declined', reason: 'not_sent' }

describe('MTN MoMo: faults on the way', () => {
  test('what was never written is declined as not sent', {
    'the connection is refused': async () => {
      const closed: MtnSettings[] = []
      await withNetwork({}, async ({ settings }) => void closed.push(settings))
      expect(await payOut(closed[0] ?? expect.fail())).to.include(notSent)
    },
    'the name is unknown': async () => expect(await payOut(settingsFor('http://momo.invalid'))).to.include(notSent),
    'TLS fails': () =>
      withNetwork({}, async ({ settings, tokens }) => {
        const baseUrl = settings.baseUrl.replace('http:', 'https:')
        expect(await payOut({ ...settings, baseUrl })).to.include(notSent)
        expect(tokens).to.be.empty
      }),
    'no token is granted': () => withoutToken({ status: 401, body: { error: 'login_failed' } }),
    'the token page is HTML with 200': () => withoutToken({ status: 200, body: '<html>Request Rejected</html>' }),
    'a token comes with an error': () => withoutToken({ status: 500, body: { access_token: 'a', expires_in: 3600 } }),
    'the grant has no token': () => withoutToken({ status: 200, body: { expires_in: 3600 } }),
    'the token breaks the header': () => withoutToken({ status: 200, body: { access_token: 'a\nb', expires_in: 1 } }),
    'the connection breaks at the token': () => withoutToken((response) => void response.socket?.destroy()),
  })

  test('whatever happens after the first byte was written is doubt, and nothing is sent again', {
    'a reset before the answer': () => doubted({}, (response) => void response.socket?.resetAndDestroy()),
    'a close before the answer': () => doubted({}, (response) => void response.socket?.destroy()),
    'a reset within the answer': () =>
      doubted({}, (response) => {
        response.writeHead(400, { 'content-length': '100' }).write('{')
        setImmediate(() => response.socket?.resetAndDestroy())
      }),
    'an answer that is not HTTP': () => doubted({}, (response) => void response.socket?.end('SSH-2.0-x\r\n')),
    'no answer in time': async () =>
      expect(await outcomeIn200Ms('submissions', { submission: () => () => {} })).to.equal('inDoubt'),
    'an answer that trickles': async () => {
      const { reply, drops } = trickle(400)
      expect(await outcomeIn200Ms('submissions', { submission: () => reply }, drops)).to.equal('inDoubt')
    },
    'an answer that never ends': () =>
      doubted({}, (response) => {
        response.writeHead(400)
        const flood = () => {
          while (response.write(' '.repeat(16_384)));
        }
        response.on('drain', flood)
        flood()
      }),
  })

  test('an answer is read up to 64 KiB', async () => {
    const replies = [65_535, 65_536, 65_537].map((length) => ({ status: 400, body: ' '.repeat(length) }))
    const outcomes: string[] = []
    for (const reply of replies) {
      await withNetwork({ submission: () => reply }, async ({ settings }) => {
        outcomes.push((await payOut(settings)).outcome)
      })
    }
    expect(outcomes).to.deep.equal(['declined', 'declined', 'inDoubt'])
  })

  test('a reset on a connection that is reused is doubt', () =>
    withNetwork(
      { submission: () => (response) => void response.socket?.resetAndDestroy() },
      async ({ settings, submissions, connections }) => {
        const provider = overMtn(settings)
        await provider.enquire(payout)
        expect(await provider.payOut(payout, soon())).to.have.property('outcome', 'inDoubt')
        // One was the token's.
        expect(connections).to.have.length(2)
        expect(submissions).to.have.length(1)
      },
    ))

  test('an idle connection is closed early, and one that waits for an answer is not', () =>
    withNetwork(
      // Its timer is set later than that of the connection, so that it fires later on any machine.
      { submission: () => (response) => void setTimeout(() => response.writeHead(202).end(), 100) },
      async ({ settings, connections }) => {
        const provider = mtnMomo({ settings, http: providerHttp({ idleMs: 10 }), clock: systemClock })
        expect(await provider.payOut(payout, soon())).to.have.property('outcome', 'accepted')
        for (const connection of connections) if (!connection.closed) await once(connection, 'close')
      },
    ))

  test('an enquiry that gets no whole answer in its time is doubt', {
    'no answer': async () =>
      expect(await outcomeIn200Ms('enquiries', { enquiry: () => () => {} })).to.equal('unanswered'),
    'no token': async () => expect(await outcomeIn200Ms('tokens', { token: () => () => {} })).to.equal('unanswered'),
    'a trickle': async () => {
      const { reply, drops } = trickle(404)
      expect(await outcomeIn200Ms('enquiries', { enquiry: () => reply }, drops)).to.equal('unanswered')
    },
    'a broken connection': () =>
      withNetwork({ enquiry: () => (response) => void response.socket?.destroy() }, async ({ settings }) => {
        expect(await overMtn(settings).enquire(payout)).to.have.property('outcome', 'unanswered')
      }),
  })

  test('a redirect is not followed', () =>
    withNetwork({ submission: () => ({ status: 307, headers: { location: '/elsewhere' } }) }, async (network) => {
      expect(await payOut(network.settings)).to.have.property('outcome', 'inDoubt')
      expect(network.submissions).to.have.length(1)
    }))
})

function payOut(settings: MtnSettings): Promise<Submitted> {
  return overMtn(settings).payOut(payout, soon())
}

function withoutToken(reply: Reply) {
  return withNetwork({ token: () => reply }, async ({ settings, submissions }: ScriptedNetwork) => {
    expect(await payOut(settings)).to.include(notSent)
    expect(submissions).to.be.empty
  })
}

function doubted(given: Partial<MtnSettings>, reply: Reply) {
  return withNetwork({ submission: () => reply }, async ({ settings, submissions }) => {
    expect(await payOut({ ...settings, ...given })).to.have.property('outcome', 'inDoubt')
    expect(submissions).to.have.length(1)
  })
}

/** What comes of one request when 200 ms pass, in halves, after the first of its kind has come and each after `drops`. */
function outcomeIn200Ms(
  kind: 'tokens' | 'submissions' | 'enquiries',
  script: Script,
  drops = () => Promise.resolve(),
): Promise<string> {
  return withNetwork(script, (network) =>
    inStandingTime(async (time) => {
      const provider = overMtn({ ...network.settings, answerMs: 200, enquiryMs: 200 }, time.clock)
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

/** An answer that comes byte by byte and never ends, and what waits for some of its bytes. */
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
