/** One value of a scrape. */
export type Sample = {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** The result of a scrape. */
export type Scrape = {
  readonly text: string
  readonly samples: readonly Sample[]
  /** The type of each metric. */
  readonly types: Readonly<Record<string, string>>
  /** The value of a metric with these labels, among others; undefined if there is none. */
  value(name: string, labels?: Readonly<Record<string, string>>): number | undefined
  /** The sum of all values of a metric with these labels, among others. */
  sum(name: string, labels?: Readonly<Record<string, string>>): number
}

/** Scrapes the metrics at a URL. */
export async function scrape(url: string): Promise<Scrape> {
  const answer = await fetch(url)
  if (answer.status !== 200) throw new Error(`the scrape was answered ${answer.status}`)
  return readExposition(await answer.text())
}

/** Reads Prometheus's text format. */
export function readExposition(text: string): Scrape {
  const lines = text.split('\n')
  const samples = lines.filter((line) => line !== '' && !line.startsWith('#')).map(sampleIn)
  const types = Object.fromEntries(
    lines.flatMap((line) => {
      const [, name = '', type = ''] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? []
      return name ? [[name, type]] : []
    }),
  )
  const matching = (name: string, labels: Readonly<Record<string, string>>) =>
    samples.filter(
      (sample) =>
        sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
    )
  return {
    text,
    samples,
    types,
    value: (name, labels = {}) => matching(name, labels)[0]?.value,
    sum: (name, labels = {}) => matching(name, labels).reduce((sum, { value }) => sum + value, 0),
  }
}

function sampleIn(line: string): Sample {
  const [, name = '', text = '', value = ''] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
  if (!name) throw new Error(`this is no sample: ${line}`)
  const labels = [...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = '', of = '']) => [label, of])
  return { name, labels: Object.fromEntries(labels), value: Number(value) }
}
