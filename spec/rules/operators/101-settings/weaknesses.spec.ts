import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import pino from 'pino'
import { weaknessesIn } from '../../../../adapters/providers/market/weaknesses.ts'
import { doctor } from '../../../../composition/commands/doctor.ts'
import { openGateway, readLiveSettings } from '../../../../composition/gateway.ts'
import type { Configuration } from '../../../../composition/settings/configuration.ts'
import { uganda } from '../../../../core/sente.ts'
import { type Folder, makeFolder } from '../../../fixtures/sqliteFolder.ts'
import { rule, table } from '../../../rule.ts'

const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const airtel = {
  ...{ api: 'airtel-money', base_url: 'http://127.0.0.1:1', country: 'UG', country_code: '256', disbursement: 'v2' },
  ...{ client_id_env: 'ID', client_secret_env: 'ID', pin_env: 'ID', pin_key_env: 'PIN_KEY' },
}
const weakness = /^airtel-uganda receives the PIN of payouts under the padding PKCS#1/

/** The environment of a live gateway with this padding and a network that does not answer. */
function environmentWith(pin_padding: string, { path: place, database }: Folder) {
  const configuration = {
    currencies: { UGX: { minimum: 500, maximum: 5_000_000, networks: { AIRTEL: { provider: 'airtel-uganda' } } } },
    providers: { 'airtel-uganda': { ...airtel, pin_padding } },
  }
  const path = join(place, 'live.json')
  writeFileSync(path, JSON.stringify(configuration))
  return {
    ...{ SENTE_CONFIG: path, DATABASE_URL: `sqlite:${database}`, PORT: '0', ID: '4071' },
    SENTE_PIN_KEY: 'a PIN key for tests, long enough.',
    PIN_KEY: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  }
}

describe('101 Settings: weaknesses', () => {
  let folder: Folder
  beforeEach(() => {
    folder = makeFolder()
  })
  rule(
    '101.32',
    'the start and the doctor warn once of an old padding of Airtel’s PIN when a better one can be configured',
    {
      'of a network of two currencies': table(
        ['pin_padding', 'warnings'],
        [
          ['absent', 1],
          ['pkcs1', 1],
          ['oaep-sha1', 0],
          ['oaep-sha256', 0],
        ],
        (padding, warnings) => {
          const settings = { network: 'AIRTEL', baseUrl: '', ...(padding !== 'absent' && { pinPadding: padding }) }
          const configuration: Pick<Configuration, 'market' | 'connectionOf'> = {
            market: new Map([...uganda, ['RWF', uganda.get('UGX') ?? { minimum: 1, maximum: 2, networks: [] }]]),
            connectionOf: (_, network) => ({
              ...{ api: network === 'MTN' ? 'mtn-momo' : 'airtel-money', name: 'airtel-uganda', settings },
            }),
          }
          const found = weaknessesIn(configuration)
          expect(found).to.have.length(warnings)
          if (found[0]) expect(found[0].found).to.match(weakness)
        },
      ),
      'the start': table(
        ['pin_padding', 'warnings'],
        [
          ['pkcs1', 1],
          ['oaep-sha256', 0],
        ],
        async (padding, warnings) => {
          const environment = environmentWith(padding, folder)
          const lines: Record<string, unknown>[] = []
          const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) })
          const gateway = await openGateway(readLiveSettings(environment), { environment, log, onLost: () => {} })
          await gateway.close()
          const reported = lines.filter(({ found }) => weakness.test(String(found)))
          expect(reported.map(({ level }) => level)).to.deep.equal(Array(warnings).fill(40))
        },
      ),
      'the doctor': table(
        ['pin_padding', 'warnings'],
        [
          ['pkcs1', 1],
          ['oaep-sha256', 0],
        ],
        async (padding, warnings) => {
          const environment = environmentWith(padding, folder)
          const findings = await doctor(readLiveSettings(environment), environment)
          const reported = findings.filter(({ found }) => weakness.test(found))
          expect(reported.map(({ ok, fix = '' }) => [ok, fix.includes('set pin_padding to')])).to.deep.equal(
            Array(warnings).fill([true, true]),
          )
        },
      ),
    },
  )
})
