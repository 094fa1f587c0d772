import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect } from 'chai'
import { keptDatabase } from '../../../../adapters/sqlite/file/keptDatabase.ts'
import { damagePage } from '../../../attacks/diskAndClock/damagedPages.ts'
import { freePort } from '../../../fixtures/freePort.ts'
import { pay } from '../../../fixtures/greeting.ts'
import { ranHere as sente } from '../../../fixtures/inThisProcess.ts'
import { openServerPair } from '../../../fixtures/postgres/postgres.ts'
import { type Gateway, type Merchant, openAccount, openProcesses, type Processes } from '../../../fixtures/processes.ts'
import { reached } from '../../../fixtures/until.ts'
import { rule } from '../../../rule.ts'
import { runbook } from './runbook.ts'
import { smallDisks } from './smallDisks.ts'

type Finding = { readonly check: string; readonly ok: boolean; readonly runbook?: string }

describe('124 Incidents: drills', () => {
  const networks = openProcesses()
  let simulated: Record<string, string>
  let processes: Processes
  let live: Record<string, string>
  before(async () => {
    simulated = await networks.startNetworks()
  })
  beforeEach(() => {
    processes = openProcesses()
    const DATABASE_URL = `sqlite:${join(processes.folder, 'live.db')}`
    live = { ...simulated, DATABASE_URL, SENTE_STATE_DIR: processes.folder, PORT: '0' }
  })
  after(() => networks.close())

  /** The pages that the doctor names. */
  async function pagesOf(env = live): Promise<readonly (string | undefined)[]> {
    const { stdout } = await sente(['doctor', '--json'], env)
    const { findings } = JSON.parse(stdout) as { findings: Finding[] }
    return findings.filter(({ ok }) => !ok).map(({ runbook }) => runbook)
  }

  async function serveWithMerchant(env = live): Promise<{ gateway: Gateway; merchant: Merchant }> {
    const gateway = processes.serve(env)
    await gateway.url
    return { gateway, merchant: await openAccount((args) => sente(args, env)) }
  }

  async function statusOf(gateway: Pick<Gateway, 'url'>, merchant: Merchant, change: Record<string, string>) {
    const { status, headers } = await pay(gateway, merchant, change)
    return [status, headers.get('Error-Code')]
  }

  rule('124.1', 'a network that is away is paused and resumed as its page says, and then pays', async () => {
    const page = runbook('network-down', live)
    const { gateway, merchant } = await serveWithMerchant()
    const away = { ...live, SENTE_CONFIG: withoutMtn(live.SENTE_CONFIG ?? '', await freePort()) }
    expect(await pagesOf(away)).to.include('docs/operating/incidents/network-down.md')
    expect((await page('network pause')).code).to.equal(0)
    expect(await statusOf(gateway, merchant, {})).to.deep.equal([500, 'network_unavailable'])
    expect((await page('network list')).stdout).to.match(/MTN.*paused/)
    expect((await page('network resume')).code).to.equal(0)
    expect(await statusOf(gateway, merchant, {})).to.deep.equal([201, null])
    expect((await page('network list')).stdout).not.to.match(/paused/)
    expect((await page('transaction list')).code).to.equal(0)
  })

  rule(
    '124.2',
    'credentials that a network refuses are found, replaced and tried again as their page says',
    async () => {
      const wrong = { ...live, SIMULATED_MTN_DISBURSEMENT_API_KEY: 'wrong' }
      const { gateway, merchant } = await serveWithMerchant(wrong)
      for (let nth = 0; nth < 5; nth += 1) await statusOf(gateway, merchant, { reference: `refused-${nth}` })
      expect(await statusOf(gateway, merchant, {})).to.deep.equal([500, 'network_unavailable'])
      expect(await pagesOf(wrong)).to.include('docs/operating/incidents/credentials-refused.md')
      await stop(gateway)
      const page = runbook('credentials-refused', live)
      expect((await page('doctor')).code).to.equal(0)
      expect((await page('network resume')).code).to.equal(0)
      const mended = processes.serve(live)
      await mended.url
      expect(await statusOf(mended, merchant, {})).to.deep.equal([201, null])
    },
  )

  rule('124.3', 'a damaged database is restored as its page says, and pays when its quarantine has ended', async () => {
    const page = runbook('damaged-database', live)
    const { gateway, merchant } = await serveWithMerchant()
    const file = join(processes.folder, 'backup.db')
    expect((await sente(['backup', file], live)).code).to.equal(0)
    await stop(gateway)
    damagePage((live.DATABASE_URL ?? '').replace('sqlite:', ''), 'postings')
    expect(await pagesOf()).to.deep.equal(['docs/operating/incidents/damaged-database.md'])
    expect((await page('restore', { FILE: file })).code).to.equal(0)
    const restored = processes.serve(live)
    await restored.url
    expect(await statusOf(restored, merchant, {})).to.deep.equal([503, 'quarantined'])
    expect(await pagesOf()).to.deep.equal(['docs/backups/comparing.md'])
    expect((await page('quarantine show')).code).to.equal(0)
    expect((await page('quarantine end')).code).to.equal(0)
    await reached('payments are taken', async () => (await pay(restored, merchant)).status === 201)
    expect((await page('audit')).code).to.equal(0)
  })

  rule('124.4', 'a leaked key is refused, and its successor pays, as its page says', async () => {
    const page = runbook('leaked-secret', live)
    const { gateway, merchant } = await serveWithMerchant()
    const [leaked] = JSON.parse((await sente(['key', 'list', merchant.accountId, '--json'], live)).stdout).keys
    expect((await page('key revoke', { KEY_ID: leaked.key_id })).code).to.equal(0)
    expect(await statusOf(gateway, merchant, {})).to.deep.equal([401, 'invalid_secret_key'])
    const { stdout } = await page('key rotate', { ID: merchant.accountId })
    const [secretKey = ''] = /sente_sk_\w+/.exec(stdout) ?? []
    expect(await statusOf(gateway, { ...merchant, secretKey }, {})).to.deep.equal([201, null])
    expect((await page('key list', { ID: merchant.accountId })).code).to.equal(0)
    expect((await page('account show', { ID: merchant.accountId })).code).to.equal(0)
  })

  rule(
    '124.5',
    'a payment that does not end is found as its page says, and nothing is decided while it may be on its way',
    async () => {
      const page = runbook('payments-stuck', live)
      const { gateway, merchant } = await serveWithMerchant()
      expect(await statusOf(gateway, merchant, { phone_number: '256770990453' })).to.deep.equal([201, null])
      const listed = await sente(['transaction', 'list', '--json'], live)
      const [{ transaction_id: id }] = JSON.parse(listed.stdout).transactions
      expect((await page('transaction list --state')).stdout).to.include(id)
      expect((await page('transaction show', { TRANSACTION_ID: id })).stdout).to.include('pending')
      const decided = await page('transaction resolve', { TRANSACTION_ID: id })
      expect(decided.code).to.equal(1)
      expect(decided.stderr).to.include('may still be on its way')
    },
  )

  rule('124.6', 'payouts stopped by a wrong wallet PIN are taken again after the steps of its page', async () => {
    const wrong = { ...live, SIMULATED_AIRTEL_PIN: '1111' }
    const { gateway, merchant } = await serveWithMerchant(wrong)
    const airtel = { network: 'AIRTEL', phone_number: '256750000001' }
    for (const reference of ['first', 'second']) await statusOf(gateway, merchant, { ...airtel, reference })
    expect(await statusOf(gateway, merchant, airtel)).to.deep.equal([500, 'network_unavailable'])
    const collection = { ...airtel, path: 'collect-money', reference: 'collection' }
    expect(await statusOf(gateway, merchant, collection)).to.deep.equal([201, null])
    expect(await pagesOf(wrong)).to.deep.equal(['docs/operating/incidents/wallet-pin-wrong.md'])
    await stop(gateway)
    const page = runbook('wallet-pin-wrong', live)
    expect((await page('network show')).stdout).to.include('PIN')
    const mended = processes.serve(live)
    await mended.url
    expect(await statusOf(mended, merchant, airtel)).to.deep.equal([500, 'network_unavailable'])
    expect((await page('network resume')).code).to.equal(0)
    expect(await statusOf(mended, merchant, airtel)).to.deep.equal([201, null])
  })

  rule('124.7', 'a server that is killed repeatedly loses and doubles nothing, as its page says', async () => {
    const page = runbook('killed-in-a-loop', live)
    const { gateway, merchant } = await serveWithMerchant()
    let last = gateway
    for (let nth = 0; nth < 3; nth += 1) {
      expect(await statusOf(last, merchant, { reference: `order-${nth}` })).to.deep.equal([201, null])
      last.child.kill('SIGKILL')
      await last.ended
      last = processes.serve(live)
      await last.url
      expect(last.stdout()).to.include('the last run was killed')
      expect(await statusOf(last, merchant, { reference: `order-${nth}` })).to.deep.equal([409, 'duplicate_reference'])
    }
    const { code, stdout } = await page('doctor')
    expect(code).to.equal(0)
    expect(stdout).to.match(
      /see +server +process \d+, started \S+, runs; killed 3 times in 15 minutes; fix: .*killed-in-a-loop/,
    )
    expect((await page('transaction list --state')).code).to.equal(0)
    expect((await page('audit')).code).to.equal(0)
  })

  rule(
    '124.8',
    'the reason why an endpoint gets nothing is found as its page says, and deliveries go on when the endpoint answers',
    async () => {
      const sandbox = { DATABASE_URL: processes.environment.DATABASE_URL }
      const page = runbook('endpoint-down', sandbox)
      const { merchant } = await serveWithMerchant(sandbox)
      const port = await freePort()
      const add = ['webhook', 'add', merchant.accountId, `http://127.0.0.1:${port}/`, '--json']
      const { endpoint_id } = JSON.parse((await sente(add, sandbox)).stdout)
      const filled = { ID: merchant.accountId, ENDPOINT_ID: endpoint_id }
      expect((await page('webhook list ID', filled)).stdout).to.include(endpoint_id)
      const refused = await page('webhook test', filled)
      expect(refused.code).to.equal(1)
      expect(`${refused.stdout}${refused.stderr}`).to.include('ECONNREFUSED')
      const server = createServer((_, answer) => answer.end()).listen(port, '127.0.0.1')
      try {
        expect((await page('webhook test', filled)).code).to.equal(0)
        expect((await page('webhook set', filled)).code).to.equal(0)
        expect((await page('webhook show', filled)).code).to.equal(0)
      } finally {
        server.closeAllConnections()
        server.close()
      }
    },
  )

  rule('124.9', 'the copy from before an upgrade is put back as its page says, and is quarantined', async () => {
    const page = runbook('upgrade-and-back', live)
    const { gateway, merchant } = await serveWithMerchant()
    const file = join(processes.folder, 'before-upgrade.db')
    expect((await page('backup', { 'before-upgrade.db': file })).code).to.equal(0)
    expect(await statusOf(gateway, merchant, {})).to.deep.equal([201, null])
    await stop(gateway)
    expect((await page('migrate')).code).to.equal(0)
    expect((await page('doctor')).code).to.equal(0)
    upgradeBeyond((live.DATABASE_URL ?? '').replace('sqlite:', ''))
    expect(await pagesOf()).to.deep.equal(['docs/operating/incidents/upgrade-and-back.md'])
    expect((await page('restore', { 'before-upgrade.db': file })).code).to.equal(0)
    const restored = processes.serve(live)
    await restored.url
    expect(await statusOf(restored, merchant, {})).to.deep.equal([503, 'quarantined'])
    expect((await page('quarantine show')).stdout).to.include('restore')
    expect((await page('audit')).code).to.equal(0)
  })

  rule(
    '124.10',
    'a leaked PIN key is changed as its page says; after a change without the old key, the missing key is named',
    async () => {
      const { gateway, merchant } = await serveWithMerchant()
      await stop(gateway)
      const changed = { ...live, SENTE_PIN_KEY: 'another PIN key for tests, long.' }
      expect(await pagesOf(changed)).to.deep.equal(['docs/operating/pins.md#when-a-pin-key-is-missing'])
      const both = { ...changed, SENTE_PIN_KEY_PREVIOUS: live.SENTE_PIN_KEY ?? '' }
      const page = runbook('leaked-pin-key', both)
      const meanwhile = processes.serve(both)
      await meanwhile.url
      expect((await page('doctor')).stdout).to.include('still under SENTE_PIN_KEY_PREVIOUS')
      expect(await statusOf(meanwhile, merchant, {})).to.deep.equal([201, null])
      expect((await page('doctor')).stdout).to.include('SENTE_PIN_KEY_PREVIOUS is no longer needed')
      await stop(meanwhile)
      const after = processes.serve(changed)
      await after.url
      expect(await statusOf(after, merchant, { reference: 'order-2' })).to.deep.equal([201, null])
    },
  )

  rule(
    '124.11',
    'a full disk, of the database or of the log, is named with its page, and everything goes on once there is room',
    async () => {
      const machine = await smallDisks(processes, live)
      const merchant = await openAccount(machine.sente)
      const page = (name: string) => runbook(name, live, machine.sente)
      const { stdout: before } = await page('disk-full')('doctor')
      expect(before).not.to.match(/^bad/m)
      machine.data.fill()
      expect(await statusOf(machine, merchant, {})).to.deep.equal([500, 'internal_error'])
      expect((await page('disk-full')('doctor')).stdout)
        .to.match(/^bad +disk .*docs\/operating\/incidents\/disk-full\.md/m)
        .and.match(/^bad +readiness +it accepts no payments: not_ready/m)
      machine.data.free()
      await reached('payments are taken', async () => (await pay(machine, merchant)).status === 201)
      expect((await page('disk-full')('audit')).code).to.equal(0)
      await reached('its end is logged', () => machine.log().includes('the database can be written again'))
      machine.logs.fill()
      expect(await statusOf(machine, merchant, { reference: 'order-2' })).to.deep.equal([201, null])
      expect((await page('log-disk-full')('doctor')).stdout).to.match(/^bad +log .*incidents\/log-disk-full\.md/m)
      const { length } = machine.log()
      machine.logs.free()
      expect(await statusOf(machine, merchant, { reference: 'order-3' })).to.deep.equal([201, null])
      await reached('lines are written', () => machine.log().length > length)
    },
  )

  rule(
    '124.12',
    'a dead primary is named, and payments go on once a standby was promoted as its page says',
    async () => {
      const { path, order, close } = await openServerPair()
      try {
        await order('follow')
        const env = { ...live, DATABASE_URL: `postgres:${path}` }
        const page = runbook('primary-dead', env)
        const { gateway, merchant } = await serveWithMerchant(env)
        await order('killPrimary')
        expect(await pagesOf(env)).to.deep.equal(['docs/operating/incidents/primary-dead.md'])
        await order('promote')
        await reached('payments are taken', async () => (await pay(gateway, merchant)).status === 201)
        expect((await page('doctor')).stdout).to.include('waits for no standby')
        expect((await page('quarantine show')).stdout).to.include('not quarantined')
        expect((await page('audit')).code).to.equal(0)
      } finally {
        await close()
      }
    },
  )

  async function stop({ child, ended }: Gateway): Promise<void> {
    child.kill('SIGTERM')
    await ended
  }
})

/** Makes a database of a version that this one is too old for. */
function upgradeBeyond(path: string): void {
  const database = keptDatabase(path)
  database.exec('UPDATE meta SET works_from = 99; PRAGMA user_version = 99')
  database.close()
}

/** Writes a configuration beside another, with an address of MTN where nothing listens; resolves with its path. */
function withoutMtn(path: string, port: number): string {
  const { providers, ...rest } = JSON.parse(readFileSync(path, 'utf8'))
  const mtn = { ...providers['simulated-mtn'], base_url: `http://127.0.0.1:${port}` }
  const written = path.replace('.json', '-away.json')
  writeFileSync(written, JSON.stringify({ ...rest, providers: { ...providers, 'simulated-mtn': mtn } }), {
    mode: 0o600,
  })
  return written
}
