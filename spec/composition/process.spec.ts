import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { type Gateway, workshop } from '../gateway.ts'
import { rule } from '../rule.ts'

/** The keys and the line to try, as the sandbox printed them. */
async function greetingOf(gateway: Gateway) {
  await gateway.url
  while (!gateway.stderr().includes('Ctrl-C')) await new Promise((resolve) => setTimeout(resolve, 10))
  const text = gateway.stderr()
  const found = (pattern: RegExp) => pattern.exec(text)?.[1] ?? ''
  return {
    accountId: found(/account +(\S+)/),
    secretKey: found(/(sente_sk_\w+)/),
    publicKey: found(/(sente_pk_\w+)/),
    curl: found(/(curl .*)/),
  }
}

type Greeting = Awaited<ReturnType<typeof greetingOf>>

/** The arguments that a shell hands to curl when the line is pasted into it. */
function argumentsOf(curl: string): string[] {
  const shell = spawnSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }; ${curl}`], { encoding: 'utf8' })
  return shell.stdout.split('\n')
}

async function paste(curl: string): Promise<Response> {
  const given = argumentsOf(curl)
  const url = given.find((argument) => argument.startsWith('http')) ?? ''
  const headers = given.flatMap((argument, index) => (given[index - 1] === '-H' ? [argument.split(': ')] : []))
  return fetch(url, {
    method: 'POST',
    headers: headers as [string, string][],
    body: given[given.indexOf('-d') + 1] ?? '',
  })
}

async function pay(gateway: Gateway, { secretKey, publicKey }: Greeting, change: Record<string, unknown> = {}) {
  const { path = 'send-money', ...fields } = change
  const body = {
    apikey: publicKey,
    reference: 'order-1',
    phone_number: '256770000001',
    amount: 500,
    currency: 'UGX',
    network: 'MTN',
    pin: '1234',
    ...fields,
  }
  return fetch(`${await gateway.url}/api/v1/${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secretKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
}

