import type { Engine } from './engine.ts'

/** The time by which claims, due dates and counts are judged: the database's, or the caller's. */
export type Moments = {
  /** The beginning of a statement with the caller's time in this place. Its time is then `moment`. */
  given(place: string): string
  /** The value for that place. */
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
