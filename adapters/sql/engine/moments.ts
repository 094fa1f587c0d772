import type { Engine } from './engine.ts'

/** By which time something is claimed, due or counted: the database’s, or the caller’s. */
export type Moments = {
  /** What a statement begins with that is given the caller's time in this place; then its time is `moment`. */
  given(place: string): string
  /** What it is given. */
  valueOf(callersMs: number): number | null
  /** The time of a decision. */
  decided(callersMs: number, nowMs: number): number
}

/** As a value, so that an index begins and ends with it. */
export const moment = '(SELECT at_ms FROM moment)'

/** Makes them. */
export function moments({ dialect, clock }: Pick<Engine, 'dialect' | 'clock'>): Moments {
  const isCallers = clock === 'caller'
  return {
    given: (place) =>
      `WITH moment AS (SELECT coalesce(CAST(${place} AS ${dialect.types.integer}), ${dialect.nowMs}) AS at_ms)`,
    valueOf: (callersMs) => (isCallers ? callersMs : null),
    decided: (callersMs, nowMs) => (isCallers ? callersMs : nowMs),
  }
}
