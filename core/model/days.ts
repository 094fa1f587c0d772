/** When the day ends in which a moment lies; both in milliseconds since the Unix epoch. */
export type DayEnds = (moment: { readonly nowMs: number }) => number

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Days that end at midnight in a time zone, such as `Africa/Kampala`; throws a RangeError for one that is not known. */
export function dayEnds({ timeZone }: { readonly timeZone: string }): DayEnds {
  const offsetMs = offsetsIn(timeZone)
  let known = { fromMs: 0, untilMs: 0 }
  return ({ nowMs }) => {
    if (nowMs < known.fromMs || nowMs >= known.untilMs) known = { fromMs: nowMs, untilMs: endOf(nowMs, offsetMs) }
    return known.untilMs
  }
}

/** Days that end at midnight in UTC. */
export const utcDays: DayEnds = ({ nowMs }) => endOf(nowMs, () => 0)

type OffsetMs = (atMs: number) => number

/** The next midnight; where clocks are changed in between, or at midnight itself, the first moment of the next date. */
function endOf(nowMs: number, offsetMs: OffsetMs): number {
  const midnightMs = (Math.floor((nowMs + offsetMs(nowMs)) / dayMs) + 1) * dayMs
  const asNowMs = midnightMs - offsetMs(nowMs)
  const asThenMs = midnightMs - offsetMs(asNowMs)
  return asThenMs + offsetMs(asThenMs) >= midnightMs ? asThenMs : asNowMs
}

/** By how much the clocks of a time zone are ahead of UTC. */
function offsetsIn(timeZone: string): OffsetMs {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  return (atMs) => {
    const name = format.formatToParts(atMs).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT'
    const [, sign = '+', hours = '0', minutes = '0'] = /^GMT([+-])(\d\d):(\d\d)/.exec(name) ?? []
    const ms = Number(hours) * hourMs + Number(minutes) * 60_000
    return sign === '-' ? -ms : ms
  }
}
