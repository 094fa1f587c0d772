import { compare } from '../comparison/comparison.ts'
import { answering, ratios } from '../comparison/findings.ts'
import type { Arm, ArmOptions } from '../figures/arm.ts'
import { type Server, withWorkbench } from '../workbench/workbench.ts'

const accounts = 100

/** The cost of metrics. */
export const metricsArm: Arm = {
  name: 'metrics',
  summary: 'metrics, scraped once a second, against the same server without, and scrapes alone, 256 in flight',
  async run(options) {
    const all = await comparison(options, { name: 'sente' }, { name: 'sente, measured and scraped', metrics: true })
    const measured = { name: 'sente, measured', metrics: true }
    const scrapes = await comparison(options, measured, { name: 'sente, scraped too', metrics: true })
    return {
      findings: [
        ...answering(all.baseline),
        ...answering(all.measured),
        ...ratios(all, { rate: 0.97 }),
        ...answering(scrapes.measured),
        ...ratios(scrapes, { rate: 0.99 }),
      ],
      doubts: [...all.doubts, ...scrapes.doubts],
      details: { all, scrapes },
    }
  },
}

type Making = { readonly name: string; readonly metrics?: boolean }

function comparison(options: ArmOptions, baseline: Making, scraped: Making) {
  options.progress(`${scraped.name} against ${baseline.name}`)
  return withWorkbench(options, async (bench) => {
    const server = (making: Making) => bench.server('sente', { ...making, accounts })
    const servers = [await server(baseline), await server(scraped)] as const
    const stop = scrapeEachSecond(servers[1])
    try {
      return await compare(servers, { ...options, inFlight: 256, mayWait: true })
    } finally {
      stop()
    }
  })
}

function scrapeEachSecond({ metricsUrl = '' }: Server): () => void {
  const scrape = async () => void (await (await fetch(metricsUrl)).text())
  const timer = setInterval(() => void scrape().catch(() => undefined), 1_000)
  return () => clearInterval(timer)
}
