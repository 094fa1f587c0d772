import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import pLimit from 'p-limit'
import { tokens } from '../../../composition/tokens.ts'
import { fundAccount, listEvents } from '../../../core/sente.ts'
import { documented, type Row } from '../../composition/34-gateway/documented.ts'
import { type Gateway, openProcesses, type Processes } from '../../fixtures/processes.ts'
import { openSandboxGateway, type SandboxGateway } from '../../fixtures/sandboxGateway.ts'
import { addSente, emptyProject, javaScriptOf, type Project } from '../../house/36-package/project.ts'
import { rule } from '../../rule.ts'
import { textOf } from '../../sourceTree.ts'

type Order = { readonly id: string; readonly state: string; readonly because?: string }

const ends: Readonly<Record<string, string>> = { succeeded: 'paid', failed: 'failed', pending: 'open' }

/** The order that a row of the test numbers is about, and what is to become of it. */
function orderOf({ number, network, operation, end }: Row, index: number) {
  const [state = '', because] = end.split(', ')
  const id = `order-${index}`
  const order = {
    ...{ id, kind: operation === 'payout' ? 'refund' : 'sale', network, amount: 500 + index },
    phone_number: `256770${number === 'any other' ? '000001' : number}`,
  }
  return { order, wanted: { id, state: ends[state], ...(because && { because }) } }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

describe('53 The client: the shop', function () {
  this.timeout(180_000)
  let gateway: SandboxGateway
  let project: Project
  let place: Processes
  before(async () => {
    project = emptyProject()
    addSente(project)
    project.add('shop.js', javaScriptOf(textOf('examples/shop.ts')))
    place = openProcesses()
    gateway = await openSandboxGateway()
  })
  after(async () => {
    await place.close()
    await gateway.close()
    project.remove()
  })

  rule(
    '53.15',
    'a shop that is killed again and again knows in the end what became of every order, as the gateway does',
    async () => {
      const { account, caller, secretKey, publicKey } = await gateway.openAccount()
      const ports = gateway.container.get(tokens.accountPorts)
      await fundAccount(ports)({ accountId: account.id, currency: 'UGX', amount: 1_000_000, reference: 'float' })
      const port = await freePort()
      const url = `http://127.0.0.1:${port}`
      const endpoint = await gateway.as({ secretKey, publicKey })('webhook-endpoints', { url: `${url}/webhooks` })
      const { data } = (await endpoint.json()) as { data: { secret: string } }
      const keys = { SECRET_KEY: secretKey, PUBLIC_KEY: publicKey, PIN: '1234', WEBHOOK_SECRET: data.secret }
      const env = { ...keys, BASE_URL: gateway.url, PORT: String(port), STATE: join(place.folder, 'shop.json') }
      const open = () => place.serve(env, ['node', join(project.folder, 'shop.js')])
      let shop: Gateway = open()
      const ask = async (path: string, body?: object): Promise<unknown> => {
        for (;;) {
          const init = body ? { method: 'POST', body: JSON.stringify(body) } : {}
          const answer = await fetch(`${url}${path}`, init).catch(() => undefined)
          if (answer?.ok) return answer.json()
          await pause(50)
        }
      }
      const rows = documented().map(orderOf)
      const atOnce = pLimit(8)
      let taken = 0
      await Promise.all(
        rows.map(({ order }) =>
          atOnce(async () => {
            await ask('/orders', order)
            taken += 1
            if (taken % 25 !== 0) return
            shop.child.kill('SIGKILL')
            await shop.ended
            shop = open()
          }),
        ),
      )
      shop.child.kill('SIGKILL')
      await shop.ended
      // As if it had been killed between remembering an order and sending it, or hearing the answer.
      const unsent = { kind: 'refund', phone_number: '256770000001', network: 'MTN', amount: 500, state: 'new' }
      const cut = ['cut-before', 'cut-after'].map((id) => ({ ...unsent, id }))
      const state = JSON.parse(readFileSync(env.STATE, 'utf8'))
      for (const order of cut) state.orders[order.id] = order
      writeFileSync(env.STATE, JSON.stringify(state))
      const { kind: _, id: reference, state: __, ...payout } = { ...unsent, id: 'cut-after' }
      const sent = { ...payout, reference, currency: 'UGX', pin: '1234' }
      expect((await gateway.as({ secretKey, publicKey })('send-money', sent)).status).to.equal(201)
      await pause(2_000)
      shop = open()
      const wanted = [...rows.map((row) => row.wanted), ...cut.map(({ id }) => ({ id, state: 'paid' }))]
      let known: { after: number; orders: Order[] } | undefined
      const outcomeOf = ({ id, state, because }: Order) => ({ id, state, ...(because && { because }) })
      while (JSON.stringify(sorted(known?.orders.map(outcomeOf) ?? [])) !== JSON.stringify(sorted(wanted))) {
        known = (await ask('/orders')) as typeof known
        await pause(200)
      }
      const { books } = ports
      for (const { id, state } of wanted) {
        const { transactions } = await books.list({ accountId: account.id, reference: id, limit: 2 })
        expect(transactions.map((each) => ends[each.state] ?? 'open')).to.deep.equal([state])
      }
      const page = await listEvents({ books })({ caller, query: { after: 0, limit: 1_000 } })
      expect('refused' in page ? undefined : page.next).to.equal(known?.after)
    },
  )
})

function sorted<Named extends { readonly id: string }>(all: readonly Named[]): Named[] {
  return [...all].sort((one, other) => (one.id < other.id ? -1 : 1))
}
