import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'

/** The CPU time of an arm, as a multiple of that of another one. */
export type Ratio = { readonly name: string; readonly value: number }

type Kept = {
  readonly measured: string
  readonly processor: string
  readonly ratios: readonly (Ratio & { readonly atMost: number })[]
}

/** The last result, and the bound of each ratio, in the checkout from which the benchmark is run. */
const path = 'bench/guard.json'

/** By how much a ratio without a bound may rise: two processes of the same server differ by a tenth. */
const mayRise = 1.2

/** The bounds of ratios, by their names. */
export function boundsOf(ratios: readonly Ratio[]): ReadonlyMap<string, number> {
  const kept = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Kept).ratios : []
  const known = new Map(kept.map(({ name, atMost }) => [name, atMost]))
  return new Map(ratios.map(({ name, value }) => [name, known.get(name) ?? rounded(value * mayRise)]))
}

/** Keeps a result. The bounds stay: to lower one, remove it from the file first. */
export function keepGuard(ratios: readonly Ratio[], atMost: ReadonlyMap<string, number>): void {
  const kept: Kept = {
    measured: new Date().toISOString().slice(0, 10),
    processor: cpus()[0]?.model ?? 'unknown',
    ratios: ratios.map(({ name, value }) => ({ name, value: rounded(value), atMost: atMost.get(name) ?? value })),
  }
  writeFileSync(path, `${JSON.stringify(kept, null, 2)}\n`)
}

function rounded(value: number): number {
  return Number(value.toPrecision(3))
}
