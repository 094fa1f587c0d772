import { expect } from 'chai'
import { checkStore } from '../../../../adapters/cli/server/storeChecks.ts'
import { askForFloats } from '../../../../core/sente.ts'
import { rule } from '../../../rule.ts'
import { openCommandLine } from '../104-command-line/commandLine.ts'

const topUp = ['float', 'top-up', 'MTN', 'UGX', '50000', '--reference', 'bank-7'] as const

const floatIn = async (store: Parameters<typeof checkStore>[0]) =>
  (await checkStore(store, { isCopied: true })).find(({ check }) => check === 'float')

describe('128 The operator’s own money: the doctor', () => {
  rule('128.17', 'the doctor names the float that runs out first, and one that differs from its network’s balance', {
    'as it should be': async () => {
      const { store } = await openCommandLine()
      const found = 'the amounts of 0 of 6 are known, and none runs out'
      expect(await floatIn(store)).to.deep.equal({ check: 'float', ok: true, found })
    },
    'a different one': async () => {
      const { store, sente, ports, networks } = await openCommandLine()
      await sente(...topUp)
      await askForFloats({ ...ports, providerFor: (_currency, name) => networks[name] })()
      const found = 'float:MTN:disbursement in UGX: its network reports 950000 more than the books have'
      expect(await floatIn(store)).to.include({ ok: true, found, runbook: 'docs/operating/float.md' })
    },
    'a short one': async () => {
      const { store, sente, pay } = await openCommandLine()
      await sente('float', 'top-up', 'MTN', 'UGX', '6000', '--reference', 'little')
      await pay('succeeds')
      const found = /^float:MTN:disbursement in UGX lasts 1\.[2-4] hours at the rate of payouts in the last six$/
      const finding = await floatIn(store)
      expect(finding).to.include({ ok: false, runbook: 'docs/operating/float.md' })
      expect(finding?.found).to.match(found)
    },
  })
})
