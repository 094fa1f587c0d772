import type { Configuration } from './configuration.ts'
import type { Connection } from './connections.ts'
import { networkApi } from './registry.ts'

/** A setting of a network that is weaker than it could be, and how to mend it. */
type Weakness = { readonly found: string; readonly mend: string }

/** What is weaker than it could be in a connection. */
export function weaknessOf({ api, name, settings }: Connection): Weakness | undefined {
  const weakness = networkApi(api).weaknessIn?.(settings)
  return weakness && { ...weakness, found: `${name} ${weakness.found}` }
}

/** The same for all connections of a configuration, each once. */
export function weaknessesIn({
  market,
  connectionOf,
}: Pick<Configuration, 'market' | 'connectionOf'>): readonly Weakness[] {
  const all = new Map<string, Weakness>()
  for (const [currency, { networks }] of market) {
    for (const { name } of networks) {
      const connection = connectionOf(currency, name)
      const weakness = connection && weaknessOf(connection)
      if (weakness) all.set(weakness.found, weakness)
    }
  }
  return [...all.values()]
}
