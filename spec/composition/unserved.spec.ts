import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { program, workshop } from '../gateway.ts'
import { rule } from '../rule.ts'

type Environment = Record<string, string>

describe('53 Open payments: what leaves the configuration', () => {
  let place: ReturnType<typeof workshop>
  beforeEach(() => {
    place = workshop()
  })
  afterEach(() => place.close())

  /** Starts the simulated networks alone; resolves with the environment of a live gateway that uses them. */
  async function liveEnvironment(): Promise<Environment & { SENTE_CONFIG: string }> {
    const config = join(place.folder, 'live.json')
    const simulator = place.serve({}, ['node', program, 'simulator', '--config-out', config])
    while (!simulator.stderr().includes('Ctrl-C')) await new Promise((resolve) => setTimeout(resolve, 20))
    const lines = readFileSync(`${config}.env`, 'utf8').trim().split('\n')
    return {
      ...Object.fromEntries(lines.map((line) => /^(\w+)='(.*)'$/.exec(line)?.slice(1) ?? [])),
      SENTE_CONFIG: config,
      SENTE_PIN_KEY: 'f3b1c9d27e5a48068b4d1c7e90a2f65b',
      DATABASE_URL: `sqlite:${join(place.folder, 'live.db')}`,
    }
  }

  async function send(url: string, network: string, number: string, keys: { secret_key: string; public_key: string }) {
    const body = { apikey: keys.public_key, reference: `to-${network}-${number}`, phone_number: `256770${number}` }
    const answer = await fetch(`${url}/api/v1/send-money`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${keys.secret_key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...body, amount: 500, currency: 'UGX', network, pin: '1234' }),
    })
    return answer.status
  }

  rule(
    '53.1',
    'the start and the doctor name what is open of a network that has left, and the rest goes on',
    async () => {
      const live = await liveEnvironment()
      const first = place.serve(live)
      const url = await first.url
      const account = '--name Duka --kyc complete --activate UGX --pin 1234 --fund UGX=100000 --json'
      const created = await place.sente(['account', 'create', ...account.split(' ')], live)
      const keys = JSON.parse(created.stdout)
      // Of this number MTN never says how it ended.
      expect(await send(url, 'MTN', '990453', keys)).to.equal(201)
      first.child.kill('SIGTERM')
      expect(await first.ended).to.equal(0)

      const config = JSON.parse(readFileSync(live.SENTE_CONFIG, 'utf8'))
      delete config.currencies.UGX.networks.MTN
      writeFileSync(live.SENTE_CONFIG, JSON.stringify(config))
      const { stdout } = await place.sente(['doctor', '--json'], live)
      const bad = JSON.parse(stdout).findings.filter(({ ok }: { ok: boolean }) => !ok)
      expect(bad).to.have.length(1)
      expect(bad[0]).to.include({ found: '1 of MTN in UGX, which is not in the configuration' })
      expect(bad[0].mend).to.be.a('string')

      const second = place.serve(live)
      const secondUrl = await second.url
      const named = second
        .stdout()
        .split('\n')
        .filter((line) => line.includes('configuration does not have'))
      expect(named.map((line) => JSON.parse(line))).to.have.length(1)
      expect(JSON.parse(named[0] ?? '{}')).to.include({ network: 'MTN', currency: 'UGX', transactions: 1, level: 50 })
      expect(await send(secondUrl, 'AIRTEL', '000001', keys)).to.equal(201)
      const shown = await place.sente(['account', 'show', keys.account_id, '--json'], live)
      expect(JSON.parse(shown.stdout).balances.UGX).to.deep.equal({ available: 99_000, held: 500 })
    },
  )
})
