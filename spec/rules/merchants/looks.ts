import { oneOf } from '../../night.ts'
import { table } from '../../rule.ts'
import type { Looks } from '../../stages/inBrowser.ts'

/** Examples that look at pages in several ways: at night in all of them, by day in one, and in another on the next day. */
export function lookedAt(
  ways: readonly [script: boolean, width: number, colours: 'light' | 'dark'][],
  example: (looks: Looks) => Promise<void>,
) {
  const today = Object.values(oneOf(Object.fromEntries(ways.entries())))
  return table(['script', 'width', 'colours'], today, (script, width, colours) => example({ script, width, colours }))
}
