import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { doctor } from '../../../../composition/commands/doctor.ts'
import { readConfiguration } from '../../../../composition/settings/configuration.ts'
import { settingsHelp, settingsInFiles } from '../../../../composition/settings/environment.ts'
import { exposures } from '../../../../composition/settings/exposure.ts'
import { readLiveSettings } from '../../../../composition/settings/settings.ts'
import { type Folder, makeFolder } from '../../../fixtures/sqliteFolder.ts'
import { rule, table } from '../../../rule.ts'
import { textOf } from '../../../sourceTree.ts'

const secrets = {
  DATABASE_URL: 'postgres://sente:a-password@127.0.0.1:1/books',
  SENTE_PIN_KEY: '7c3f0a9e51d86b24e0a1f7c95d3b8264',
  SENTE_PIN_KEY_PREVIOUS: 'b81d64f2c07a3e959d26e4f0183ca57b',
  SENTE_CALLBACK_SECRET: 'e2096d7fa4b35c18f3d07a6b91e4c852',
  SENTE_WEBHOOK_KEY: '5d1fa8c3720be9644f96d2107ab3c85e',
  SENTE_PSEUDONYM_KEY: '1b7d4e90c2a86f35e9d07a4c18f3b652',
  SENTE_WEBHOOK_KEY_PREVIOUS: '0c5d8e61b7f94a2390e6d2a17c48bf35',
  SENTE_SMTP_URL: 'smtp://sente:secret@mail.example.com',
  SENTE_OIDC_CLIENT_SECRET: 'the provider’s secret',
}

const product = { subscription_key_env: 'SUBSCRIPTION', api_user_env: 'USER_ID', api_key_env: 'KEY' }
const configuration = {
  currencies: { UGX: { minimum: 500, maximum: 5_000_000, networks: { MTN: { provider: 'mtn' } } } },
  providers: {
    mtn: {
      ...{ api: 'mtn-momo', base_url: 'http://127.0.0.1:1', target_environment: 'mtnuganda' },
      ...{ collection: product, disbursement: product },
    },
  },
}

