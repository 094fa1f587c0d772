import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect } from 'chai'
import type { Got } from 'got'
import { type MtnSettings, mtnMomo } from '../../../adapters/providers/mtn/mtnMomo.ts'
import { providerHttp } from '../../../adapters/providers/transport/http/providerHttp.ts'
import { test } from '../../rule.ts'
import { jumpingClock, settingsFor, transactionOf, withNetwork } from '../scriptedNetwork.ts'

const payout = transactionOf()
const notSent = { outcome: 'declined', reason: 'not_sent' }

describe('MTN MoMo: the deadline', () => {
  test('once either clock has reached the deadline nothing is begun', {
    'the wall clock': () => nothingBegun({ wallMs: 0, monotonicMs: 60_000 }),
    'the monotonic clock': () => nothingBegun({ wallMs: 60_000, monotonicMs: 0 }),
    'long ago': () => nothingBegun({ wallMs: -60_000, monotonicMs: -60_000 }),
    'with a token and a connection at hand': () =>
      withNetwork({}, async ({ settings, submissions, enquiries, connections }) => {
        const provider = mtnMomo({ settings, http: providerHttp(), clock: jumpingClock() })
        await provider.enquire(payout)
        expect(await provider.payOut(payout, jumpingClock().in(0))).to.include(notSent)
        await provider.enquire(payout)
        // One is the token's.
        expect(connections).to.have.length(2)
        expect([submissions.length, enquiries.length]).to.deep.equal([0, 2])
      }),
  })

  test('a process that slept until after the deadline writes no byte of the payment', {
    'on a new connection': () =>
      withNetwork({}, async ({ settings, submissions, connections }) => {
        const { provider, clock, sleepAtSocket } = sleeper(settings, providerHttp({ idleMs: 1 }))
        await provider.enquire(payout)
        await Promise.all(connections.map(whenClosed))
        sleepAtSocket()
        expect(await provider.payOut(payout, clock.in(5_000))).to.include(notSent)
        expect(connections).to.have.length(3)
        await whenClosed(connections[2])
        expect(connections[2]?.bytesRead).to.equal(0)
        expect(submissions).to.be.empty
      }),
    'on a connection that is reused': () =>
      withNetwork({}, async ({ settings, submissions, connections }) => {
        const { provider, clock, sleepAtSocket } = sleeper(settings)
        await provider.enquire(payout)
        const before = connections[1]?.bytesRead
        sleepAtSocket()
        expect(await provider.payOut(payout, clock.in(5_000))).to.include(notSent)
        await whenClosed(connections[1])
        expect(connections).to.have.length(2)
        expect(connections[1]?.bytesRead).to.equal(before)
        expect(submissions).to.be.empty
      }),
    'before TLS begins': () =>
      withSilence(async (url, connected) => {
        const clock = jumpingClock()
        const http = providerHttp().extend({
          dnsLookup: ((_host: string, _options: object, found: (...found: unknown[]) => void) => {
            clock.jump()
            setImmediate(found, null, [{ address: '127.0.0.1', family: 4 }])
          }) as never,
        })
        const settings = settingsFor(url.replace('http://127.0.0.1', 'https://momo.example'))
        const sent = mtnMomo({ settings, http, clock }).payOut(payout, clock.in(5_000))
        const connection = await connected
        expect(await sent).to.include(notSent)
        await whenClosed(connection)
        expect(connection.bytesRead).to.equal(0)
      }),
  })

  test('a wait that lasts until the deadline ends there, with nothing sent', {
    'for a name': async () => {
      const http = providerHttp().extend({ dnsLookup: (() => {}) as never })
      const provider = mtnMomo({ settings: settingsFor('http://momo.example'), http, clock: jumpingClock() })
      expect(await provider.payOut(payout, jumpingClock().in(50))).to.include(notSent)
    },
    'for TLS': () =>
      withSilence(async (url, connected) => {
        const settings = { ...settingsFor(url.replace('http:', 'https:')), tokenMs: 1_000 }
        const provider = mtnMomo({ settings, http: providerHttp(), clock: jumpingClock() })
        const sent = provider.payOut(payout, jumpingClock().in(100))
        const connection = await connected
        expect(await sent).to.include(notSent)
        await whenClosed(connection)
      }),
    'for a token': () =>
      withNetwork({ token: () => () => {} }, async ({ settings: usual, connections, submissions }) => {
        const settings = { ...usual, tokenMs: 1_000 }
        const provider = mtnMomo({ settings, http: providerHttp(), clock: jumpingClock() })
        expect(await provider.payOut(payout, jumpingClock().in(100))).to.include(notSent)
        await whenClosed(connections[0])
        expect(submissions).to.be.empty
      }),
    'for a turn': () => {
      const held: ServerResponse[] = []
      return withNetwork(
        { submission: () => (response) => void held.push(response) },
        async ({ settings, submissions }) => {
          const provider = mtnMomo({
            settings: { ...settings, atOnce: 2, answerMs: 60_000 },
            http: providerHttp(),
            clock: jumpingClock(),
          })
          await provider.enquire(payout)
          const [first, second, ...late] = [1, 2, 3, 4, 5].map(() => provider.payOut(payout, jumpingClock().in(200)))
          for (const answer of await Promise.all(late)) expect(answer).to.include(notSent)
          for (const response of held) response.destroy()
          for (const answer of [await first, await second]) expect(answer).to.have.property('outcome', 'inDoubt')
          expect(submissions).to.have.length(2)
        },
      )
    },
  })

  test('no more requests than the setting says are under way at once, and the others wait for their turn', () => {
    let [open, most] = [0, 0]
    return withNetwork(
      {
        submission: () => (response) => {
          most = Math.max(most, ++open)
          setTimeout(() => {
            open -= 1
            response.writeHead(202).end()
          }, 5)
        },
      },
      async ({ settings, connections }) => {
        const provider = mtnMomo({
          settings: { ...settings, atOnce: 3 },
          http: providerHttp(),
          clock: jumpingClock(),
        })
        const all = Array.from({ length: 12 }, () => provider.payOut(payout, jumpingClock().in(5_000)))
        for (const answer of await Promise.all(all)) expect(answer).to.have.property('outcome', 'accepted')
        expect(most).to.equal(3)
        expect(connections.length).to.be.at.most(4)
      },
    )
  })
})

