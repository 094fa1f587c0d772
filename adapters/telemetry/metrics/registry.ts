import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { type Definition, definitions, type LabelsOf, type MetricName } from './definitions.ts'

/** The readings of a gauge: one value, or one for each combination of labels. */
export type Reading<Name extends MetricName> = readonly (readonly [
  labels: Readonly<Record<LabelsOf<Name>, string>>,
  value: number,
])[]

/** Makes the metrics that are defined, each once, for one exposition. */
export type Metered = {
  counter<Name extends MetricName>(name: Name): Counter<LabelsOf<Name>>
  histogram<Name extends MetricName>(name: Name, buckets: readonly number[]): Histogram<LabelsOf<Name>>
  /** A gauge that is read at each scrape. Values that can't be read are left out. */
  gauge<Name extends MetricName>(name: Name, read: () => Reading<Name> | Promise<Reading<Name>>): void
  readonly contentType: string
  /** All metrics as text. */
  text(): Promise<string>
}

/** Makes an empty exposition. */
export function metered(): Metered {
  const registry = new Registry()
  const given = <Name extends MetricName>(name: Name) => {
    const { help, labels = {} }: Definition = definitions[name]
    return { name, help, labelNames: Object.keys(labels) as LabelsOf<Name>[], registers: [registry] }
  }
  return {
    counter: (name) => new Counter(given(name)),
    histogram: (name, buckets) => new Histogram({ ...given(name), buckets: [...buckets] }),
    gauge<Name extends MetricName>(name: Name, read: () => Reading<Name> | Promise<Reading<Name>>) {
      const gauge: Gauge<LabelsOf<Name>> = new Gauge({
        ...given(name),
        async collect() {
          const values = await Promise.resolve()
            .then(read)
            .catch((): Reading<Name> => [])
          gauge.reset()
          // Without labels a reset leaves a zero.
          gauge.remove({})
          for (const [labels, value] of values) gauge.set(labels, value)
        },
      })
    },
    contentType: registry.contentType,
    text: () => registry.metrics(),
  }
}

/** The reading of a gauge without labels; undefined if there is none. */
export function oneValue(
  value: number | undefined,
): readonly (readonly [labels: Record<never, string>, value: number])[] {
  return value === undefined ? [] : [[{}, value]]
}
