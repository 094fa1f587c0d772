import { readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'chai'
import { versions } from '../../../../adapters/sql/schema/versions.ts'
import { pay } from '../../../fixtures/greeting.ts'
import { type Here, openHere } from '../../../fixtures/inThisProcess.ts'
import { rule } from '../../../rule.ts'

type Finding = { check: string; ok: boolean; found: string; fix?: string; runbook?: string }

describe('105 Payments through the gateway: the doctor, and the simulated networks alone', () => {
  let here: Here
  let live: Record<string, string>
  beforeEach(async () => {
    here = openHere()
    live = await here.startNetworks()
  })

  async function examine(change: Record<string, string> = {}) {
    const { code, stdout } = await here.sente(['doctor', '--json'], { ...live, ...change })
    const { ok, findings } = JSON.parse(stdout) as { ok: boolean; findings: Finding[] }
    return { code, ok, findings, bad: findings.filter((finding) => !finding.ok) }
  }

  rule('105.1', 'a working configuration passes the doctor, check by check', {
    'as written by the simulated networks': async () => {
      const { code, ok, findings } = await examine()
      expect({ code, ok }).to.deep.equal({ code: 0, ok: true })
      expect(findings.map(({ check }) => check)).to.deep.equal([
        'configuration',
        'database',
        'public address',
        ...['credentials', 'collection', 'payout', 'clock', 'callbacks', 'not checked'].map(
          (check) => `simulated-airtel: ${check}`,
        ),
        ...['credentials', 'collection', 'payout', 'clock', 'callbacks'].map((check) => `simulated-mtn: ${check}`),
        'log',
      ])
    },
    'with each version of Airtel’s payouts': async () => {
      const path = live.SENTE_CONFIG ?? ''
      const written = readFileSync(path, 'utf8')
      for (const version of [{ disbursement: 'v1' }, { disbursement: 'v3', wallet_type: 'SALARY' }]) {
        const { providers, ...rest } = JSON.parse(written)
        const airtel = { ...providers['simulated-airtel'], ...version }
        writeFileSync(path, JSON.stringify({ ...rest, providers: { ...providers, 'simulated-airtel': airtel } }))
        expect((await examine()).bad, version.disbursement).to.deep.equal([])
      }
    },
  })

  rule('105.2', 'a missing credential is named', async () => {
    const { code, bad } = await examine({ SIMULATED_MTN_COLLECTION_API_KEY: '' })
    expect(code).to.equal(1)
    expect(bad[0]?.found).to.include('SIMULATED_MTN_COLLECTION_API_KEY is missing')
    expect(bad[0]?.fix).to.be.a('string')
  })

  rule('105.3', 'credentials that the network refuses are found, with their operation', async () => {
    const { bad } = await examine({
      SIMULATED_MTN_DISBURSEMENT_API_KEY: 'wrong',
      SIMULATED_AIRTEL_CLIENT_SECRET: 'wrong',
    })
    expect(bad.map(({ check }) => check)).to.deep.equal([
      'simulated-airtel: collection',
      'simulated-airtel: payout',
      'simulated-mtn: payout',
    ])
    for (const { fix, runbook } of bad) {
      expect(fix).to.include('compare base_url and the credentials')
      expect(runbook).to.equal('docs/operating/incidents/credentials-refused.md')
    }
  })

  rule('105.4', 'a public address that leads nowhere is found; one that leads here passes', async () => {
    const callbacks = { SENTE_CALLBACK_SECRET: 'a callback secret for tests, long' }
    const gateway = here.serve({ ...live, ...callbacks, SENTE_PUBLIC_URL: 'https://pay.example.com' })
    await gateway.url
    const nowhere = await examine({ ...callbacks, SENTE_PUBLIC_URL: 'http://127.0.0.1:1' })
    expect(nowhere.bad.map(({ check }) => check)).to.deep.equal(['public address'])
    const reached = await examine({ ...callbacks, SENTE_PUBLIC_URL: await gateway.url })
    expect(reached.ok).to.equal(true)
    const { found = '' } = reached.findings.find(({ check }) => check === 'simulated-airtel: callbacks') ?? {}
    expect((await fetch(found, { method: 'POST', body: '{}' })).status).to.equal(200)
  })

  rule('105.5', 'a database of another purpose is found', async () => {
    const { bad } = await examine({ DATABASE_URL: await sandboxDatabase() })
    expect(bad.map(({ check }) => check)).to.deep.equal(['database'])
    expect(bad[0]?.found).to.include('sandbox')
  })

  async function sandboxDatabase(): Promise<string> {
    await here.serve().url
    return here.environment.DATABASE_URL
  }

  rule('105.6', 'without a configuration the doctor says that there is nothing to check', async () => {
    const { code, stdout } = await here.sente(['doctor'])
    expect(code).to.equal(1)
    expect(stdout).to.include('none: SENTE_CONFIG is not set')
  })

  rule('105.7', 'a live gateway pays out through the simulated networks that run alone', async () => {
    const gateway = here.serve(live)
    await gateway.url
    const merchant = await here.openAccount(live)
    for (const network of ['AIRTEL', 'MTN']) {
      expect((await pay(gateway, merchant, { network, reference: network })).status, network).to.equal(201)
    }
  })

  rule('105.8', 'migrate makes a database, and says when there is nothing to do', async () => {
    const first = await here.sente(['migrate', '--json'], live)
    expect(JSON.parse(first.stdout)).to.include({ from: 0, to: versions.length })
    const second = await here.sente(['migrate', '--json'], live)
    expect(JSON.parse(second.stdout)).to.include({ from: versions.length, to: versions.length })
  })

  rule('105.9', 'an invalid key is named, without its value', async () => {
    const { bad } = await examine({ SIMULATED_AIRTEL_PIN_KEY: 'garbage' })
    expect(bad.map(({ found }) => found)).to.deep.equal([
      "providers.simulated-airtel: Airtel's public key for the PIN can't be read: it must be an RSA key, in PEM or as the base64 of its SPKI",
    ])
    const { code, stderr } = await here.sente(['serve'], { ...live, SIMULATED_AIRTEL_PIN_KEY: 'garbage' })
    expect(code).to.equal(1)
    expect(stderr).to.include('providers.simulated-airtel').and.not.to.include('garbage')
  })
})
