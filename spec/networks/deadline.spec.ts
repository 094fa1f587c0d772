import { EventEmitter, once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect } from 'chai'
import type { Got } from 'got'
import { providerHttp } from '../../adapters/providers/transport/http/providerHttp.ts'
import { test } from '../rule.ts'
import { everyNetwork, type Opened } from './dialects.ts'
import { held, jumpingClock, type Reply, soon } from './scriptedNetwork.ts'
import { inStandingTime } from './standingTime.ts'

const notSent = { outcome: 'declined', reason: 'not_sent' }

everyNetwork('the deadline', ({ payout, run, taken, at }) => {
  test('once either clock has reached the deadline nothing is begun', {
    'the wall clock': () => nothingBegun({ wallMs: 0, monotonicMs: 60_000 }),
    'the monotonic clock': () => nothingBegun({ wallMs: 60_000, monotonicMs: 0 }),
    'long ago': () => nothingBegun({ wallMs: -60_000, monotonicMs: -60_000 }),
    'with a token and a connection at hand': () =>
      run({}, async ({ open, submissions, enquiries, connections }) => {
        const provider = open({}, { http: providerHttp(), clock: jumpingClock() })
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
      run({}, async ({ open, submissions, connections }) => {
        const { provider, clock, sleepAtSocket } = sleeper(open, providerHttp({ idleMs: 1 }))
        await provider.enquire(payout)
        await Promise.all(connections.map(whenClosed))
        sleepAtSocket()
        expect(await provider.payOut(payout, clock.soon())).to.include(notSent)
        expect(connections).to.have.length(3)
        await whenClosed(connections[2])
        expect(connections[2]?.bytesRead).to.equal(0)
        expect(submissions).to.be.empty
      }),
    'on a reused connection': () =>
      run({}, async ({ open, submissions, connections }) => {
        const { provider, clock, sleepAtSocket } = sleeper(open)
        await provider.enquire(payout)
        const before = connections[1]?.bytesRead
        sleepAtSocket()
        expect(await provider.payOut(payout, clock.soon())).to.include(notSent)
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
        const baseUrl = url.replace('http://127.0.0.1', 'https://network.example')
        const sent = at(baseUrl, {}, { http, clock }).payOut(payout, clock.soon())
        const connection = await connected
        expect(await sent).to.include(notSent)
        await whenClosed(connection)
        expect(connection.bytesRead).to.equal(0)
      }),
  })

  test('a wait that lasts until the deadline ends there, with nothing sent', {
    'for a name': () =>
      inStandingTime(async (time) => {
        const asked = new EventEmitter()
        const http = providerHttp().extend({ dnsLookup: (() => asked.emit('name')) as never })
        const provider = at('http://network.example', {}, { http, clock: time.clock })
        const sent = provider.payOut(payout, time.in(50))
        await once(asked, 'name')
        time.pass(50)
        expect(await sent).to.include(notSent)
      }),
    'for TLS': () =>
      withSilence((url, connected) =>
        inStandingTime(async (time) => {
          const baseUrl = url.replace('http:', 'https:')
          const sent = at(baseUrl, { tokenMs: 1_000 }, { clock: time.clock }).payOut(payout, time.in(100))
          const connection = await connected
          time.pass(100)
          expect(await sent).to.include(notSent)
          time.pass(900)
          await whenClosed(connection)
        }),
      ),
    'for a token': () =>
      run({ token: () => () => {} }, ({ open, connections, submissions, has }) =>
        inStandingTime(async (time) => {
          const sent = open({ tokenMs: 1_000 }, { clock: time.clock }).payOut(payout, time.in(100))
          await has('tokens', 1)
          time.pass(100)
          expect(await sent).to.include(notSent)
          time.pass(900)
          await whenClosed(connections[0])
          expect(submissions).to.be.empty
        }),
      ),
    'for a turn': () => {
      const { reply, waiting } = held(taken)
      return run({ submission: () => reply }, ({ open, submissions, has }) =>
        inStandingTime(async (time) => {
          const provider = open({ atOnce: 2 }, { clock: time.clock })
          await provider.enquire(payout)
          const [first, second, ...late] = [1, 2, 3, 4, 5].map(() => provider.payOut(payout, time.in(200)))
          await has('submissions', 2)
          time.pass(200)
          for (const answer of await Promise.all(late)) expect(answer).to.include(notSent)
          for (const response of waiting) response.destroy()
          for (const answer of [await first, await second]) expect(answer).to.have.property('outcome', 'inDoubt')
          expect(submissions).to.have.length(2)
        }),
      )
    },
  })

  test('at most as many requests as in the setting are under way at once, and the others wait for their turn', () => {
    const { reply, waiting, release } = held(taken)
    const answerThree: Reply = (response) => {
      reply(response)
      if (waiting.length === 3) release()
    }
    return run({ submission: () => answerThree }, async ({ open, connections }) => {
      const provider = open({ atOnce: 3 })
      const all = Array.from({ length: 12 }, () => provider.payOut(payout, soon()))
      for (const answer of await Promise.all(all)) expect(answer).to.have.property('outcome', 'accepted')
      // One was the token's: a fourth request under way would have had another.
      expect(connections).to.have.length(4)
    })
  })

  function nothingBegun({ wallMs, monotonicMs }: { wallMs: number; monotonicMs: number }) {
    return run({}, async ({ open, connections }) => {
      const clock = { nowMs: () => 1_000, monotonicMs: () => 500, run: 'run 1' }
      const provider = open({}, { clock })
      const until = { wallMs: 1_000 + wallMs, monotonicMs: 500 + monotonicMs }
      expect(await provider.payOut(payout, until)).to.include(notSent)
      expect(connections).to.be.empty
    })
  }
})

/** A provider whose process can sleep for an hour, until the moment when its next request gets a connection. */
function sleeper(open: Opened['open'], http: Got = providerHttp()) {
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
  return { provider: open({}, { http: drowsy, clock }), clock, sleepAtSocket }
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
