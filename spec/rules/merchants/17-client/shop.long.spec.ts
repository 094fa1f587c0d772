import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import pLimit from 'p-limit'
import { tokens } from '../../../../composition/tokens.ts'
import { fundAccount, listEvents } from '../../../../core/sente.ts'
import { freePort } from '../../../fixtures/freePort.ts'
import { type Gateway, openProcesses, type Processes } from '../../../fixtures/processes.ts'
import { addClient, emptyProject, javaScriptOf, type Project } from '../../../fixtures/project.ts'
import { openSandboxGateway, type SandboxGateway } from '../../../fixtures/sandboxGateway.ts'
import { oneOf } from '../../../night.ts'
import { rule } from '../../../rule.ts'
import { projectFolder, sourcesIn } from '../../../sourceTree.ts'
import { documented, type Row } from '../../operators/105-gateway/documented.ts'
import { dayOfAShop, type Order } from './dayOfAShop.ts'
import { openFront } from './openFront.ts'

const ends: Readonly<Record<string, string>> = { succeeded: 'paid', failed: 'failed', pending: 'open' }

/** The order for a row of the test numbers, and its expected end. */
function orderOf({ number, network, operation, end }: Row, index: number) {
  const [state = '', because] = end.split(', ')
  const id = `order-${index}`
  const order = {
    ...{ id, kind: operation === 'payout' ? 'supplier' : 'sale', network, amount: 500 + index },
    phone_number: `2567${network === 'MTN' ? 7 : 5}0${number === 'any other' ? '000001' : number}`,
  }
  return { order, wanted: { id, state: ends[state], ...(because && { because }) } }
}

const pythonShop = join(projectFolder, 'examples/python_shop')

/** The shop in Python, over one of its transports; fails with the command that installs a missing package. */
function inPython(transport: 'urllib' | 'requests'): string[] {
  const needed = { urllib: ['sqlite3', 'python3'], requests: ['requests', 'python3-requests'] } as const
  const [module, name] = needed[transport]
  const { status } = spawnSync('python3', ['-c', `import ${module}`])
  if (status !== 0) throw new Error(`Python or its ${module} is missing: apt-get install -y ${name}`)
  return ['env', `HOME=${process.env.HOME}`, `TRANSPORT=${transport}`, 'python3', '-B', join(pythonShop, 'shop.py')]
}

