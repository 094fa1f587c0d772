import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { MtnProduct, Simulator } from '../../../adapters/simulator/simulator.ts'
import { test } from '../../rule.ts'
import { basicOf, openMtn } from '../mtnCaller.ts'
import { http, seen } from '../openedSimulator.ts'

type Given = { readonly id?: string; readonly headers?: Record<string, string | undefined>; readonly body?: object }

describe("Both simulated networks, and MTN: MTN's API users", () => {
  test('a new user gets a key, and with it tokens of the product of its subscription', {
    async 'the product'() {
      for (const product of ['collection', 'disbursement', 'remittance'] as const) {
        const { simulator, askToken } = await openMtn()
        const { create, show, makeKey, id } = provisioner(simulator.mtn, product)
        expect(await create()).to.include({ status: 201, text: '' })
        expect((await show()).body).to.deep.equal({
          providerCallbackHost: 'shop.example',
          targetEnvironment: 'sandbox',
        })
        const { status, body } = await makeKey()
        expect(status).to.equal(201)
        expect(body.apiKey).to.match(/^[0-9a-f]{32}$/)
        const authorization = basicOf({ apiUser: id.toUpperCase(), apiKey: body.apiKey })
        expect(await askToken(product, { authorization })).to.include({ status: 200 })
      }
    },
    async 'another product'() {
      const { simulator, askToken } = await openMtn()
      const { create, makeKey, id } = provisioner(simulator.mtn, 'collection')
      await create()
      const authorization = basicOf({ apiUser: id, apiKey: (await makeKey()).body.apiKey })
      expect(await askToken('disbursement', { authorization })).to.include({ status: 401 })
    },
  })

  test('only the latest key of a user is accepted', async () => {
    const { simulator, askToken } = await openMtn()
    const { create, makeKey, id } = provisioner(simulator.mtn, 'collection')
    await create()
    const askWith = async (apiKey: string) =>
      (await askToken('collection', { authorization: basicOf({ apiUser: id, apiKey }) })).status
    expect(await askWith('')).to.equal(401)
    const [first, second] = [(await makeKey()).body.apiKey, (await makeKey()).body.apiKey]
    expect([await askWith(first), await askWith(second)]).to.deep.equal([401, 200])
  })

  test('a wrong request for a user is refused', {
    'no subscription': () => expectStatus(401, { headers: { 'ocp-apim-subscription-key': undefined } }),
    'no UUID': () => expectStatus(400, { id: 'user-1' }),
    'no callback host': () => expectStatus(400, { body: {} }),
    'an empty callback host': () => expectStatus(400, { body: { providerCallbackHost: '' } }),
    async 'a used id'() {
      const { simulator } = await openMtn()
      const { create } = provisioner(simulator.mtn, 'collection')
      await create()
      const { status, body } = await create()
      expect({ status, code: body.code }).to.deep.equal({ status: 409, code: 'RESOURCE_ALREADY_EXIST' })
    },
    async 'an unknown user'() {
      const { simulator } = await openMtn()
      const { show, makeKey } = provisioner(simulator.mtn, 'collection')
      for (const { status, body } of [await show(), await makeKey()])
        expect({ status, code: body.code }).to.deep.equal({ status: 404, code: 'RESOURCE_NOT_FOUND' })
    },
  })

  test('users and their keys survive a restart on the same file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sente-simulator-'))
    try {
      const dataFile = join(folder, 'networks.jsonl')
      const before = await openMtn({ dataFile })
      const { create, makeKey, id } = provisioner(before.simulator.mtn, 'collection')
      await create()
      const { apiKey } = (await makeKey()).body
      await before.simulator.close()
      const { askToken } = await openMtn({ dataFile })
      expect(await askToken('collection', { authorization: basicOf({ apiUser: id, apiKey }) })).to.include({
        status: 200,
      })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

/** Makes one API user under a product's subscription. */
function provisioner(mtn: Simulator['mtn'], product: MtnProduct, given: Given = {}) {
  const { id = randomUUID(), body = { providerCallbackHost: 'shop.example' } } = given
  const headers = { 'ocp-apim-subscription-key': mtn[product].subscriptionKey, ...given.headers }
  const url = `${mtn.baseUrl}/v1_0/apiuser`
  return {
    id,
    create: async () => seen(await http.post(url, { headers: { ...headers, 'x-reference-id': id }, json: body })),
    show: async () => seen(await http.get(`${url}/${id}`, { headers })),
    makeKey: async () => seen(await http.post(`${url}/${id}/apikey`, { headers })),
  }
}

async function expectStatus(status: number, given: Given) {
  const { simulator } = await openMtn()
  expect(await provisioner(simulator.mtn, 'collection', given).create()).to.include({ status })
}
