import { readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'chai'
import { pay } from '../../../fixtures/greeting.ts'
import { type Here, openHere } from '../../../fixtures/inThisProcess.ts'
import { rule } from '../../../rule.ts'

describe('105 Payments through the gateway: networks that leave the configuration', () => {
  let here: Here
  beforeEach(() => {
    here = openHere()
  })

  rule(
    '105.19',
    'the start and the doctor report open payments of a network that is no longer configured, and all others go on',
    async () => {
      const live = await here.startNetworks()
      const config = live.SENTE_CONFIG ?? ''
      const first = here.serve(live)
      await first.url
      const account = await here.openAccount(live)
      // MTN never says how a payment to this number ended.
      expect((await pay(first, account, { phone_number: '256770990453' })).status).to.equal(201)
      expect(await first.stop()).to.equal(0)

      const written = JSON.parse(readFileSync(config, 'utf8'))
      delete written.currencies.UGX.networks.MTN
      writeFileSync(config, JSON.stringify(written))
      const { stdout } = await here.sente(['doctor', '--json'], live)
      const bad = JSON.parse(stdout).findings.filter(({ ok }: { ok: boolean }) => !ok)
      expect(bad).to.have.length(1)
      expect(bad[0]).to.include({ found: '1 of MTN in UGX, which is not in the configuration' })
      expect(bad[0].fix).to.be.a('string')

      const second = here.serve(live)
      await second.url
      const named = second
        .stdout()
        .split('\n')
        .filter((line) => line.includes('that is not configured'))
      expect(named.map((line) => JSON.parse(line))).to.have.length(1)
      expect(JSON.parse(named[0] ?? '{}')).to.include({ network: 'MTN', currency: 'UGX', transactions: 1, level: 50 })
      expect((await pay(second, account, { network: 'AIRTEL', reference: 'order-2' })).status).to.equal(201)
      const shown = await here.sente(['account', 'show', account.accountId, '--json'], live)
      expect(JSON.parse(shown.stdout).balances.UGX).to.deep.equal({ available: 999_000, held: 500 })
    },
  )
})
