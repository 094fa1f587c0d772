import { once } from 'node:events'
import { expect } from 'chai'
import { systemClock } from '../../../adapters/node/node.ts'
import { type MtnSettings, mtnMomo } from '../../../adapters/providers/mtn/mtnMomo.ts'
import { providerHttp } from '../../../adapters/providers/transport/http/providerHttp.ts'
import type { Submitted } from '../../../core/sente.ts'
import { test } from '../../rule.ts'
import {
  jumpingClock,
  type Reply,
  type Script,
  type ScriptedNetwork,
  settingsFor,
  transactionOf,
  withNetwork,
} from '../scriptedNetwork.ts'

const payout = transactionOf()
const notSent = { outcome: 'declined', reason: 'not_sent' }
const soon = () => jumpingClock().in(5_000)

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
        setTimeout(() => response.socket?.resetAndDestroy(), 20)
      }),
    'an answer that is not HTTP': () => doubted({}, (response) => void response.socket?.end('SSH-2.0-x\r\n')),
    'no answer in time': () => doubted({ answerMs: 100 }, () => {}),
    'an answer that trickles': () =>
      doubted({ answerMs: 200 }, (response) => {
        response.writeHead(400)
        const trickle = setInterval(() => response.write(' '), 10)
        response.on('close', () => clearInterval(trickle))
      }),
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
        const provider = mtnMomo({ settings, http: providerHttp(), clock: systemClock })
        await provider.enquire(payout)
        expect(await provider.payOut(payout, soon())).to.have.property('outcome', 'inDoubt')
        // One was the token's.
        expect(connections).to.have.length(2)
        expect(submissions).to.have.length(1)
      },
    ))

  test('an idle connection is closed early, and one that waits for an answer is not', () =>
    withNetwork(
      { submission: () => (response) => void setTimeout(() => response.writeHead(202).end(), 300) },
      async ({ settings, connections }) => {
        const provider = mtnMomo({ settings, http: providerHttp({ idleMs: 30 }), clock: systemClock })
        expect(await provider.payOut(payout, soon())).to.have.property('outcome', 'accepted')
        for (const connection of connections) if (!connection.closed) await once(connection, 'close')
      },
    ))

  test('an enquiry that gets no whole answer in its time is doubt', {
    'no answer': () => enquiryDoubted({ enquiry: () => () => {} }),
    'no token': () => enquiryDoubted({ token: () => () => {} }),
    'a trickle': () =>
      enquiryDoubted({
        enquiry: () => (response) => {
          response.writeHead(404)
          const trickle = setInterval(() => response.write(' '), 10)
          response.on('close', () => clearInterval(trickle))
        },
      }),
    'a broken connection': () => enquiryDoubted({ enquiry: () => (response) => void response.socket?.destroy() }),
  })

  test('a redirect is not followed', () =>
    withNetwork({ submission: () => ({ status: 307, headers: { location: '/elsewhere' } }) }, async (network) => {
      expect(await payOut(network.settings)).to.have.property('outcome', 'inDoubt')
      expect(network.submissions).to.have.length(1)
    }))
})

function payOut(settings: MtnSettings): Promise<Submitted> {
  return mtnMomo({ settings, http: providerHttp(), clock: systemClock }).payOut(payout, soon())
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

function enquiryDoubted(script: Script) {
  return withNetwork(script, async ({ settings }) => {
    const provider = mtnMomo({ settings: { ...settings, enquiryMs: 200 }, http: providerHttp(), clock: systemClock })
    expect(await provider.enquire(payout)).to.have.property('outcome', 'unanswered')
  })
}
