import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import sinon, { type SinonFakeTimers } from 'sinon'
import { openHere } from '../../../fixtures/inThisProcess.ts'
import { rule } from '../../../rule.ts'

/** Whether a server waits for the time that it still serves. Its store may have timers, too. */
function isLeaving({ timers }: SinonFakeTimers): boolean {
  return [...(timers?.values() ?? [])].some(({ delay }) => delay === 300_000)
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
        while (!isLeaving(timers)) await new Promise(setImmediate)
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
})
