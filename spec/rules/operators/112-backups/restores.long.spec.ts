import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { type Greeting, greetingOf, pay } from '../../../fixtures/greeting.ts'
import { type Gateway, openProcesses, type Processes } from '../../../fixtures/processes.ts'
import { oneOf } from '../../../night.ts'
import { rule } from '../../../rule.ts'

describe('112 Backups: restored books', () => {
  let processes: Processes
  beforeEach(() => {
    processes = openProcesses()
  })
  const file = (name = '') => join(processes.folder, 'data', `sandbox.db${name}`)
  const backup = () => join(processes.folder, 'backup.db')

  async function started(): Promise<{ gateway: Gateway; greeting: Greeting }> {
    const gateway = processes.serve()
    return { gateway, greeting: await greetingOf(gateway) }
  }

  async function ended({ child, ended }: Gateway, signal: 'SIGTERM' | 'SIGKILL') {
    child.kill(signal)
    await ended
  }

  async function json(...args: string[]) {
    const { stdout } = await processes.sente([...args, '--json'])
    return JSON.parse(stdout)
  }

  async function ready(gateway: Gateway) {
    const { status, headers } = await fetch(`${await gateway.url}/readyz`)
    return `${status} ${headers.get('error-code')}`
  }

  async function answerOf(sent: ReturnType<typeof pay>) {
    const { status, headers } = await sent
    return { status, code: headers.get('error-code'), after: headers.get('retry-after') }
  }

  /** Waits until the mark beside the database names a transaction. */
  async function marked(id: string) {
    while (JSON.parse(readFileSync(file('-mark'), 'utf8')).transaction?.id !== id) await pause()
  }

  /** The payouts of the networks and their sum, each counted as often as its end was written. */
  function paidOut(): { times: number; payouts: number; sum: number } {
    const lines = readFileSync(file('-networks.jsonl'), 'utf8').trim().split('\n')
    const ends = lines
      .map((line) => JSON.parse(line).payment)
      .filter((payment) => payment?.kind === 'payout' && payment.status === 'successful')
    const ids = new Set(ends.map(({ providerId }) => providerId))
    return { times: ends.length, payouts: ids.size, sum: ends.reduce((sum, { amount }) => sum + Number(amount), 0) }
  }

  const refused = { status: 503, code: 'quarantined', after: '60' }

  rule(
    '112.1',
    'after a restore no reference is paid twice: payments are refused until an operator has ended the quarantine',
    async () => {
      const { gateway, greeting } = await started()
      const before = Array.from({ length: 20 }, (_, n) => pay(gateway, greeting, { reference: `before-${n}` }))
      for (const { status } of await Promise.all(before)) expect(status).to.equal(201)
      const copied = processes.sente(['backup', backup()])
      let isCopied = false
      copied.finally(() => {
        isCopied = true
      })
      // The customers' network is slow for these, so that some are open in the backup.
      let slow = 0
      while (!isCopied) {
        slow += 1
        const payout = { reference: `slow-${slow}`, phone_number: '256770990454' }
        expect((await pay(gateway, greeting, payout)).status).to.equal(201)
        await pause(200)
      }
      const { code, stderr } = await copied
      expect(code, stderr).to.equal(0)
      expect(statSync(backup()).mode & 0o777).to.equal(0o600)
      const after = Array.from({ length: 10 }, (_, n) => pay(gateway, greeting, { reference: `after-${n}` }))
      for (const { status } of await Promise.all(after)) expect(status).to.equal(201)
      await ended(gateway, 'SIGKILL')
      expect((await processes.sente(['restore', backup()])).code).to.equal(0)
      const open = (await json('transaction', 'list', '--state', 'pending')).transactions
      expect(open).not.to.be.empty
      expect(await json('quarantine', 'show')).to.include({ quarantined: true })

      const restored = await started()
      expect(await ready(restored.gateway)).to.equal('503 quarantined')
      expect(restored.gateway.stdout()).to.include('"level":50').and.to.include('quarantined')
      for (const reference of ['after-0', 'new']) {
        expect(await answerOf(pay(restored.gateway, greeting, { reference }))).to.deep.equal(refused)
      }
      // Payments that the books have not forgotten are certain.
      const known = await answerOf(pay(restored.gateway, greeting, { reference: 'before-0' }))
      expect(known).to.include({ status: 409, code: 'duplicate_reference' })
      expect(await answerOf(pay(restored.gateway, greeting, { pin: '0000' }))).to.deep.equal(refused)
      const collect = pay(restored.gateway, greeting, { path: 'collect-money', reference: 'collected' })
      expect(await answerOf(collect)).to.deep.equal(refused)
      const all = 30 + slow
      while (paidOut().payouts < all) await pause()
      while ((await json('transaction', 'list', '--state', 'pending')).transactions.length > 0) await pause()
      expect(paidOut()).to.deep.equal({ times: all, payouts: all, sum: 500 * all })
      for (const { transaction_id: id } of open) {
        expect(await json('transaction', 'show', id)).to.include({ state: 'succeeded' })
      }
      expect(await ready(restored.gateway)).to.equal('503 quarantined')

      const by = ['--because', 'both portals compared', '--by', 'amina']
      expect((await processes.sente(['quarantine', 'end', ...by])).code).to.equal(0)
      expect(await ready(restored.gateway)).to.equal('200 null')
      expect((await pay(restored.gateway, greeting, { reference: 'new' })).status).to.equal(201)
      const { quarantined, earlier } = await json('quarantine', 'show')
      expect(quarantined).to.equal(false)
      expect(earlier[0]).to.deep.include({ why: 'restored_backup' })
      expect(earlier[0].ended).to.include({ by: 'amina', because: 'both portals compared' })
      expect(await json('audit', '--all')).to.include({ ok: true })
      expect((await processes.sente(['quarantine', 'end', ...by])).stderr).to.match(
        /\nThe books are not quarantined\n$/,
      )
    },
  )

  rule('112.2', 'an older copy of the file put in its place by a person is detected, with and without its log', {
    ...oneOf({
      async 'the file alone, after a clean stop'() {
        const { gateway, greeting } = await started()
        await ended(gateway, 'SIGTERM')
        copyFileSync(file(), backup())
        const second = processes.serve()
        expect((await pay(second, greeting)).status).to.equal(201)
        await ended(second, 'SIGTERM')
        copyFileSync(backup(), file())
        await expectQuarantine('behind_mark')
      },
      async 'the file with its own log, while the newer log is gone'() {
        await copiedWithLog(() => rmSync(file('-shm')))
        await expectQuarantine('behind_mark')
      },
      async 'the same copy once more, after its quarantine was ended'() {
        const { gateway, greeting } = await started()
        await ended(gateway, 'SIGTERM')
        copyFileSync(file(), backup())
        const second = processes.serve()
        expect((await pay(second, greeting)).status).to.equal(201)
        await ended(second, 'SIGTERM')
        copyFileSync(backup(), file())
        await expectQuarantine('behind_mark')
        expect((await processes.sente(['quarantine', 'end', '--because', 'compared'])).code).to.equal(0)
        copyFileSync(backup(), file())
        await expectQuarantine('other_mark')
      },
      async 'the file without its mark'() {
        const { gateway } = await started()
        await ended(gateway, 'SIGTERM')
        rmSync(file('-mark'))
        await expectQuarantine('mark_missing')
      },
      async 'a backup copied there by hand'() {
        const { gateway } = await started()
        expect((await processes.sente(['backup', backup()])).code).to.equal(0)
        await ended(gateway, 'SIGTERM')
        copyFileSync(backup(), file())
        await expectQuarantine('restored_backup')
      },
    }),
  })

  /** Copies the file and log of a killed server, lets another server pay, kills it and puts both copies back. */
  async function copiedWithLog(mend: () => void) {
    const { gateway, greeting } = await started()
    await ended(gateway, 'SIGKILL')
    for (const end of ['', '-wal']) copyFileSync(file(end), `${backup()}${end}`)
    const second = processes.serve()
    const { transaction_id: id } = (
      (await (await pay(second, greeting)).json()) as { data: { transaction_id: string } }
    ).data
    await marked(id)
    await ended(second, 'SIGKILL')
    for (const end of ['', '-wal']) copyFileSync(`${backup()}${end}`, file(end))
    mend()
  }

  async function expectQuarantine(why: string) {
    const gateway = processes.serve()
    await gateway.url
    expect(await ready(gateway)).to.equal('503 quarantined')
    expect(await json('quarantine', 'show')).to.have.nested.property('quarantine.why', why)
    await ended(gateway, 'SIGTERM')
  }

  rule(
    '112.3',
    'an older file beside a newer log is not served, or only in quarantine, even if the file is as large',
    async () => {
      const { gateway, greeting } = await started()
      await ended(gateway, 'SIGTERM')
      copyFileSync(file(), backup())
      const second = processes.serve()
      for (let n = 0; n < 30; n += 1) await pay(second, greeting, { reference: `order-${n}` })
      await ended(second, 'SIGTERM')
      const third = processes.serve()
      const last = (await (await pay(third, greeting, { reference: 'last' })).json()) as {
        data: { transaction_id: string }
      }
      await marked(last.data.transaction_id)
      await ended(third, 'SIGKILL')
      copyFileSync(backup(), file())
      const fourth = processes.serve()
      const outcome = await Promise.race([
        fourth.ended,
        fourth.url.then(
          () => ready(fourth),
          () => fourth.ended,
        ),
      ])
      expect([1, '503 quarantined']).to.include(outcome)
    },
  )

  rule('112.4', 'a restart does not count as a restore, after a kill or after a clean stop', async () => {
    const { gateway, greeting } = await started()
    expect((await pay(gateway, greeting)).status).to.equal(201)
    await ended(gateway, 'SIGKILL')
    for (const signal of ['SIGKILL', 'SIGTERM', 'SIGTERM'] as const) {
      const again = processes.serve()
      await again.url
      expect(await ready(again)).to.equal('200 null')
      await ended(again, signal)
    }
    expect(await json('quarantine', 'show')).to.deep.equal({ quarantined: false, quarantine: null, earlier: [] })
  })

  rule('112.5', 'restore refuses files that it must not put in place, and changes nothing', async () => {
    const { gateway } = await started()
    expect((await processes.sente(['backup', backup()])).code).to.equal(0)
    const served = await processes.sente(['restore', backup()])
    expect(served.stderr).to.include(`process ${gateway.child.pid}`)
    expect((await processes.sente(['backup', backup()])).stderr).to.include('already exists')
    await ended(gateway, 'SIGTERM')
    const [text, short, plain] = ['text', 'short', 'plain'].map((name) => join(processes.folder, name)) as [
      string,
      string,
      string,
    ]
    writeFileSync(text, 'this is no database, whatever its name may be')
    copyFileSync(backup(), short)
    truncateSync(short, statSync(short).size - 8_192)
    copyFileSync(file(), plain)
    const now = readFileSync(file())
    for (const [given, message] of [
      [text, 'not a SQLite database'],
      [short, 'malformed'],
      [plain, 'not a backup'],
      [join(processes.folder, 'nothing'), 'there is no backup'],
      [file(), 'the database itself'],
    ] as const) {
      const { code, stderr } = await processes.sente(['restore', given])
      expect(code, given).to.equal(1)
      expect(stderr).to.include(message)
    }
    expect(readFileSync(file()).equals(now)).to.equal(true)
    expect(readdirSync(join(processes.folder, 'data')).filter((name) => /restor/.test(name))).to.deep.equal([])
  })

  rule(
    '112.6',
    'the replaced database is kept, with its log, and no log is left to be applied to the backup',
    async () => {
      const { gateway } = await started()
      expect((await processes.sente(['backup', backup()])).code).to.equal(0)
      await ended(gateway, 'SIGKILL')
      const log = readFileSync(file('-wal'))
      const { set_aside: aside } = await json('restore', backup())
      expect(aside.length).to.equal(3)
      expect(existsSync(file('-wal'))).to.equal(false)
      expect(readFileSync(aside.find((name: string) => name.endsWith('-wal'))).equals(log)).to.equal(true)
    },
  )
})

function pause(ms = 20) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
