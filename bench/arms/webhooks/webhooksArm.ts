import { compare } from '../../comparison/comparison.ts'
import type { Arm, ArmOptions, Finding } from '../../figures/arm.ts'
import { median } from '../../figures/median.ts'
import { withWorkbench } from '../../workbench/workbench.ts'
import { compareLags, type LagSlice } from './lag.ts'

/** Fewer than the enquiries that requests may make at once, so that every payment ends within its own. */
const inFlight = 32

const [endpoints, hanging] = [1_000, 50]

/** The cost of webhooks, and the cost of hanging receivers to the others. */
export const webhooksArm: Arm = {
  name: 'webhooks',
  summary: 'a message for every payment against none, and the lag of 950 endpoints beside 50 that hang',
  async run(options) {
    const cost = await costOf(options)
    const lags = await lagsOf(options)
    return {
      findings: [
        { what: 'CPU a payment, without webhooks', value: cost.baseline.cpuMicros, unit: 'µs' },
        { what: 'CPU a payment, with a message for each', value: cost.measured.cpuMicros, unit: 'µs' },
        { what: 'the same, as a multiple', value: 1 / cost.cpuRatio, unit: '', target: { atMost: 1.25 } },
        ...lagFindings(lags.slices),
      ],
      doubts: [...cost.doubts, ...lags.doubts],
      details: { cost, lags },
    }
  },
}

function costOf(options: ArmOptions) {
  return withWorkbench({ ...options, ends: true }, async (bench) => {
    const baseline = await bench.server('sente', { name: 'sente without webhooks', accounts: 100 })
    const making = { name: 'sente with webhooks', accounts: 100, endpoints: { hanging: 0 } }
    return compare([baseline, await bench.server('sente', making)], { ...options, inFlight, mayWait: true })
  })
}

function lagsOf(options: ArmOptions) {
  return withWorkbench({ ...options, ends: true }, async (bench) => {
    const making = { accounts: endpoints }
    const good = await bench.server('sente', { ...making, name: 'none hang', endpoints: { hanging: 0 } })
    const bad = await bench.server('sente', { ...making, name: `${hanging} hang`, endpoints: { hanging } })
    const pair = [
      { server: good, answering: endpoints },
      { server: bad, answering: endpoints - hanging },
    ] as const
    return compareLags(pair, options)
  })
}

function lagFindings([good, bad]: readonly [LagSlice[], LagSlice[]]): Finding[] {
  return (['p50Ms', 'p99Ms'] as const).flatMap((which) => {
    const name = `lag ${which.slice(0, 3)}`
    const over = (slices: readonly LagSlice[]) => median(slices.map((slice) => slice[which]))
    const times = median(bad.map((slice, index) => slice[which] / (good[index]?.[which] ?? Number.NaN)))
    return [
      { what: `${name}, none of ${endpoints} hang`, value: over(good), unit: 'ms' },
      { what: `${name} of the others, ${hanging} hang`, value: over(bad), unit: 'ms' },
      { what: 'the same, as a multiple', value: times, unit: '', target: { atMost: 1.2 } },
    ]
  })
}