describe('17 The client: the shop', () => {
  let gateway: SandboxGateway
  let project: Project
  let place: Processes
  before(async () => {
    project = emptyProject()
    addClient(project)
    for (const { path, text } of sourcesIn('examples/shop'))
      project.add(basename(path).replace('.ts', '.js'), javaScriptOf(text))
    place = openProcesses()
    gateway = await openSandboxGateway()
  })
  after(async () => {
    await place.close()
    await gateway.close()
    project.remove()
  })

  /** A shop with an account of its own and its webhooks; it reaches the gateway at an address. */
  async function openShop(baseUrl = gateway.url, command = ['node', join(project.folder, 'shop.js')]) {
    const { account, caller, secretKey, publicKey } = await gateway.openAccount()
    const ports = gateway.container.get(tokens.accountPorts)
    await fundAccount(ports)({
      by: 'amina',
      accountId: account.id,
      currency: 'UGX',
      amount: 1_000_000,
      reference: 'float',
    })
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const call = gateway.as({ secretKey, publicKey })
    const endpoint = await call('webhook-endpoints', { url: `${url}/webhooks` })
    const { data } = (await endpoint.json()) as { data: { secret: string } }
    const keys = { SECRET_KEY: secretKey, PUBLIC_KEY: publicKey, PIN: '4071', WEBHOOK_SECRET: data.secret }
    const env = {
      ...keys,
      BASE_URL: baseUrl,
      PORT: String(port),
      STATE: join(place.folder, `shop-${port}`),
      RETRY_S: '1',
    }
    const open = () => place.serve(env, command)
    const ask = async (path: string, body?: object): Promise<unknown> => {
      for (;;) {
        const init = body ? { method: 'POST', body: JSON.stringify(body) } : {}
        const answer = await fetch(`${url}${path}`, init).catch(() => undefined)
        if (answer?.ok) return answer.json()
        await pause(50)
      }
    }
    const post = (path: string, body: object, headers: Record<string, string> = {}) =>
      fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(body), headers })
    return { account, caller, ports, call, env, open, ask, post }
  }

  /** A day of a shop, behind a proxy. */
  async function day(command?: string[]) {
    const front = await openFront(gateway.url, [])
    const { open, ...asking } = await openShop(front.url, command)
    let shop: Gateway | undefined
    const kill = async () => {
      shop?.child.kill('SIGKILL')
      await shop?.ended
    }
    try {
      await dayOfAShop({ ...asking, kill, open: () => (shop = open()) }, { gateway, front })
    } finally {
      await front.close()
    }
  }

  rule('17.20', 'whatever happens to a shop, it finally knows the end of every order, like the gateway', {
    'killed repeatedly': async () => {
      const { account, caller, ports, call, env, open, ask } = await openShop()
      let shop: Gateway = open()
      // 990479 makes its network ask for a pause, and the others would not be sent to it meanwhile.
      const rows = documented()
        .filter(({ number }) => number !== '990479')
        .map(orderOf)
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
      // As if it had been killed between storing an order and sending it, or reading the answer.
      const unsent = { kind: 'supplier', phone_number: '256770000001', network: 'MTN', amount: 500, state: 'new' }
      const cut = ['cut-before', 'cut-after'].map((id) => ({ ...unsent, id }))
      const state = JSON.parse(readFileSync(env.STATE, 'utf8'))
      for (const order of cut) state.orders[order.id] = order
      writeFileSync(env.STATE, JSON.stringify(state))
      const { kind: _, id: reference, state: __, ...payout } = { ...unsent, id: 'cut-after' }
      const sent = { ...payout, reference, currency: 'UGX', pin: '4071' }
      expect((await call('send-money', sent)).status).to.equal(201)
      const { books } = ports
      const stateOf = async (reference: string) => {
        const { transactions } = await books.list({ accountId: account.id, reference, limit: 2 })
        return transactions.map((each) => ends[each.state] ?? 'open').join()
      }
      // It ends while no shop is running.
      while ((await stateOf('cut-after')) !== 'paid') await pause(20)
      shop = open()
      const wanted = [...rows.map((row) => row.wanted), ...cut.map(({ id }) => ({ id, state: 'paid' }))]
      let known: { after: number; orders: Order[] } | undefined
      const outcomeOf = ({ id, state, because }: Order) => ({ id, state, ...(because && { because }) })
      while (JSON.stringify(sorted(known?.orders.map(outcomeOf) ?? [])) !== JSON.stringify(sorted(wanted))) {
        known = (await ask('/orders')) as typeof known
        await pause(200)
      }
      for (const { id, state } of wanted) expect(await stateOf(id)).to.equal(state)
      const page = await listEvents({ books })({ caller, query: { after: 0, limit: 1_000 } })
      expect('refused' in page ? undefined : page.next).to.equal(known?.after)
    },
    'beside another program, behind a proxy that is busy, broken, or loses an answer': async () => {
      const front = await openFront(gateway.url, ['busy', 'busy', 'broken', 'answer lost', 'busy'])
      const { call, open, ask } = await openShop(front.url)
      open()
      const sale = { kind: 'sale', network: 'MTN', phone_number: '256770000001', amount: 90_000 }
      const clash = ask('/orders', { ...sale, id: 'clash' })
      while (((await ask('/orders')) as { orders: Order[] }).orders.length === 0) await pause(50)
      const { kind: _, ...payment } = { ...sale, reference: 'clash', amount: 500, currency: 'UGX' }
      expect((await call('collect-money', payment)).status).to.equal(201)
      await clash
      await ask('/orders', { ...sale, id: 'order' })
      let orders: readonly Order[] = []
      while (!orders.some(({ id, state }) => id === 'order' && state === 'paid')) {
        await pause(200)
        orders = ((await ask('/orders')) as { orders: Order[] }).orders
      }
      await front.close()
      expect(sorted(orders).map(({ id, state, because }) => [id, state, because])).to.deep.equal([
        ['clash', 'refused', 'duplicate_reference'],
        ['order', 'paid', undefined],
      ])
    },
    ...oneOf({
      'with refunds and a batch for its suppliers, killed before and after each request has arrived': () => day(),
      'the same in Python, with its standard library only': () => day(inPython('urllib')),
      'the same in Python, with requests': () => day(inPython('requests')),
    }),
  })

  /** The acts of a shop that remembers payments forgotten by the gateway. */
  async function forget(seed: typeof seedInNode, command?: string[]) {
    const { env, call, ask, open } = await openShop(gateway.url, command)
    const order = { kind: 'supplier', phone_number: '256770000001', network: 'MTN', amount: 500 }
    const { kind: _, ...payout } = { ...order, reference: 'kept', currency: 'UGX', pin: '4071' }
    expect((await call('send-money', payout)).status).to.equal(201)
    while ((await call('events?after=3')).status !== 200) await pause(50)
    seed(env.STATE, [
      { ...order, id: 'kept', state: 'open' },
      { ...order, id: 'lost-open', state: 'open' },
      { ...order, id: 'lost-paid', state: 'paid' },
    ])
    const shop = open()
    const states = async () => {
      const known = (await ask('/orders')) as { after: number; orders: Order[] }
      return [known.after, ...known.orders.map(({ id, state }) => `${id} ${state}`)]
    }
    const wanted = [3, 'kept paid', 'lost-open forgotten', 'lost-paid paid']
    while (JSON.stringify(await states()) !== JSON.stringify(wanted)) await pause(50)
    expect(shop.stderr().trim().split('\n')).to.deep.equal([
      'The account’s last event is 3. If its books were restored, compare by transactions and begin with after=0',
      'The gateway has forgotten order lost-open, which is open here.',
      'The gateway has forgotten order lost-paid, which is paid here.',
    ])
    const found = await call('transactions?reference=lost-open')
    expect(((await found.json()) as { data: { transactions: object[] } }).data.transactions).to.deep.equal([])
  }

  rule(
    '17.21',
    'a shop that remembers more than the restored books lists the forgotten orders, and pays none of them again',
    oneOf({
      'in Node': () => forget(seedInNode),
      'in Python': () => forget(seedInPython, inPython('urllib')),
    }),
  )
})

/** Gives a shop orders, and an event, that the gateway does not have. */
function seedInNode(path: string, orders: readonly Order[]): void {
  const named = Object.fromEntries(orders.map((order) => [order.id, order]))
  writeFileSync(path, JSON.stringify({ after: 1_000, orders: named }))
}

const seeding = `
import json, sys
sys.path.insert(0, sys.argv[1])
from books import Books, Order
books = Books(sys.argv[2])
books.take([Order(**order) for order in json.loads(sys.argv[3])])
books.after = 1000
`

function seedInPython(path: string, orders: readonly Order[]): void {
  execFileSync('python3', ['-B', '-c', seeding, pythonShop, path, JSON.stringify(orders)])
}

function sorted<Named extends { readonly id: string }>(all: readonly Named[]): Named[] {
  return [...all].sort((one, other) => (one.id < other.id ? -1 : 1))
}
