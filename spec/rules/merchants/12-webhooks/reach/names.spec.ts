import { expect } from 'chai'
import { providerHttp } from '../../../../../adapters/providers/transport/http/providerHttp.ts'
import { addressFinder } from '../../../../../adapters/providers/transport/names/findAddresses.ts'
import { networkLookup } from '../../../../../adapters/providers/transport/names/networkLookup.ts'
import { poster } from '../../../../../adapters/webhooks/post.ts'
import { dataOf, otherAccount } from '../../../../fixtures/http/lookUps.ts'
import { openNameServer } from '../../../../networks/nameServer.ts'
import { rule } from '../../../../rule.ts'
import { expectError } from '../../../../stages/overHttp.ts'
import { openHooks } from '../hooks.ts'
import { loopback } from '../openDeliveries.ts'
import { openReceiver } from '../receiver.ts'

const message = { headers: {}, body: Buffer.from('{}') }

/** Runs something while twenty messages to names wait for a silent name server. */
async function whileMessagesWait(act: (post: ReturnType<typeof poster>['post']) => Promise<void>): Promise<void> {
  const silent = await openNameServer()
  const find = addressFinder({ servers: [silent.address], timeoutMs: 60_000 })
  const { post, close } = poster({ find, allowed: loopback(), plain: true, timeoutMs: 1_000 })
  const ended: unknown[] = []
  const waiting = Array.from({ length: 20 }, (_, nth) =>
    post(`http://shop-${nth}.example/`, message).then((posted) => ended.push(posted)),
  )
  await Promise.race([silent.hasBeenAsked(20), ...waiting])
  expect([new Set(silent.queries).size, ended]).to.deep.equal([20, []])
  await act(post)
  await Promise.all(waiting)
  for (const posted of ended) expect(posted).to.include({ status: null, problem: 'it could not be reached' })
  close()
}

describe('12 Webhooks: names', () => {
  rule('12.37', 'endpoints with silent name servers delay no network and no other endpoint', {
    'a network': () =>
      whileMessagesWait(async () => {
        const network = await openReceiver()
        const { address } = await openNameServer(() => ['127.0.0.1'])
        const http = providerHttp({ lookup: networkLookup(addressFinder({ servers: [address] })) })
        expect((await http.get(`http://network.example:${network.port}/`)).statusCode).to.equal(204)
      }),
    'another endpoint': () =>
      whileMessagesWait(async (post) => {
        const { port } = await openReceiver()
        expect(await post(`http://localhost:${port}/`, message)).to.include({ status: 204, problem: null })
      }),
  })

  rule('12.38', 'at most two endpoints of an account are tested at once', async () => {
    const silent = await openNameServer()
    const receiver = await openReceiver()
    const { api, send, create } = await openHooks({
      find: addressFinder({ servers: [silent.address] }),
      timeoutMs: 500,
    })
    const { endpoint_id: id } = await create({ url: 'http://shop.example/' })
    const underWay = [1, 2].map(() => send('POST', `/${id}/test`))
    await silent.hasBeenAsked(1)
    const refused = await send('POST', `/${id}/test`)
    expectError(refused, 429, 'rate_limited', 'Too many requests')
    expect(refused.headers).to.include({ 'retry-after': '1' })
    const { authorization } = await otherAccount(api)
    const theirs = dataOf(await send('POST', '', { url: receiver.url }, authorization))
    const tried = dataOf(await send('POST', `/${theirs.endpoint_id}/test`, undefined, authorization))
    expect(tried).to.include({ delivered: true })
    for (const answer of await Promise.all(underWay)) expect(dataOf(answer)).to.include({ delivered: false })
    expect((await send('POST', `/${id}/test`)).status).to.equal(200)
  })
})