/** A provider whose process can be made to sleep for an hour, until the moment its next request gets a connection. */
function sleeper(settings: MtnSettings, http: Got = providerHttp()) {
  const clock = jumpingClock()
  let sleepsNext = false
  const drowsy = http.extend({
    handlers: [
      (options, next) => {
        const request = next(options)
        if ('destroy' in request)
          request.on('request', (outgoing) => outgoing.prependListener('socket', () => sleepsNext && clock.jump()))
        return request
      },
    ],
  })
  const sleepAtSocket = () => {
    sleepsNext = true
  }
  return { provider: mtnMomo({ settings, http: drowsy, clock }), clock, sleepAtSocket }
}

function nothingBegun({ wallMs, monotonicMs }: { wallMs: number; monotonicMs: number }) {
  return withNetwork({}, async ({ settings, connections }) => {
    const clock = { nowMs: () => 1_000, monotonicMs: () => 500, run: 'run 1' }
    const provider = mtnMomo({ settings, http: providerHttp(), clock })
    const until = { wallMs: 1_000 + wallMs, monotonicMs: 500 + monotonicMs }
    expect(await provider.payOut(payout, until)).to.include(notSent)
    expect(connections).to.be.empty
  })
}

async function whenClosed(connection: Socket | undefined) {
  if (connection && !connection.closed) await once(connection, 'close')
}

/** Runs `test` with a port that accepts connections and never answers. */
async function withSilence(test: (url: string, connected: Promise<Socket>) => Promise<void>) {
  const server = createServer((socket) => socket.on('error', () => {}).resume())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const connected = once(server, 'connection').then(([socket]) => socket)
  try {
    await test(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, connected)
  } finally {
    server.close()
  }
}
