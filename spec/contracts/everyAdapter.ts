import { rule } from '../rule.ts'
import type { Trial } from './conformance.ts'

/** States each promise of a port as a rule, with an example for each adapter of the port. */
export function everyAdapter<Open>(adapters: Readonly<Record<string, Open>>, kit: (open: Open) => readonly Trial[]) {
  const names = Object.keys(adapters)
  const trials = Object.values(adapters).map(kit)
  for (const [index, { rule: number, promise }] of (trials[0] ?? []).entries()) {
    const checks = trials.map((ofOne) => ofOne[index]?.check)
    rule(number, promise, Object.fromEntries(names.map((name, place) => [name, () => checks[place]?.()])))
  }
}
