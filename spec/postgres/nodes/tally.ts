import { InvalidArgumentError } from 'commander'

/** The figures during a failure; see `Merchants`. */
export type Outage = { readonly pauseMs: number; readonly answered: number; readonly repeated: number }

/** The figures of many outages. */
export function tallied(outages: readonly Outage[]) {
  const pausesMs = outages.map(({ pauseMs }) => Math.round(pauseMs)).sort((one, other) => one - other)
  const sum = (name: 'answered' | 'repeated') => outages.reduce((total, outage) => total + outage[name], 0)
  return {
    answered: sum('answered'),
    repeated: sum('repeated'),
    'median pause, ms': pausesMs[Math.floor(pausesMs.length / 2)] ?? 0,
    'longest pause, ms': pausesMs.at(-1) ?? 0,
  }
}

/** Reads a seed from the command line. */
export function wholeNumber(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value)) return value
  throw new InvalidArgumentError('It must be a whole number.')
}