describe('27 The process', () => {
  let place: ReturnType<typeof workshop>
  beforeEach(() => {
    place = workshop()
  })
  afterEach(() => place.close())

  rule('27.1', 'the sandbox prints a line that sends money when it is pasted into a shell', async () => {
    const gateway = place.serve()
    const answer = await paste((await greetingOf(gateway)).curl)
    expect(answer.status).to.equal(201)
    expect(await answer.json()).to.have.nested.property('data.amount', 5000)
  })

  rule('27.2', 'every start prints the same keys, and the PIN is still good', async () => {
    const first = place.serve()
    const { secretKey, publicKey } = await greetingOf(first)
    first.child.kill('SIGTERM')
    expect(await first.ended).to.equal(0)
    const second = place.serve()
    const greeting = await greetingOf(second)
    expect(greeting).to.include({ secretKey, publicKey })
    expect((await pay(second, greeting)).status).to.equal(201)
  })

  rule('27.3', 'stdout is JSON lines and holds no key, no PIN and no phone number', async () => {
    const gateway = place.serve({ LOG_LEVEL: 'trace' })
    const greeting = await greetingOf(gateway)
    await pay(gateway, greeting)
    await pay(gateway, greeting, { path: 'collect-money', reference: 'order-2' })
    await pay(gateway, greeting, { reference: 'order-3', pin: '9876' })
    gateway.child.kill('SIGTERM')
    await gateway.ended
    for (const line of gateway.stdout().trim().split('\n')) JSON.parse(line)
    const { secretKey, publicKey } = greeting
    for (const secret of [secretKey, publicKey, '256770000001', '770000001', '9876']) {
      expect(gateway.stdout()).not.to.include(secret)
    }
  })

  rule('27.4', 'the sandbox’s secrets can be read by their owner alone', async () => {
    await greetingOf(place.serve())
    for (const name of ['sandbox.db', 'sandbox.db-secrets.json']) {
      expect(statSync(join(place.folder, 'data', name)).mode & 0o077, name).to.equal(0)
    }
  })

  rule('27.5', 'both networks are there, and a payout on either is paid out', async () => {
    const gateway = place.serve()
    const greeting = await greetingOf(gateway)
    for (const network of ['MTN', 'AIRTEL']) {
      expect((await pay(gateway, greeting, { network, reference: network })).status).to.equal(201)
    }
    const shown = ['account', 'show', greeting.accountId, '--json']
    let balances = {}
    while (JSON.stringify(balances) !== '{"UGX":{"available":999000,"held":0}}') {
      balances = JSON.parse((await place.sente(shown)).stdout).balances
    }
  })

  rule('27.6', 'SIGTERM and SIGINT, also to npm itself, let a payment in flight end and then the server', async () => {
    await Promise.all([stopsCleanly('SIGTERM'), stopsCleanly('SIGINT')])
  })

  rule('27.7', 'a killed server has lost no request that it answered, and its books are in order', async () => {
    const gateway = place.serve()
    const greeting = await greetingOf(gateway)
    const answered: string[] = []
    let goes = true
    const client = async (number: number) => {
      for (let count = 0; goes; count += 1) {
        const path = count % 2 === 0 ? 'send-money' : 'collect-money'
        const reference = `client-${number}-${count}`
        const answer = await pay(gateway, greeting, { path, reference }).catch(() => undefined)
        if (answer?.status === 201)
          answered.push(
            `${reference} ${((await answer.json()) as { data: { transaction_id: string } }).data.transaction_id}`,
          )
      }
    }
    const clients = Array.from({ length: 8 }, (_, number) => client(number))
    while (answered.length < 100) await new Promise((resolve) => setTimeout(resolve, 10))
    gateway.child.kill('SIGKILL')
    goes = false
    await Promise.all(clients)
    expect(await gateway.ended).to.equal('SIGKILL')

    const again = place.serve()
    await again.url
    for (const line of answered) {
      const [reference = ''] = line.split(' ')
      const repeated = await pay(again, greeting, { reference })
      expect(repeated.status, reference).to.equal(409)
      expect(repeated.headers.get('link')).to.include(line.split(' ')[1])
    }
    expect(JSON.parse((await place.sente(['audit', '--json'])).stdout)).to.include({ ok: true })
  })

  rule('27.13', 'what a killed server left open ends after the restart, as the networks executed it', async () => {
    const gateway = place.serve()
    const greeting = await greetingOf(gateway)
    const numbers = ['000001', '990471', '990472', '990474', '990476', '990451']
    const requests = [...numbers, ...numbers].map((number, index) =>
      pay(gateway, greeting, {
        path: index < numbers.length ? 'send-money' : 'collect-money',
        phone_number: `256770${number}`,
        reference: `order-${index}`,
      }).catch(() => undefined),
    )
    await new Promise((resolve) => setTimeout(resolve, 400))
    gateway.child.kill('SIGKILL')
    await Promise.all([...requests, gateway.ended])

    const again = place.serve()
    await again.url
    const list = async () => JSON.parse((await place.sente(['transaction', 'list', '--json'])).stdout).transactions
    const isOpen = ({ state }: { state: string }) => state === 'submitting' || state === 'pending'
    let transactions = await list()
    expect(transactions).not.to.have.length(0)
    while (transactions.some(isOpen)) transactions = await list()
    const executed = executedIn(place.folder)
    for (const { transaction_id, state } of transactions) {
      expect(state === 'succeeded', transaction_id).to.equal(executed.has(transaction_id))
    }
    expect(JSON.parse((await place.sente(['audit', '--json'])).stdout)).to.include({ ok: true })
  })

  rule('27.8', 'a second server on the same database ends and names the process of the first', async () => {
    const first = place.serve()
    await first.url
    const second = place.serve()
    expect(await second.ended).to.equal(1)
    expect(second.stderr()).to.include(`process ${first.child.pid}`)
    expect(second.stdout()).to.equal('')
    const { status } = await fetch(`${await first.url}/readyz`)
    expect(status).to.equal(200)
  })

  rule('27.9', 'commands work while the server does, and neither makes the other fail', async () => {
    const gateway = place.serve()
    const greeting = await greetingOf(gateway)
    const payments = Array.from({ length: 60 }, (_, index) => pay(gateway, greeting, { reference: `order-${index}` }))
    const fundings = Array.from({ length: 6 }, (_, index) =>
      place.sente(['account', 'fund', greeting.accountId, 'UGX', '100', '--reference', `bank-${index}`]),
    )
    for (const { status } of await Promise.all(payments)) expect(status).to.equal(201)
    for (const { code, stderr } of await Promise.all(fundings)) expect(code, stderr).to.equal(0)
    const { stdout } = await place.sente(['account', 'show', greeting.accountId, '--json'])
    const { available, held } = JSON.parse(stdout).balances.UGX
    expect(available).to.equal(1_000_000 - 60 * 500 + 6 * 100)
    expect(held).to.be.at.most(60 * 500)
  })

  rule('27.10', 'a wrong setting ends the program with a message that names it', async () => {
    const { code, stderr, stdout } = await place.sente(['serve'], { PORT: 'abc' })
    expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' })
    expect(stderr).to.include('PORT is "abc", but has to be a port number from 0 to 65535')
  })

  rule('27.11', 'a port that is taken is named, and the database is free again', async () => {
    const first = place.serve()
    const port = new URL(await first.url).port
    const other = workshop()
    try {
      const { code, stderr } = await other.sente(['serve'], { PORT: port })
      expect(code).to.equal(1)
      expect(stderr).to.include(`PORT is ${port}, but something else listens there already`)
    } finally {
      await other.close()
    }
  })

  rule('27.12', 'live refuses a sandbox’s database', async () => {
    const sandbox = place.serve()
    await greetingOf(sandbox)
    sandbox.child.kill('SIGTERM')
    await sandbox.ended
    const { code, stderr } = await place.sente(['audit'], liveSettings(place.folder))
    expect(code).to.equal(1)
    expect(stderr).to.include('sandbox')
  })
})

