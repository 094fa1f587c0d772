import { expect } from 'chai'
import {
  readCommandSettings,
  readLiveSettings,
  readSandboxSettings,
} from '../../../../composition/settings/settings.ts'
import { rule } from '../../../rule.ts'

const live = {
  SENTE_CONFIG: 'live.json',
  DATABASE_URL: 'sqlite:/var/lib/sente/live.db',
  SENTE_PIN_KEY: '7c3f0a9e51d86b24e0a1f7c95d3b8264',
}

function refusal(environment: Record<string, string | undefined>): string {
  try {
    readCommandSettings(environment)
    return 'accepted'
  } catch (error) {
    return (error as Error).message
  }
}

describe('101 Settings', () => {
  rule('101.1', 'without any setting the sandbox runs on port 3000, for this machine only', () => {
    expect(readSandboxSettings({ PATH: '/bin' })).to.deep.equal({
      purpose: 'sandbox',
      host: '127.0.0.1',
      port: 3000,
      scheme: 'sqlite',
      databasePath: './data/sandbox.db',
      limits: {},
      fourEyes: undefined,
      holdersTakeTwoSteps: false,
      mail: undefined,
      metrics: undefined,
      repeatDays: 7,
      exchangeDays: 90,
      stopAfterMs: 0,
      openId: undefined,
      folders: {},
      phoneNumberDays: undefined,
      sandboxLimits: false,
      sandboxFees: false,
      logLevel: 'info',
      stateDir: '.',
      publicUrl: undefined,
      webhookKeys: undefined,
      pseudonymKey: undefined,
      webhookAllow: undefined,
      pinKeys: undefined,
    })
  })

  rule('101.2', 'with a configuration sente is live', () => {
    expect(
      readLiveSettings({ ...live, PORT: '8080', SENTE_PIN_KEY_PREVIOUS: 'b81d64f2c07a3e959d26e4f0183ca57b' }),
    ).to.deep.equal({
      purpose: 'live',
      host: '127.0.0.1',
      port: 8080,
      scheme: 'sqlite',
      databasePath: '/var/lib/sente/live.db',
      limits: {},
      fourEyes: undefined,
      holdersTakeTwoSteps: false,
      mail: undefined,
      metrics: undefined,
      repeatDays: 7,
      exchangeDays: 90,
      stopAfterMs: 0,
      openId: undefined,
      folders: {},
      phoneNumberDays: undefined,
      sandboxLimits: false,
      sandboxFees: false,
      logLevel: 'info',
      stateDir: '.',
      publicUrl: undefined,
      webhookKeys: undefined,
      pseudonymKey: undefined,
      webhookAllow: undefined,
      callbackSecret: undefined,
      pinKeys: { current: '7c3f0a9e51d86b24e0a1f7c95d3b8264', previous: 'b81d64f2c07a3e959d26e4f0183ca57b' },
      configPath: 'live.json',
    })
  })

  rule('101.3', 'a wrong setting is named with its value and the expected form', {
    'PORT is no number': () =>
      expect(refusal({ PORT: 'abc' })).to.equal('PORT is "abc", but must be a port number from 0 to 65535'),
    'PORT is too large': () => expect(refusal({ PORT: '65536' })).to.include('65536'),
    'PORT is empty': () => expect(refusal({ PORT: '' })).to.include('PORT is ""'),
    LOG_LEVEL: () =>
      expect(refusal({ LOG_LEVEL: 'loud' })).to.equal(
        'LOG_LEVEL is "loud", but must be trace, debug, info, warn, error, fatal or silent',
      ),
    DATABASE_URL: () =>
      expect(refusal({ DATABASE_URL: 'mysql://x' })).to.equal(
        'DATABASE_URL is "mysql://x", but must be sqlite:PATH or sqlite::memory:, or postgres://USER:PASSWORD@HOST[,HOST...]/DATABASE',
      ),
    'SENTE_CONFIG is empty, which is not the same as absent': () =>
      expect(refusal({ SENTE_CONFIG: '' })).to.equal('SENTE_CONFIG is "", but must be the path of a JSON file'),
    'several at once': () => expect(refusal({ PORT: 'x', HOST: '' }).split('\n')).to.have.length(2),
  })

  rule('101.4', 'a secret setting is named without its value, and an address without its credentials', {
    'a PIN key': () =>
      expect(refusal({ SENTE_PIN_KEY: 'hunter2' })).to.equal(
        'SENTE_PIN_KEY must be at least 32 characters of a random key',
      ),
    'the address of a database': () => {
      const named = (address: string) => /"(.*)"/.exec(refusal({ DATABASE_URL: address }))?.[1]
      expect(named('mysql://sente:hunter2@db.example/books')).to.equal('mysql://…@db.example/books')
      expect(named('mysql://sente:hunt/er@2@db.example')).to.equal('mysql://…@db.example')
      expect(named('mysql:sente:hunter2@db.example')).to.equal('mysql:…@db.example')
      expect(named('mysql://x?user=sente&password=hunter2&ssl=on')).to.equal('mysql://x?user=sente&password=…&ssl=on')
    },
  })

  rule('101.5', 'a live gateway refuses settings that only a sandbox may have', {
    'a missing database': () =>
      expect(refusal({ ...live, DATABASE_URL: undefined })).to.include('DATABASE_URL is missing'),
    'a database in memory': () =>
      expect(refusal({ ...live, DATABASE_URL: 'sqlite::memory:' })).to.include('which keeps nothing'),
    'a missing PIN key': () =>
      expect(refusal({ ...live, SENTE_PIN_KEY: undefined })).to.include('SENTE_PIN_KEY is missing'),
    'a PIN key made by a sandbox': () => {
      const made = `sandbox-${'a'.repeat(64)}`
      expect(refusal({ ...live, SENTE_PIN_KEY: made })).to.equal(
        'SENTE_PIN_KEY was made by a sandbox: live needs a random key of its own',
      )
    },
  })

  rule('101.6', 'callbacks need a public address, and a secret for their paths', async () => {
    const called = { ...live, SENTE_PUBLIC_URL: 'https://pay.example.com/sente/' }
    expect(refusal(called)).to.include('SENTE_CALLBACK_SECRET is missing')
    expect(readLiveSettings({ ...called, SENTE_CALLBACK_SECRET: 'e2096d7fa4b35c18f3d07a6b91e4c852' })).to.include({
      publicUrl: 'https://pay.example.com/sente',
      callbackSecret: 'e2096d7fa4b35c18f3d07a6b91e4c852',
    })
    expect(refusal({ SENTE_PUBLIC_URL: 'pay.example.com' })).to.include('SENTE_PUBLIC_URL is "pay.example.com"')
  })
})
