import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { checkConfiguration } from '../../../../composition/settings/configurationFile.ts'
import { readCommandSettings } from '../../../../composition/settings/settings.ts'
import { rule } from '../../../rule.ts'

const hex = () => randomBytes(32).toString('hex')
const live = { SENTE_CONFIG: 'live.json', DATABASE_URL: 'sqlite:live.db', SENTE_PIN_KEY: hex() }

function refusal(change: Record<string, string>): string {
  try {
    readCommandSettings({ ...live, ...change })
    return 'accepted'
  } catch (error) {
    return (error as Error).message
  }
}

const plain = {
  'one character': 'k'.repeat(32),
  'two characters': 'ab'.repeat(20),
  'a word again and again': 'correct-horse-'.repeat(3),
  'a pattern cut off': '0123456789abcdef0123456789abcdef01',
  'few characters without a pattern': '0010110111010010100010110100101101',
}

describe('101 Settings: refusals at the start', () => {
  const each = (example: (secret: string) => void) =>
    Object.fromEntries(Object.entries(plain).map(([name, secret]) => [name, () => example(secret)]))

  rule(
    '101.14',
    'a key or secret that is obviously not random is refused, and not shown',
    each((secret) => {
      expect(refusal({ SENTE_PIN_KEY: secret })).to.equal(
        'SENTE_PIN_KEY is obviously not random: make one with openssl rand -hex 32, and keep this one as SENTE_PIN_KEY_PREVIOUS if PINs were set under it',
      )
      expect(refusal({ SENTE_CALLBACK_SECRET: secret })).to.equal(
        'SENTE_CALLBACK_SECRET is obviously not random: make one with openssl rand -hex 32',
      )
      expect(refusal({ SENTE_WEBHOOK_KEY: secret })).to.equal(
        'SENTE_WEBHOOK_KEY is obviously not random: make one with openssl rand -hex 32',
      )
    }),
  )

  rule(
    '101.15',
    'a PIN key that is not random can be replaced: it is accepted as the previous key',
    each((secret) => expect(refusal({ SENTE_PIN_KEY_PREVIOUS: secret })).to.equal('accepted')),
  )

  rule('101.16', 'two secrets with the same value are refused', {
    'PIN key and previous PIN key': () =>
      expect(refusal({ SENTE_PIN_KEY_PREVIOUS: live.SENTE_PIN_KEY })).to.equal(
        'SENTE_PIN_KEY_PREVIOUS is the same as SENTE_PIN_KEY: leave it out, or set it to the previous key',
      ),
    'PIN key and callback secret': () =>
      expect(refusal({ SENTE_CALLBACK_SECRET: live.SENTE_PIN_KEY })).to.equal(
        'SENTE_CALLBACK_SECRET is the same as a PIN key: make a separate one with openssl rand -hex 32',
      ),
    'PIN key and webhook key': () =>
      expect(refusal({ SENTE_WEBHOOK_KEY: live.SENTE_PIN_KEY })).to.equal(
        'SENTE_WEBHOOK_KEY is the same as a PIN key: make a separate one with openssl rand -hex 32',
      ),
    'callback secret and webhook key': () => {
      const same = hex()
      expect(refusal({ SENTE_CALLBACK_SECRET: same, SENTE_WEBHOOK_KEY: same })).to.include(
        'SENTE_WEBHOOK_KEY is the same as SENTE_CALLBACK_SECRET',
      )
    },
    'previous PIN key and callback secret': () => {
      const same = hex()
      expect(refusal({ SENTE_PIN_KEY_PREVIOUS: same, SENTE_CALLBACK_SECRET: same })).to.include(
        'is the same as a PIN key',
      )
    },
  })

  rule('101.17', 'random secrets are accepted, in `hex` and in `base64`', () => {
    for (let count = 0; count < 1_000; count += 1) {
      expect(refusal({ SENTE_PIN_KEY: randomBytes(16).toString('hex'), SENTE_CALLBACK_SECRET: hex() })).to.equal(
        'accepted',
      )
      expect(refusal({ SENTE_PIN_KEY: randomBytes(24).toString('base64') })).to.equal('accepted')
    }
  })

  const credentials = { subscription_key_env: 'A', api_user_env: 'B', api_key_env: 'C' }
  const posting = { api: 'mtn-momo', target_environment: 'x', collection: credentials, disbursement: credentials }
  const networks = { MTN: { provider: 'mtn' } }
  const currencies = { UGX: { minimum: 500, maximum: 1_000, networks } }

  function baseUrl(base_url: string): string {
    try {
      checkConfiguration({ currencies, providers: { mtn: { ...posting, base_url } } }, 'FILE')
      return 'accepted'
    } catch (error) {
      return (error as Error).message
    }
  }

  rule('101.18', 'credentials are sent to a base URL with TLS, or to exactly this machine', {
    'these are taken': () => {
      const good = [
        'https://x.example',
        'https://x.example:8443/simulate',
        'http://localhost:3000',
        'http://127.0.0.1/a',
      ]
      for (const url of [...good, 'http://[::1]:3000']) expect(baseUrl(url), url).to.equal('accepted')
    },
    'these are refused': () => {
      const evil = [
        'http://localhost:x@evil.example',
        'http://127.0.0.1@evil.example/',
        'http://localhost:80@evil.example',
      ]
      const near = [
        'http://localhost.evil.example',
        'http://127.0.0.1.evil.example',
        'http://[::2]',
        'http://evil.example',
      ]
      const odd = [
        'https://',
        'https:///x',
        'https://x y',
        'https://user:word@x.example',
        'http:\\\\localhost',
        'HTTP://x',
      ]
      const parts = [
        'https://x.example?a=b',
        'https://x.example/#',
        'http://localhost:99999',
        'ftp://localhost',
        'localhost',
      ]
      for (const url of [...evil, ...near, ...odd, ...parts]) {
        expect(baseUrl(url), url).to.include('must be an https URL, or an http one of this machine')
      }
    },
    'credentials in it are not shown': () => expect(baseUrl('https://user:word@x.example')).not.to.include('word'),
  })

  rule('101.19', 'a public address has a host, and no credentials, query or fragment', () => {
    const callbacks = { SENTE_CALLBACK_SECRET: hex() }
    const taken = (url: string) => refusal({ ...callbacks, SENTE_PUBLIC_URL: url })
    for (const url of ['https://pay.example.com', 'https://pay.example.com/sente/', 'http://10.0.0.1:80']) {
      expect(taken(url), url).to.equal('accepted')
    }
    const bad = [
      'https://a:b@pay.example.com',
      'https://pay example.com',
      'https://x:99999',
      'http://a\\b',
      'https://x?y',
    ]
    for (const url of bad) expect(taken(url), url).to.include('must be the URL of this gateway for the networks')
  })
})
