import { expect } from 'chai'
import { readLiveSettings, readSandboxSettings } from '../../../../composition/settings/settings.ts'
import { rule } from '../../../rule.ts'

describe('101 Settings: sandbox or live', () => {
  rule('101.29', 'a live gateway needs a configuration, and a sandbox refuses one', () => {
    expect(() => readLiveSettings({ DATABASE_URL: 'sqlite:live.db' })).to.throw(
      'SENTE_CONFIG is missing: it names the configuration of a live gateway; for simulated networks run `sente sandbox`',
    )
    expect(() => readSandboxSettings({ SENTE_CONFIG: 'live.json' })).to.throw(
      'SENTE_CONFIG is set, but a sandbox has no configuration: to go live run `sente serve`',
    )
  })
})
