import { expect } from 'chai'
import { openMetrics } from '../../../../adapters/telemetry/metrics/metrics.ts'
import { uganda } from '../../../../core/sente.ts'
import { rule } from '../../../rule.ts'
import { readExposition } from './exposition.ts'

describe('121 Metrics: signing in', () => {
  rule('121.13', 'failures of sign-ins are counted by their kind, from zero, and without names', async () => {
    const metrics = openMetrics(uganda)
    const counted = async () =>
      readExposition(await metrics.text())
        .samples.filter(({ name }) => name === 'sente_sign_in_events_total')
        .map(({ labels, value }) => [labels, value])
    const all = (first: number) => [
      [{ event: 'wrong_password' }, first],
      [{ event: 'wrong_second_step' }, 0],
      [{ event: 'locked' }, 0],
      [{ event: 'new_browser' }, 0],
    ]
    expect(await counted()).to.deep.equal(all(0))
    for (let n = 0; n < 3; n += 1) metrics.signInSeen('wrong_password')
    expect(await counted()).to.deep.equal(all(3))
  })
})
