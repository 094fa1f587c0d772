import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import sinon, { type SinonFakeTimers } from 'sinon'
import { listen } from '../../../../adapters/http/server/listen.ts'
import { afterwards } from '../../../fixtures/endings.ts'
import { keepConnection } from '../../../fixtures/http/keptConnection.ts'
import { openHere, type Running } from '../../../fixtures/inThisProcess.ts'
import { rule } from '../../../rule.ts'

/** Whether a server waits for this time. Its store may have timers, too. */
function waitsFor({ timers }: SinonFakeTimers, waitMs: number): boolean {
  return [...(timers?.values() ?? [])].some(({ delay }) => delay === waitMs)
}

describe('102 The process: leaving', () => {
  rule(
    '102.30',
    'a server that is asked to stop first serves for a time, without being ready, and each answer ends its connection',
    async () => {
      const gateway = openHere().serve({ SENTE_STOP_AFTER: '300' })
      const url = await gateway.url
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      const ask = async (path: string) => {
        const answer = await new Promise<IncomingMessage>((resolve, reject) => {
          request(`${url}${path}`, { agent }, resolve).on('error', reject).end()
        })
        await text(answer)
        return { status: answer.statusCode, connection: answer.headers.connection }
      }
      expect(await ask('/readyz')).to.deep.equal({ status: 200, connection: 'keep-alive' })
      const timers = sinon.useFakeTimers({ toFake: ['setTimeout'] })
      try {
        const stopped = gateway.stop()
        while (!waitsFor(timers, 300_000)) await new Promise(setImmediate)
        timers.uninstall()
        expect(await ask('/readyz')).to.deep.equal({ status: 503, connection: 'close' })
        expect(await ask('/livez')).to.deep.equal({ status: 200, connection: 'close' })
        expect((await ask('/api/v1/balances')).status).to.equal(401)
        timers.tick(299_999)
        expect((await ask('/readyz')).status).to.equal(503)
        timers.tick(1)
        expect(await stopped).to.equal(0)
        expect(await ask('/livez').catch(({ code }) => code)).to.equal('ECONNREFUSED')
      } finally {
        timers.uninstall()
        timers.tick(300_000)
        agent.destroy()
      }
    },
  )

  /** A server, and a client that connects to it. */
  async function serveAndConnect() {
    const gateway = openHere().serve()
    await gateway.greeting
    const client = await keepConnection(await gateway.url)
    afterwards(client.close)
    return { gateway, client }
  }

  /** Stops a server until it no longer listens. The time for first requests passes only by hand. */
  async function stop(gateway: Running) {
    const timers = sinon.useFakeTimers({ toFake: ['setTimeout'] })
    const stopped = gateway.stop()
    while (!waitsFor(timers, 1_000)) await new Promise(setImmediate)
    timers.uninstall()
    afterwards(() => timers.tick(30_000))
    return { stopped, passes: (ms: number) => timers.tick(ms) }
  }

  rule('102.31', 'a stop answers each request that has arrived, and ends its connection after the answer', {
    async 'on a connection that was kept after an answer'() {
      const { gateway, client } = await serveAndConnect()
      client.send('/livez')
      expect(await client.answer()).to.equal('200 keep-alive')
      client.send('/livez')
      const { stopped } = await stop(gateway)
      expect([await client.answer(), await client.ending, await stopped]).to.deep.equal(['200 close', 'ended', 0])
    },
    async 'on a connection that was not accepted yet'() {
      const { gateway, client } = await serveAndConnect()
      client.send('/livez')
      const { stopped } = await stop(gateway)
      expect([await client.answer(), await client.ending, await stopped]).to.deep.equal(['200 close', 'ended', 0])
    },
    async 'on a new connection, after the server has ceased to listen'() {
      const { gateway, client } = await serveAndConnect()
      const { stopped } = await stop(gateway)
      const other = await keepConnection(await gateway.url)
      expect(await other.ending).to.equal('ECONNREFUSED')
      client.send('/livez')
      expect([await client.answer(), await client.ending, await stopped]).to.deep.equal(['200 close', 'ended', 0])
    },
    async 'while its client still reads a long answer'() {
      const [long, ended] = ['x'.repeat(20_000_000), Promise.resolve()]
      let stopped: Promise<void> | undefined
      const server = createServer((_, answer) => {
        answer.end(long)
        setImmediate(() => {
          stopped = drain(ended)
        })
      })
      const { url, drain } = await listen(server, { host: '127.0.0.1', port: 0 })
      const answer = await fetch(url)
      expect((await answer.text()).length).to.equal(long.length)
      await stopped
    },
  })

  rule('102.32', 'a stop ends connections without a request in order, and waits a second for the first request', {
    async 'one that was kept after an answer'() {
      const { gateway, client } = await serveAndConnect()
      client.send('/livez')
      await client.answer()
      const { stopped } = await stop(gateway)
      expect([await client.ending, await stopped]).to.deep.equal(['ended', 0])
    },
    async 'one that has sent nothing'() {
      const { gateway, client } = await serveAndConnect()
      const { stopped, passes } = await stop(gateway)
      passes(1_000)
      expect([await client.answer(), await stopped]).to.deep.equal(['ended', 0])
    },
  })
})