describe('101 Settings: secrets in files', () => {
  let folder: Folder
  let config: string
  beforeEach(() => {
    folder = makeFolder()
    config = put('live.json', JSON.stringify(configuration))
  })
  function put(name: string, content: string | Buffer, mode = 0o600): string {
    const path = join(folder.path, name)
    writeFileSync(path, content)
    chmodSync(path, mode)
    return path
  }

  /** A live environment, with some of its variables replaced. */
  const live = (change: Record<string, string | undefined> = {}) => ({
    SENTE_CONFIG: config,
    ...secrets,
    SENTE_PUBLIC_URL: 'https://pay.example.com',
    SENTE_MAIL_FROM: 'sente@example.com',
    SENTE_OIDC_ISSUER: 'https://id.example.com',
    SENTE_OIDC_CLIENT_ID: 'sente',
    ...change,
  })

  /** The message about a PIN key in a file. */
  function refusal(path: string, change: Record<string, string | undefined> = {}): string {
    try {
      readLiveSettings(live({ SENTE_PIN_KEY: undefined, SENTE_PIN_KEY_FILE: path, ...change }))
      return 'accepted'
    } catch (error) {
      return (error as Error).message.replaceAll(folder.path, 'FOLDER')
    }
  }

  rule(
    '101.33',
    'each secret setting, and each credential that the configuration names, can be in a file that `NAME_FILE` names',
    {
      'every secret setting': () => {
        const files = Object.entries(secrets).map(([name, value]) => [`${name}_FILE`, put(name, `${value}\n`)])
        const unset = Object.fromEntries(Object.keys(secrets).map((name) => [name, undefined]))
        expect(readLiveSettings(live({ ...unset, ...Object.fromEntries(files) }))).to.deep.equal(
          readLiveSettings(live()),
        )
      },
      'a credential': () => {
        const environment = { SUBSCRIPTION: 'sub', USER_ID: 'user', KEY_FILE: put('key', 'a secret\n') }
        const { connectionOf } = readConfiguration(config, environment)
        expect(connectionOf('UGX', 'MTN')).to.have.nested.property('settings.collection.apiKey', 'a secret')
      },
      'the help and the page say so for each of them': () => {
        expect(settingsInFiles).to.have.members([...Object.keys(secrets), 'SENTE_CASE_KEY'])
        const page = textOf('docs/operating/settings.md')
        for (const name of settingsInFiles) {
          const { help } = settingsHelp().find((setting) => setting.name === name) ?? {}
          expect(help).to.include(`${name}_FILE`)
          expect(page).to.include(`\`${name}_FILE\``)
        }
      },
    },
  )

  rule(
    '101.34',
    'the line end of such a file is not part of the secret',
    table(
      ['content', 'secret'],
      [
        ['a secret', 'a secret'],
        ['a secret\\n', 'a secret'],
        ['a secret\\r\\n', 'a secret'],
        ['a secret\\n\\n', 'a secret\\n'],
        [' a secret ', ' a secret '],
        ['first\\nsecond\\n', 'first\\nsecond'],
      ],
      (content, secret) => {
        const lines = (text: string) => text.replaceAll('\\n', '\n').replaceAll('\\r', '\r')
        const environment = { SUBSCRIPTION: 'sub', USER_ID: 'user', KEY_FILE: put('key', lines(content)) }
        const { settings } = readConfiguration(config, environment).connectionOf('UGX', 'MTN') ?? {}
        expect(settings).to.have.nested.property('collection.apiKey', lines(secret))
      },
    ),
  )

  rule('101.35', 'an unusable file is named, and its contents are not shown', {
    'both forms': () =>
      expect(refusal(put('key', secrets.SENTE_PIN_KEY), { SENTE_PIN_KEY: secrets.SENTE_PIN_KEY })).to.equal(
        'SENTE_PIN_KEY and SENTE_PIN_KEY_FILE are both set: set only one of them',
      ),
    'no path': () => expect(refusal('')).to.equal('SENTE_PIN_KEY_FILE is "", but must be the path of a file'),
    'no file': () =>
      expect(refusal(join(folder.path, 'key'))).to.match(
        /^SENTE_PIN_KEY_FILE is "FOLDER\/key", which can't be read: ENOENT/,
      ),
    'an empty file': () => {
      expect(refusal(put('key', ''))).to.equal('SENTE_PIN_KEY_FILE is "FOLDER/key", which is empty')
      expect(refusal(put('key', '\n'))).to.equal('SENTE_PIN_KEY_FILE is "FOLDER/key", which is empty')
    },
    'a folder': () =>
      expect(refusal(folder.path)).to.equal('SENTE_PIN_KEY_FILE is "FOLDER", which is not a regular file'),
    'bytes that are not text': () =>
      expect(refusal(put('key', Buffer.alloc(32, 0xe5)))).to.equal(
        'SENTE_PIN_KEY_FILE is "FOLDER/key", which is not text: make a key with openssl rand -hex 32',
      ),
    'a key that is too short': () =>
      expect(refusal(put('key', 'hunter2\n'))).to.equal('SENTE_PIN_KEY must be at least 32 characters of a random key'),
    'a credential': () => {
      const environment = { SUBSCRIPTION: 'sub', USER_ID: 'user', KEY_FILE: join(folder.path, 'key') }
      const { connectionOf } = readConfiguration(config, environment)
      expect(() => connectionOf('UGX', 'MTN')).to.throw(/^KEY_FILE is ".*", which can't be read: ENOENT/)
    },
  })

  rule(
    '101.36',
    'a secret in a file that others can read, or that others or its group can change, is refused with the command that closes it',
    {
      'by the file’s mode': table(
        ['mode', 'answer'],
        [
          ['400', 'accepted'],
          ['600', 'accepted'],
          ['440', 'accepted'],
          ['640', 'accepted'],
          ['660', 'refused'],
          ['604', 'refused'],
          ['602', 'refused'],
          ['601', 'refused'],
        ],
        (mode, answer) => {
          const said = refusal(put('key', secrets.SENTE_PIN_KEY, Number.parseInt(mode, 8)))
          const why = 'SENTE_PIN_KEY_FILE is "FOLDER/key", which others may read or change: chmod 600 FOLDER/key'
          expect(said).to.equal(answer === 'accepted' ? 'accepted' : why)
        },
      ),
      'by the mode of a link’s target': () => {
        put('key', secrets.SENTE_PIN_KEY, 0o644)
        const link = join(folder.path, 'link')
        symlinkSync(join(folder.path, 'key'), link)
        expect(refusal(link)).to.include('"FOLDER/link", which others may read or change')
      },
    },
  )

  rule('101.37', 'the start and the doctor warn of secrets in a folder where anybody can put other files', async () => {
    const open = join(folder.path, 'open')
    mkdirSync(open)
    const environment = live({
      ...{ SENTE_PIN_KEY: undefined, SENTE_PIN_KEY_FILE: put('open/key', secrets.SENTE_PIN_KEY) },
      ...{ DATABASE_URL: `sqlite:${folder.database}`, SUBSCRIPTION: 's', USER_ID: 'u' },
      KEY_FILE: put('open/api-key', 'a secret'),
    })
    const settings = readLiveSettings(environment)
    const found = async () => (await doctor(settings, environment)).find(({ check }) => check === 'secrets')
    expect(await found()).to.deep.equal({ check: 'secrets', ok: true, found: '2 in files of their own' })
    expect(exposures(settings, environment)).to.deep.equal([])
    chmodSync(open, 0o777)
    const warning = { found: `anybody may put other secrets into ${open}`, fix: `chmod o-w ${open}` }
    const runbook = 'docs/operating/database.md#the-files'
    expect(await found()).to.deep.equal({ check: 'secrets', ok: false, ...warning, runbook })
    expect(exposures(settings, environment)).to.deep.equal([warning])
  })
})
