import { once } from 'node:events'
import { expect } from 'chai'
import { createAccount, isRefusal } from '../../../../core/sente.ts'
import { otherAccount } from '../../../fixtures/http/lookUps.ts'
import { rule, table } from '../../../rule.ts'
import { type Api, overHttp } from '../../../stages/overHttp.ts'
import { answered, leave, withTwoAtWork } from './atWork.ts'

/** A long body that is refused after a complete check. */
const bad = JSON.stringify(Object.fromEntries(Array.from({ length: 1_400 }, (_, nth) => [`f${nth}`, 0])))

const headOfBad = `Content-Type: application/json\r\nContent-Length: ${bad.length}\r\n\r\n`

/** The calls with a body. */
const calls = [
  'POST /send-money',
  'POST /collect-money',
  'POST /webhook-endpoints',
  'PATCH /webhook-endpoints/none',
] as const

describe('14 Neighbours: long bodies', () => {
  rule('14.12', 'another account’s payment is answered before most of many earlier long bodies', async () => {
    const api = await overHttp()
    const pay = await payer(api)
    const bursts = await sendAtOnce(api, 100)
    expect(await pay()).to.equal(201)
    expect(bursts.answered()).to.be.lessThan(50)
    await bursts.end()
    expect(bursts.answered()).to.equal(100)
  })

  rule(
    '14.13',
    'a body of more than 2 KiB waits for the turn of its account, like look-ups; a shorter one does not wait',
    table(
      ['call', 'bytes', 'waits'],
      calls.flatMap((call): [string, number, boolean][] => [
        [call, 2_047, false],
        [call, 2_048, false],
        [call, 2_049, true],
      ]),
      async (call, bytes, waits) => {
        const { api, release } = await withTwoAtWork()
        let isAnswered = false
        const answered = send(api, call, bytes).then((status) => {
          isAnswered = true
          return status
        })
        const other = { ...api, ...(await otherAccount(api)) }
        for (const _ of [1, 2, 3]) expect(await send(other, call, 3_000)).to.equal(400)
        expect(isAnswered).to.equal(!waits)
        release()
        expect(await answered).to.equal(400)
      },
    ),
  )

  rule('14.14', 'a waiting long body is not checked when its client has left', async () => {
    const { api, release } = await withTwoAtWork()
    await leave(api, 'POST /api/v1/send-money HTTP/1.1', headOfBad + bad)
    release()
    expect(await answered(api, 3)).to.include('request_aborted')
  })
})

/** Makes another merchant’s payment with a body of the usual length; resolves with its status. */
async function payer(api: Api): Promise<() => Promise<number>> {
  const { ports, bodies, ask } = api
  const created = await createAccount(ports)({
    by: 'amina',
    name: 'Soko',
    kyc: 'complete',
    activate: ['UGX'],
    pin: '4071',
    fund: [{ currency: 'UGX', amount: 100_000 }],
  })
  if (isRefusal(created)) throw new Error(created.message)
  const { secretKey, publicKey } = created
  const body = JSON.stringify({ ...bodies['send-money'], apikey: publicKey })
  const headers = { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' }
  return async () => (await ask('POST', '/api/v1/send-money', headers, body)).status
}

/** Sends this many long bodies, each over a connection of its own. */
async function sendAtOnce({ socket, authorization }: Api, count: number) {
  const sockets = Array.from({ length: count }, socket)
  await Promise.all(sockets.map((one) => once(one, 'connect')))
  let answered = 0
  const lines = ['POST /api/v1/send-money HTTP/1.1', 'Host: x', 'Connection: close', `Authorization: ${authorization}`]
  for (const one of sockets) {
    one.once('data', () => {
      answered += 1
    })
    one.write(`${lines.join('\r\n')}\r\n${headOfBad}${bad}`)
  }
  const closed = Promise.all(sockets.map((one) => once(one, 'close')))
  return { answered: () => answered, end: () => closed }
}

/** Sends a refused body of this many bytes; resolves with the status. */
async function send({ authorization, ask }: Pick<Api, 'authorization' | 'ask'>, call: string, bytes: number) {
  const [method = '', path] = call.split(' ')
  const headers = { authorization, 'content-type': 'application/json' }
  return (await ask(method, `/api/v1${path}`, headers, '{"enabled":1}'.padEnd(bytes))).status
}
