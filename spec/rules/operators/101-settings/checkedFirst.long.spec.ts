import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { type Here, openHere } from '../../../fixtures/inThisProcess.ts'
import { rule } from '../../../rule.ts'

describe('101 Settings: checks before the database is opened', () => {
  let here: Here
  let live: Record<string, string>
  beforeEach(async () => {
    here = openHere()
    live = await here.startNetworks()
  })

  /** Wrong settings, and the message of the program about each. */
  const wrong: Record<string, () => readonly [change: Record<string, string>, said: string]> = {
    'no configuration file': () => {
      const path = join(here.folder, 'nowhere.json')
      return [{ SENTE_CONFIG: path }, `SENTE_CONFIG is "${path}", but there is no file at ${path}`]
    },
    'a provider of an unknown kind': () => {
      const path = join(here.folder, 'unknown.json')
      writeFileSync(path, readFileSync(live.SENTE_CONFIG ?? '', 'utf8').replace('mtn-momo', 'm-pesa'))
      const said = `${path}: providers.simulated-mtn.api is "m-pesa", but must be mtn-momo or airtel-money`
      return [{ SENTE_CONFIG: path }, said]
    },
    'a missing credential': () => [
      { SIMULATED_MTN_COLLECTION_API_KEY: '' },
      'SIMULATED_MTN_COLLECTION_API_KEY is missing: the configuration names it as a credential',
    ],
    'a key that its network’s adapter refuses': () => [
      { SIMULATED_AIRTEL_PIN_KEY: 'garbage' },
      "providers.simulated-airtel: Airtel's public key for the PIN can't be read: it must be an RSA key, in PEM or as the base64 of its SPKI",
    ],
    'the allowed addresses of webhooks': () => [
      { SENTE_WEBHOOK_ALLOW: '10.0.0.0/99' },
      'SENTE_WEBHOOK_ALLOW is "10.0.0.0/99", but must be none, or addresses and subnets',
    ],
    'a limit': () => [
      { SENTE_TRUSTED_PROXIES: 'somebody' },
      'SENTE_TRUSTED_PROXIES is "somebody", but must be none, or addresses and subnets',
    ],
  }

  rule(
    '101.20',
    'a server with wrong settings names the error, even beside a running one, and creates no database',
    Object.fromEntries(
      Object.entries(wrong).map(([name, make]) => [
        name,
        async () => {
          const [change, said] = make()
          const before = await here.sente(['serve'], { ...live, ...change })
          expect(before).to.include({ code: 1, stdout: '' })
          expect(before.stderr).to.include(said)
          expect(existsSync(join(here.folder, 'live.db'))).to.equal(false)
          expect(existsSync(join(here.folder, 'live.db-serving'))).to.equal(false)
          await here.serve(live).url
          expect((await here.sente(['serve'], { ...live, ...change })).stderr).to.include(said)
        },
      ]),
    ),
  )
})
