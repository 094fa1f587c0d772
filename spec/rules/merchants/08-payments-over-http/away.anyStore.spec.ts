import { expect } from 'chai'
import type { Outage } from '../../../../core/sente.ts'
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
})
