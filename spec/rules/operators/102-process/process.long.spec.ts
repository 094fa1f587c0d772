import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { greetingOf, paste, pay } from '../../../fixtures/greeting.ts'
import { type Here, openHere } from '../../../fixtures/inThisProcess.ts'
import { type Gateway, openProcesses, type Processes } from '../../../fixtures/processes.ts'
import { reached } from '../../../fixtures/until.ts'
import { withoutIds } from '../../../fixtures/withoutIds.ts'
import { times } from '../../../night.ts'
import { rule } from '../../../rule.ts'

describe('102 The process', () => {
  let processes: Processes
  /** A sandbox shared by most examples, and commands beside it. */
  let sandbox: Gateway
  let here: Here
  before(async () => {
    processes = openProcesses()
    here = openHere(processes)
    sandbox = processes.serve()
    await sandbox.greeting
  })
  after(async () => {
    await here.close()
    await processes.close()
  })

  /** Runs an example in a folder of its own. */
  async function apart(example: (other: Here) => Promise<unknown>) {
    const other = openHere()
    try {
      await example(other)
    } finally {
      await other.close()
    }
  }

  rule(
    '102.1',
    'the sandbox prints the pages to try it, links for its first users, and a command to paste into a shell that sends money',
    async () => {
      const printed = [...(await sandbox.greeting).matchAll(/http\S+\/(?:(?:try|phone)\/|join\/[\w-]+)/g)]
      const pages = await Promise.all(printed.map(async ([page]) => (await fetch(page)).text()))
      expect(pages).to.have.length(4)
      expect(pages[2]).to.include('You join Demo as owner.')
      expect(pages[3]).to.include('You join the gateway as administrator.')
      const answer = await paste((await greetingOf(sandbox)).curl)
      expect(answer.status).to.equal(201)
      expect(await answer.json()).to.have.nested.property('data.amount', 5000)
    },
  )

  rule('102.2', 'every start prints the same keys, and the PIN still works', () =>
    apart(async (other) => {
      const first = other.serve()
      const { secretKey, publicKey } = await greetingOf(first as unknown as Gateway)
      expect(await first.stop()).to.equal(0)
      const second = other.serve()
      const greeting = await greetingOf(second as unknown as Gateway)
      expect(greeting).to.include({ secretKey, publicKey })
      expect((await pay(second, greeting)).status).to.equal(201)
    }),
  )

  rule('102.3', 'standard output is JSON lines and holds no key, no PIN and no phone number', async () => {
    const DATABASE_URL = `sqlite:${join(processes.folder, 'traced', 'sandbox.db')}`
    const gateway = processes.serve({ LOG_LEVEL: 'trace', DATABASE_URL })
    const greeting = await greetingOf(gateway)
    await pay(gateway, greeting)
    await pay(gateway, greeting, { path: 'collect-money', reference: 'order-2' })
    await pay(gateway, greeting, { reference: 'order-3', pin: '739164' })
    gateway.child.kill('SIGTERM')
    await gateway.ended
    for (const line of gateway.stdout().trim().split('\n')) JSON.parse(line)
    const { secretKey, publicKey } = greeting
    for (const secret of [secretKey, publicKey, '256770000001', '770000001', '739164']) {
      expect(withoutIds(gateway.stdout())).not.to.include(secret)
    }
  })

  rule('102.4', 'only their owner can read the sandbox’s secrets', () => {
    for (const name of ['sandbox.db', 'sandbox.db-secrets.json']) {
      expect(statSync(join(processes.folder, 'data', name)).mode & 0o077, name).to.equal(0)
    }
  })

  rule('102.5', 'both networks run, and a payout on either is paid out', async () => {
    const merchant = await here.openAccount()
    for (const network of ['MTN', 'AIRTEL']) {
      expect((await pay(sandbox, merchant, { network, reference: network })).status).to.equal(201)
    }
    const shown = ['account', 'show', merchant.accountId, '--json']
    await reached('both are paid out', async () => {
      const { balances } = JSON.parse((await here.sente(shown)).stdout)
      return JSON.stringify(balances) === '{"UGX":{"available":999000,"held":0}}'
    })
  })

  rule('102.6', 'a second server on the same database exits and names the process of the first', async () => {
    const second = processes.serve()
    expect(await second.ended).to.equal(1)
    expect(second.stderr()).to.include(`process ${sandbox.child.pid}`)
    expect(second.stdout()).to.equal('')
    const { status } = await fetch(`${await sandbox.url}/readyz`)
    expect(status).to.equal(200)
  })

  rule('102.7', 'commands work while the server runs, and neither makes the other fail', async () => {
    const merchant = await here.openAccount()
    const commands = times({ night: 6, day: 2 })
    const payments = Array.from({ length: 60 }, (_, index) => pay(sandbox, merchant, { reference: `order-${index}` }))
    const fundings = Array.from({ length: commands }, (_, index) =>
      processes.sente(['account', 'fund', merchant.accountId, 'UGX', '100', '--reference', `bank-${index}`]),
    )
    for (const { status } of await Promise.all(payments)) expect(status).to.equal(201)
    for (const { code, stderr } of await Promise.all(fundings)) expect(code, stderr).to.equal(0)
    const { stdout } = await here.sente(['account', 'show', merchant.accountId, '--json'])
    const { available, held } = JSON.parse(stdout).balances.UGX
    expect(available).to.equal(1_000_000 - 60 * 500 + commands * 100)
    expect(held).to.be.at.most(60 * 500)
  })

  rule('102.8', 'a wrong setting ends the program with a message that names it', async () => {
    const { code, stderr, stdout } = await processes.sente(['sandbox'], { PORT: 'abc' })
    expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' })
    expect(stderr).to.include('PORT is "abc", but must be a port number from 0 to 65535')
  })

  rule('102.9', 'a used port is named, and the database is free again', () =>
    apart(async (other) => {
      const port = new URL(await sandbox.url).port
      const { code, stderr } = await other.sente(['sandbox'], { PORT: port })
      expect(code).to.equal(1)
      expect(stderr).to.include(`PORT is ${port}, but another program already listens there`)
      expect(await other.serve().url).to.match(/^http:/)
    }),
  )

  rule('102.10', 'live refuses a sandbox’s database', async () => {
    const { DATABASE_URL } = here.environment
    const { code, stderr } = await here.sente(['audit'], { ...(await here.startNetworks()), DATABASE_URL })
    expect(code).to.equal(1)
    expect(stderr).to.include('sandbox')
  })
})
