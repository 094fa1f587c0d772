import type { Finding } from '../../../figures/arm.ts'
import { median } from '../../../figures/median.ts'
import type { Entry, Slice, Spread } from './contest.ts'
import type { Way } from './ways.ts'

/** The names of entries in reports. */
const names: Readonly<Record<Way, string>> = {
  batched: 'sente',
  pipelined: 'one step a transaction, pipelined',
  awaited: 'one step a transaction, awaited',
  pgledger: 'pgledger’s transfer function',
}

const places: Readonly<Record<Spread, string>> = { spread: '10,000 accounts', hot: 'one account' }

/** The least ratio of sente's steps to one step a transaction. */
const leastTimes: Readonly<Record<Spread, number>> = { spread: 3, hot: 8 }

/** The results of a contest: rates, CPU time, and the comparison slice by slice. */
export function findingsOf(entries: readonly Entry[], under: string, leastHot: number | undefined): Finding[] {
  const of = (way: Way, spread: Spread) => entries.find((entry) => entry.way === way && entry.spread === spread)
  const [spread, hot] = [of('batched', 'spread'), of('batched', 'hot')]
  const target = leastHot === undefined ? {} : { target: { atLeast: leastHot } }
  return [
    ...entries.flatMap((entry) => figuresOf(entry, under)),
    { what: `${under}, sente: one account, as a part of 10,000`, value: ratio(hot, spread), unit: '', ...target },
    ...entries
      .filter(({ way }) => way !== 'batched')
      .map((entry) => timesOf(entry, of('batched', entry.spread), under)),
  ]
}

/** The share of other programs in the machine, if it was too high. */
export function otherWork(entries: readonly Entry[], under: string): string[] {
  const others = over(entries, (slice) => slice.others)
  return others <= 0.25 ? [] : [`${under}: the machine had other work: ${Math.round(others * 100)} % of a processor`]
}

function figuresOf(entry: Entry, under: string): Finding[] {
  const { way, spread, connections } = entry
  const what = `${under}, ${names[way]} (connections: ${connections}), from ${places[spread]}`
  return [
    { what: `${what}: rate`, value: over([entry], ({ rate }) => rate), unit: 'steps/s' },
    { what: `${what}: CPU time a step, in node`, value: over([entry], (slice) => slice.nodeMicros), unit: 'µs' },
    {
      what: `${what}: CPU time a step, in PostgreSQL`,
      value: over([entry], (slice) => slice.serverMicros),
      unit: 'µs',
    },
  ]
}

function timesOf({ way, spread, slices }: Entry, sente: Entry | undefined, under: string): Finding {
  const target = way === 'pipelined' ? { target: { atLeast: leastTimes[spread] } } : {}
  const what = `${under}, ${places[spread]}: sente, in times of ${names[way]}`
  return { what, value: ratio(sente, { slices }), unit: '', ...target }
}

function over(entries: readonly Entry[], of: (slice: Slice) => number): number {
  return median(entries.flatMap(({ slices }) => slices.map(of)))
}

/** The median over the rounds. */
function ratio(upper: Pick<Entry, 'slices'> | undefined, lower: Pick<Entry, 'slices'> | undefined): number {
  return median((upper?.slices ?? []).map(({ rate }, index) => rate / (lower?.slices[index]?.rate ?? Number.NaN)))
}
