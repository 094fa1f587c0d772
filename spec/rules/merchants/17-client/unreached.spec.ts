import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect } from 'chai'
import { createClient } from '../../../../adapters/client/client.ts'
import { rule, table } from '../../../rule.ts'
import { openClient } from './openClient.ts'

/** Throws like `fetch`, with the cause. */
const broken = (what: object) => () => {
  throw new TypeError('fetch failed', { cause: Object.assign(new Error('no'), what) })
}

const unreached = broken({ code: 'ECONNREFUSED', syscall: 'connect' })

/** An address where nothing listens any more. */
async function refusingUrl(): Promise<string> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}`
}

describe('17 The client: failed connections', () => {
  rule('17.23', 'a payment without a connection has not arrived', {
    'nobody listens': async () => {
      const { payout } = await openClient()
      for (const baseUrl of [await refusingUrl(), (await refusingUrl()).replace('127.0.0.1', 'localhost')]) {
        const client = createClient({ baseUrl, secretKey: 'sk_1', publicKey: 'pk_1' })
        expect(await client.sendMoney(payout, { patienceMs: 2_000 })).to.include({
          ...{ refused: 'no_answer', mayHaveArrived: false },
        })
      }
    },
    fault: table(
      ['code', 'during', 'may have arrived'],
      [
        ['ECONNREFUSED', 'connect', false],
        ['ENETUNREACH', 'connect', false],
        ['ETIMEDOUT', 'connect', false],
        ['ENOTFOUND', 'getaddrinfo', false],
        ['UND_ERR_CONNECT_TIMEOUT', '', false],
        ['ECONNREFUSED', '', true],
        ['EHOSTUNREACH', 'read', true],
        ['ECONNRESET', 'read', true],
        ['EPIPE', 'write', true],
        ['UND_ERR_SOCKET', '', true],
      ],
      async (code, during, mayHaveArrived) => {
        const { client, payout } = await openClient(Array.from({ length: 9 }, () => broken({ code, syscall: during })))
        expect(await client.sendMoney(payout, { patienceMs: 300 })).to.include({ mayHaveArrived })
      },
    ),
    'several addresses, one of them reached': async () => {
      const [refused, reset] = [{ syscall: 'connect' }, { syscall: 'read' }].map((what) =>
        Object.assign(new Error('no'), what),
      )
      for (const [errors, mayHaveArrived] of [
        [[refused, refused], false],
        [[refused, reset], true],
        [[], true],
      ] as const) {
        const { client, payout } = await openClient(Array.from({ length: 9 }, () => broken({ errors })))
        expect(await client.sendMoney(payout, { patienceMs: 300 })).to.include({ mayHaveArrived })
      }
    },
    'but an attempt before it may have': async () => {
      const { client, payout } = await openClient(['answer lost', ...Array.from({ length: 9 }, () => unreached)])
      expect(await client.sendMoney(payout, { patienceMs: 1_500 })).to.include({
        ...{ refused: 'no_answer', mayHaveArrived: true },
      })
    },
  })
})
