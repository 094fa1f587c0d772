import { expect } from 'chai'
import { pino } from 'pino'
import { openGateway } from '../../../../composition/gateway.ts'
import { readSandboxSettings } from '../../../../composition/settings/settings.ts'
import { SettingsError } from '../../../../composition/settings/validated.ts'
import { rule } from '../../../rule.ts'

const usual = { DATABASE_URL: 'sqlite::memory:', PORT: '0' }

/** A sandbox with these settings, as `sente sandbox` opens it. */
function opened(settings: Record<string, string>) {
  const log = pino({ level: 'silent' })
  const onLost = (error: unknown) => {
    throw error
  }
  return openGateway(readSandboxSettings({ ...usual, ...settings }), { environment: {}, log, onLost })
}

const refusal = async (settings: Record<string, string>) => {
  try {
    await (await opened(settings)).close()
  } catch (error) {
    if (error instanceof SettingsError) return error.message
    throw error
  }
  return 'accepted'
}

describe('121 Metrics: their address', () => {
  rule(
    '121.9',
    'metrics are served at the address in the setting, apart from the merchants’ API, and by default not at all',
    {
      'by default': async () => {
        const gateway = await opened({})
        try {
          expect(gateway.metricsUrl).to.equal(undefined)
          expect((await fetch(`${gateway.url}/metrics`)).status).to.equal(404)
        } finally {
          await gateway.close()
        }
      },
      'turned on': async () => {
        const gateway = await opened({ SENTE_METRICS: '127.0.0.1:0' })
        try {
          const { metricsUrl = '' } = gateway
          expect(metricsUrl).to.match(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/)
          const answer = await fetch(metricsUrl)
          expect(answer.headers.get('Content-Type')).to.equal('text/plain; version=0.0.4; charset=utf-8')
          expect(await answer.text()).to.include('\nsente_ready 1\n')
          expect((await fetch(metricsUrl, { method: 'POST' })).status).to.equal(404)
          expect((await fetch(metricsUrl.replace('metrics', 'readyz'))).status).to.equal(404)
          expect((await fetch(`${gateway.url}/metrics`)).status).to.equal(404)
        } finally {
          await gateway.close()
        }
      },
      'on IPv6': () => {
        const { metrics } = readSandboxSettings({ ...usual, SENTE_METRICS: '[::1]:9464' })
        expect(metrics).to.deep.equal({ host: '::1', port: 9464 })
      },
    },
  )

  rule('121.10', 'an unusable setting for metrics is named at the start', {
    'without a port': async () =>
      expect(await refusal({ SENTE_METRICS: '127.0.0.1' })).to.equal(
        'SENTE_METRICS is "127.0.0.1", but must be an address and a port, such as 127.0.0.1:9464',
      ),
    'an impossible port': async () =>
      expect(await refusal({ SENTE_METRICS: '127.0.0.1:65536' })).to.equal(
        'SENTE_METRICS is "127.0.0.1:65536", but ports go to 65535',
      ),
    'a used port': async () => {
      const gateway = await opened({ SENTE_METRICS: '127.0.0.1:0' })
      try {
        const { host } = new URL(gateway.metricsUrl ?? '')
        expect(await refusal({ SENTE_METRICS: host })).to.match(/^can't serve metrics on SENTE_METRICS .*EADDRINUSE/)
      } finally {
        await gateway.close()
      }
    },
  })
})
