import { setTimeout } from 'node:timers/promises'
import { expect } from 'chai'
import type { Caller, Outage } from '../../../../core/sente.ts'
import { rule, table } from '../../../rule.ts'
import { expectError, overHttp, type Send } from '../../../stages/overHttp.ts'

const requests: Readonly<Record<string, Send>> = {
  'a payout': ({ post, bodies }) => post('send-money', bodies['send-money']),
  'a payout with a wrong key': ({ post }) => post('send-money', '', { authorization: 'Bearer wrong' }),
  'a batch': ({ askBatch }) => askBatch(),
  'a look-up': ({ look }) => look('/balances'),
  'a look-up with a wrong key': ({ look }) => look('/balances', { authorization: 'Bearer wrong' }),
  'a document': ({ ask }) => ask('GET', '/errors'),
  'whether it is alive': ({ ask }) => ask('GET', '/livez'),
}

describe('8 Payments over HTTP: while the database is away', () => {
  rule(
    '8.63',
    'while the database cannot be read or written, requests that need it are refused at once, and record nothing',
    table(
      ['request', 'only reads work', 'nothing works'],
      [
        ['a payout', 503, 503],
        ['a payout with a wrong key', 503, 503],
        ['a batch', 503, 503],
        ['a look-up', 200, 503],
        ['a look-up with a wrong key', 401, 503],
        ['a document', 200, 200],
        ['whether it is alive', 200, 200],
      ],
      async (request, onlyReads, nothing) => {
        const send = requests[request] ?? expect.fail()
        for (const [stopped, status] of [
          ['writes', onlyReads],
          ['everything', nothing],
        ] as const) {
          let outage: Outage | undefined = stopped
          const api = await overHttp({ outage: () => outage })
          const answer = await send(api)
          expect(answer.status, stopped).to.equal(status)
          if (status === 503) {
            expectError(answer, 503, 'not_ready', 'Not ready')
            expect(answer.headers).to.include({ 'retry-after': '5' })
          }
          outage = undefined
          const { status: again } = await api.post('send-money', api.bodies['send-money'])
          expect(again).to.equal(201)
        }
      },
    ),
  )

  rule('8.64', 'a request whose caller is not found in time is answered as not ready, and is not begun later', {
    'a payment': async () => {
      const { api, find } = await slowCaller()
      expectError(await api.post('send-money', api.bodies['send-money']), 503, 'not_ready', 'Not ready')
      await find()
      expect(await api.ports.books.transactionByReference(api.account.id, 'order-1')).to.equal(undefined)
      expect(await api.balance()).to.deep.equal({ available: 100_000n, held: 0n })
    },
    'a look-up with a wrong key': async () => {
      const { api } = await slowCaller()
      const answer = await api.look('/balances', { authorization: 'Bearer wrong' })
      expectError(answer, 503, 'not_ready', 'Not ready')
    },
  })

  rule('8.65', 'an answer that takes too long is replaced by an error that says whether something may have changed', {
    'a look-up': async () => {
      const { look } = await overHttp({ answerMs: 20, listKeys: never })
      expectError(await look('/keys'), 503, 'not_ready', 'Not ready')
    },
    'a batch': async () => {
      const { askBatch } = await overHttp((_, useCases) => {
        return { answerMs: 20, batches: { ...useCases, acceptBatch: never } }
      })
      expectError(await askBatch(), 500, 'internal_error', 'Internal server error')
    },
    'a request that waits for an event has its wait besides': async () => {
      const { look } = await overHttp({ answerMs: 500, awaitEvent: (_, ms) => setTimeout(ms) })
      expect((await look('/events?after=1&wait=1')).status).to.equal(200)
    },
  })
})

const never = () => new Promise<never>(() => undefined)

/** An API that finds its callers when it is told to. */
async function slowCaller() {
  let found: (caller: Caller) => void = () => undefined
  const caller = new Promise<Caller>((resolve) => {
    found = resolve
  })
  const api = await overHttp({ requestMs: 20, authenticate: () => caller })
  return {
    api,
    async find() {
      found(await api.caller())
      await setTimeout(20)
    },
  }
}