/** The transactions that MTN has executed, by its own file: it repeats our id. */
function executedIn(folder: string): Set<string> {
  const lines = readFileSync(join(folder, 'data', 'sandbox.db-networks.jsonl'), 'utf8')
    .trim()
    .split('\n')
  const payments = lines.flatMap((line) => JSON.parse(line).payment ?? [])
  const successful = payments.filter(({ status }) => status === 'successful')
  return new Set(successful.map(({ echo }) => echo.externalId))
}

/** Stops a gateway that npm started while a payment is on its way to a slow network. */
async function stopsCleanly(signal: 'SIGTERM' | 'SIGINT') {
  const place = workshop()
  try {
    const gateway = place.serve({}, ['npm', 'start'])
    const greeting = await greetingOf(gateway)
    const answer = pay(gateway, greeting, { phone_number: '256770990474' })
    const shown = ['transaction', 'show', '--account', greeting.accountId, '--reference', 'order-1', '--json']
    while ((await place.sente(shown)).code !== 0) await new Promise((resolve) => setTimeout(resolve, 50))
    gateway.child.kill(signal)
    expect((await answer).status).to.equal(201)
    await gateway.ended
    expect(gateway.stdout()).to.include('"msg":"stopped"')
    expect(await fetch(await gateway.url).catch(() => 'gone')).to.equal('gone')
    expect(JSON.parse((await place.sente(shown)).stdout)).to.include({ state: 'succeeded' })
  } finally {
    await place.close()
  }
}

/** Settings of a live gateway whose networks nobody will reach. */
function liveSettings(folder: string): Record<string, string> {
  const credentials = { subscription_key_env: 'MTN', api_user_env: 'MTN', api_key_env: 'MTN' }
  const config = {
    currencies: { UGX: { minimum: 500, maximum: 5_000_000, networks: { MTN: { provider: 'mtn' } } } },
    providers: {
      mtn: {
        api: 'mtn-momo',
        base_url: 'http://127.0.0.1:1',
        target_environment: 'mtnuganda',
        collection: credentials,
        disbursement: credentials,
      },
    },
  }
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'live.json')
  writeFileSync(path, JSON.stringify(config))
  return { SENTE_CONFIG: path, SENTE_PIN_KEY: 'a PIN key for tests, long enough.', MTN: 'x' }
}
