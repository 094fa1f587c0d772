/**
 * Days of a calendar. A date is represented by its midnight in UTC, and all moments are in milliseconds since the Unix
 * epoch.
 */
export type Calendar = {
  /** Its time zone: a name, such as `Africa/Kampala`, or an offset, such as `+03:00`. */
  readonly timeZone: string
  /** The offset of its clocks from UTC at a moment, in milliseconds. */
  offsetMs(atMs: number): number
  /** The end of the day that contains a moment. */
  endOf(nowMs: number): number
  /** The date of the day that contains a moment. */
  dateOf(nowMs: number): number
  /** The beginning and the end of a date. */
  during(dateMs: number): { readonly fromMs: number; readonly toMs: number }
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/**
 * Days that end at midnight in a time zone, such as `Africa/Kampala` or `+03:00`. Throws a RangeError for an unknown
 * one.
 */
export function calendar({ timeZone }: { readonly timeZone: string }): Calendar {
  const offsetMs = fixedOffset(timeZone) ?? offsetsIn(timeZone)
  let known = { fromMs: 0, untilMs: 0 }
  return {
    ...daysBy(timeZone, offsetMs),
    endOf(nowMs) {
      if (nowMs < known.fromMs || nowMs >= known.untilMs) known = { fromMs: nowMs, untilMs: endOf(nowMs, offsetMs) }
      return known.untilMs
    },
  }
}

type OffsetMs = (atMs: number) => number

/** Days that end at midnight in UTC. */
export const utcDays: Calendar = daysBy('UTC', () => 0)

function daysBy(timeZone: string, offsetMs: OffsetMs): Calendar {
  return {
    timeZone,
    offsetMs,
    endOf: (nowMs) => endOf(nowMs, offsetMs),
    dateOf: (nowMs) => Math.floor((nowMs + offsetMs(nowMs)) / dayMs) * dayMs,
    during(dateMs) {
      const noonBeforeMs = dateMs - dayMs / 2
      const fromMs = endOf(noonBeforeMs - offsetMs(noonBeforeMs), offsetMs)
      return { fromMs, toMs: endOf(fromMs, offsetMs) }
    },
  }
}

/** The next midnight; if clocks are changed in between, or at midnight itself, the first moment of the next date. */
function endOf(nowMs: number, offsetMs: OffsetMs): number {
  const midnightMs = (Math.floor((nowMs + offsetMs(nowMs)) / dayMs) + 1) * dayMs
  const asNowMs = midnightMs - offsetMs(nowMs)
  const asThenMs = midnightMs - offsetMs(asNowMs)
  return asThenMs + offsetMs(asThenMs) >= midnightMs ? asThenMs : asNowMs
}

/** The offset that is a time zone by itself, such as `+03:00`. Not every version of Node knows such zones. */
function fixedOffset(timeZone: string): OffsetMs | undefined {
  const [, sign, hours, minutes] = /^([+-])([01]\d|2[0-3]):([0-5]\d)$/.exec(timeZone) ?? []
  if (hours === undefined) return undefined
  const ms = Number(hours) * hourMs + Number(minutes) * 60_000
  return () => (sign === '-' ? -ms : ms)
}

/**
 * The offset of a time zone's clocks from UTC. It is kept for an hour in which it does not change: to ask for it takes a
 * third of the time of an entry in a CSV.
 */
function offsetsIn(timeZone: string): OffsetMs {
  const offsetMs = askedOffsets(timeZone)
  let kept: { readonly fromMs: number; readonly ms: number | undefined } | undefined
  return (atMs) => {
    const fromMs = Math.floor(atMs / hourMs) * hourMs
    if (kept?.fromMs !== fromMs) {
      const ms = offsetMs(fromMs)
      kept = { fromMs, ms: offsetMs(fromMs + hourMs - 1) === ms ? ms : undefined }
    }
    return kept.ms ?? offsetMs(atMs)
  }
}

function askedOffsets(timeZone: string): OffsetMs {
  if (/^[+-]/.test(timeZone)) throw new RangeError(`${timeZone} is no offset such as +03:00`)
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  return (atMs) => {
    const name = format.formatToParts(atMs).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT'
    const [, sign = '+', hours = '0', minutes = '0'] = /^GMT([+-])(\d\d):(\d\d)/.exec(name) ?? []
    const ms = Number(hours) * hourMs + Number(minutes) * 60_000
    return sign === '-' ? -ms : ms
  }
}
