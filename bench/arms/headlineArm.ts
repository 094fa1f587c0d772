import { type Comparison, compare } from '../comparison/comparison.ts'
import { answering, committing, holding, ratios } from '../comparison/findings.ts'
import type { Arm, ArmOptions } from '../figures/arm.ts'
import { withWorkbench } from '../workbench/workbench.ts'

const inFlight = 64
const accounts = 100

/**
 * The fraction by which two processes of the same server may differ: V8's optimisations of a run depend partly on
 * chance.
 */
const tolerance = 0.1

/** sente against the same Koa and got, which only validate and pass through. */
export const headlineArm: Arm = {
  name: 'headline',
  summary: 'send-money against the same Koa and got that only validate and pass through, 64 in flight',
  async run(options) {
    const control = await comparison(options, 'sente', 'sente again')
    const against = await comparison(options, 'pass-through', 'sente')
    return {
      findings: [
        ...answering(against.baseline),
        ...answering(against.measured),
        ...ratios(against, { rate: 0.7, cpu: 0.7 }),
        ...committing(against.measured),
        ...holding(against.measured),
      ],
      doubts: [...controlDoubts(control), ...against.doubts],
      details: { against, control },
    }
  },
}

function comparison(options: ArmOptions, ...names: [baseline: string, measured: string]): Promise<Comparison> {
  options.progress(`${names[1]} against ${names[0]}`)
  return withWorkbench(options, async (bench) => {
    const start = (name: string) => bench.server(name === 'pass-through' ? 'passThrough' : 'sente', { name, accounts })
    return compare([await start(names[0]), await start(names[1])], { ...options, inFlight, mayWait: false })
  })
}

function controlDoubts({ rateRatio, cpuRatio, doubts }: Comparison): string[] {
  const furthest = Math.max(Math.abs(1 - rateRatio), Math.abs(1 - cpuRatio))
  const differs =
    `in the control run a second process of sente had ${rateRatio.toFixed(3)} times the rate of the first, ` +
    `the first ${cpuRatio.toFixed(3)} times the CPU time of the second`
  return [...doubts.map((doubt) => `control run: ${doubt}`), ...(furthest > tolerance ? [differs] : [])]
}
