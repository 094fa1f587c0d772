import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inFolder } from '../../../fixtures/sqliteFolder.ts'
import { projectFolder } from '../../../sourceTree.ts'
import type { Sample, Scrape } from '../121-metrics/exposition.ts'

/** The metrics of a gateway for some minutes: a scrape, or `down` while it does not answer. */
export type Phase = { readonly shows: Scrape | 'down'; readonly minutes: number }

/** The shipped files of rules. */
export const rulesFile = join(projectFolder, 'ops', 'alerts.yml')

/** The pause between two scrapes, in seconds. */
const everySeconds = 15

/** Metrics that grow while nothing happens. */
const ages = ['sente_oldest_open_seconds', 'sente_oldest_unconfirmed_seconds', 'sente_webhook_lag_seconds']

/** Runs promtool; rejects with its output. */
export async function promtool(...args: string[]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)('promtool', args)
    return stdout
  } catch (error) {
    const { code, stdout, stderr } = error as NodeJS.ErrnoException & { stdout: string; stderr: string }
    if (code === 'ENOENT') throw new Error('this needs promtool: apt-get install -y prometheus')
    throw new Error(`${stdout}${stderr}`)
  }
}

/**
 * Evaluates the shipped rules over phases with Prometheus's own engine: nothing fires at the end of the first and the
 * last one, and at least these alerts at the end of the one before the last.
 */
export function evaluate(alerts: readonly string[], phases: readonly Phase[]): Promise<void> {
  const firing = (labels: string) => `group by (alertname) (ALERTS{alertstate="firing"${labels}})`
  const last = phases.length - 1
  /** The values that an expression has at the last moment of a phase. */
  const at = (phase: number, expr: string, exp_samples: object[]) => {
    const minutes = phases.slice(0, phase + 1).reduce((sum, { minutes }) => sum + minutes, 0)
    return { expr, exp_samples, eval_time: `${minutes * 60 - everySeconds}s` }
  }
  const those = alerts.map((alert) => {
    const label = `alertname="${alert}"`
    return at(last - 1, firing(`, ${label}`), [{ labels: `{${label}}`, value: 1 }])
  })
  const interval = `${everySeconds}s`
  const promql_expr_test = [at(0, firing(''), []), ...those, at(last, firing(''), [])]
  const tests = [{ interval, input_series: seriesOf(phases), promql_expr_test }]
  return inFolder(async ({ path }) => {
    const file = join(path, 'test.yml')
    // JSON is YAML.
    writeFileSync(file, JSON.stringify({ rule_files: [rulesFile], evaluation_interval: interval, tests }))
    await promtool('test', 'rules', file)
  })
}

function seriesOf(phases: readonly Phase[]): { series: string; values: string }[] {
  const all = phases.map(({ shows, minutes }) => ({
    up: shows === 'down' ? 0 : 1,
    samples: new Map((shows === 'down' ? [] : shows.samples).map((sample) => [nameOf(sample), sample])),
    scrapes: (minutes * 60) / everySeconds,
  }))
  const up = all.map(({ up, scrapes }) => `${up}+0x${scrapes - 1}`).join(' ')
  const valuesOf = (series: string) => {
    let wasThere = false
    const values = all.map(({ samples, scrapes }) => {
      const sample = samples.get(series)
      // Prometheus does so for a series that has disappeared.
      const missing = Array.from({ length: scrapes }, (_, index) => (wasThere && index === 0 ? 'stale' : '_'))
      wasThere = sample !== undefined
      const step = sample?.value && ages.includes(sample.name) ? everySeconds : 0
      return sample ? `${sample.value}+${step}x${scrapes - 1}` : missing.join(' ')
    })
    return values.join(' ')
  }
  const names = new Set(all.flatMap(({ samples }) => [...samples.keys()]))
  return [
    { series: 'up{instance="node", job="sente"}', values: up },
    ...[...names].map((series) => ({ series, values: valuesOf(series) })),
  ]
}

function nameOf({ name, labels }: Sample): string {
  const all = Object.entries({ ...labels, instance: 'node', job: 'sente' }).sort()
  return `${name}{${all.map(([label, value]) => `${label}="${value}"`).join(', ')}}`
}
