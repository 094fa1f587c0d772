import { readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'chai'
import { workshop } from '../../fixtures/gateway.ts'
import { liveAgainstSimulator } from '../../fixtures/liveAgainstSimulator.ts'
import { rule } from '../../rule.ts'

describe('34 Payments through the gateway: networks that leave the configuration', () => {
  let place: ReturnType<typeof workshop>
  beforeEach(() => {
    place = workshop()
  })
  afterEach(() => place.close())

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
    '34.19',
    'the start and the doctor report open payments of a network that is no longer configured, and all others go on',
    async () => {
      const live = await liveAgainstSimulator(place)
      const config = live.SENTE_CONFIG ?? ''
      const first = place.serve(live)
      const url = await first.url
      const account = '--name Duka --kyc complete --activate UGX --pin 1234 --fund UGX=100000 --json'
      const created = await place.sente(['account', 'create', ...account.split(' ')], live)
      const keys = JSON.parse(created.stdout)
      // MTN never says how a payment to this number ended.
      expect(await send(url, 'MTN', '990453', keys)).to.equal(201)
      first.child.kill('SIGTERM')
      expect(await first.ended).to.equal(0)

      const written = JSON.parse(readFileSync(config, 'utf8'))
      delete written.currencies.UGX.networks.MTN
      writeFileSync(config, JSON.stringify(written))
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
