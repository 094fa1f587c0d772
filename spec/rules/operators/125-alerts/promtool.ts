import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inFolder } from '../../../fixtures/sqliteFolder.ts'
import { projectFolder } from '../../../sourceTree.ts'
import type { Sample, Scrape } from '../121-metrics/exposition.ts'

/** What a gateway shows for some minutes: a scrape, or `down` while it does not answer. */
export type Phase = { readonly shows: Scrape | 'down'; readonly minutes: number }

/** The files of rules that are shipped. */
export const rulesFile = join(projectFolder, 'ops', 'alerts.yml')

/** Prometheus scrapes once in so many seconds. */
const everySeconds = 15

/** What grows by itself while nothing happens. */
const ages = ['sente_oldest_open_seconds', 'sente_oldest_unconfirmed_seconds', 'sente_webhook_lag_seconds']

/** Runs promtool; rejects with what it says. */
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
 * Has Prometheus's own rules engine evaluate the shipped rules over phases; at the end of each an expression has to have
 * these values, by their labels.
 */
export function evaluate(
  phases: readonly Phase[],
  expected: readonly (readonly { readonly expr: string; readonly samples: Readonly<Record<string, number>> }[])[],
): Promise<void> {
  return inFolder(async ({ path }) => {
    const ends = phases.map((_, index) => phases.slice(0, index + 1).reduce((sum, { minutes }) => sum + minutes, 0))
    const test = {
      rule_files: [rulesFile],
      evaluation_interval: `${everySeconds}s`,
      tests: [
        {
          interval: `${everySeconds}s`,
          input_series: seriesOf(phases),
          promql_expr_test: expected.flatMap((ofPhase, index) =>
            ofPhase.map(({ expr, samples }) => ({
              expr,
              // The last moment of the phase.
              eval_time: `${(ends[index] ?? 0) * 60 - everySeconds}s`,
              exp_samples: Object.entries(samples).map(([labels, value]) => ({ labels, value })),
            })),
          ),
        },
      ],
    }
    const file = join(path, 'test.yml')
    // JSON is YAML.
    writeFileSync(file, JSON.stringify(test))
    await promtool('test', 'rules', file)
  })
}

/** Which alerts fire, one value for each. */
export const firing = 'group by (alertname) (ALERTS{alertstate="firing"})'

function seriesOf(phases: readonly Phase[]): { series: string; values: string }[] {
  const names = new Map<string, Sample>()
  for (const { shows } of phases) {
    if (shows !== 'down') for (const sample of shows.samples) names.set(nameOf(sample), sample)
  }
  const up = { series: 'up{instance="node", job="sente"}', values: phases.map(upIn).join(' ') }
  return [up, ...[...names].map(([series, sample]) => ({ series, values: valuesOf(sample, phases) }))]
}

function nameOf({ name, labels }: Sample): string {
  const all = Object.entries({ ...labels, instance: 'node', job: 'sente' })
  return `${name}{${all.map(([label, value]) => `${label}="${value}"`).join(', ')}}`
}

function upIn({ shows, minutes }: Phase): string {
  return `${shows === 'down' ? 0 : 1}+0x${scrapesIn(minutes) - 1}`
}

function valuesOf({ name, labels }: Sample, phases: readonly Phase[]): string {
  let wasThere = false
  return phases
    .map(({ shows, minutes }) => {
      const value = shows === 'down' ? undefined : shows.samples.find(isLike(name, labels))?.value
      const scrapes = scrapesIn(minutes)
      const isThere = value !== undefined
      // As Prometheus does it for a series that is there no longer.
      const missing = Array.from({ length: scrapes }, (_, index) => (wasThere && index === 0 ? 'stale' : '_'))
      wasThere = isThere
      const step = ages.includes(name) && value ? everySeconds : 0
      return isThere ? `${value}+${step}x${scrapes - 1}` : missing.join(' ')
    })
    .join(' ')
}

function isLike(name: string, labels: Sample['labels']) {
  const key = JSON.stringify(Object.entries(labels).sort())
  return (other: Sample) => other.name === name && JSON.stringify(Object.entries(other.labels).sort()) === key
}

function scrapesIn(minutes: number): number {
  return (minutes * 60) / everySeconds
}
