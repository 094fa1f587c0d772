import { type Market, networkNames, type RecordedClose, type Run } from '../../../../core/sente.ts'
import { dayAfter, dayOf } from '../../../formats/moment.ts'
import { dateIn, type Today } from '../../../written/moment.ts'
import type { OperatorDeps } from '../deps.ts'

/** The next day to close. */
export type NextClose = {
  readonly day: string
  readonly endsAtMs: number
  /** Whether no day was closed before it. */
  readonly isFirst: boolean
  /** It and later days that are over and not closed, in their order; none if it is not over. */
  readonly waiting: readonly string[]
  /** The networks without a compared file that reaches to the end of each waiting day. */
  readonly uncompared: readonly string[]
}

/** How many of the latest comparisons are read. */
const runsLookedAt = 200

/** Finds the next day to close from the record of actions, and the networks whose files were not compared. */
export async function findNextClose(
  { listCloses, listReconciliations, market }: OperatorDeps,
  today: Today,
): Promise<NextClose> {
  const [{ closes }, { runs }] = await Promise.all([
    listCloses({ limit: 1 }),
    listReconciliations({ limit: runsLookedAt }),
  ])
  return nextClose(closes[0], today, { runs, market })
}

/** The days that are closed up to a day: the waiting ones, or a day by itself that does not wait; undefined for no day. */
export function daysTo({ waiting }: NextClose, to: string): readonly string[] | undefined {
  if (dateIn(to) === undefined) return undefined
  return waiting.includes(to) ? waiting.filter((day) => day <= to) : [to]
}

function nextClose(
  last: RecordedClose | undefined,
  { days, nowMs }: Today,
  { runs, market }: { readonly runs: readonly Run[]; readonly market: Market },
): NextClose {
  const yesterday = dayAfter(dayOf(nowMs, days), -1)
  const day = last ? dayAfter(last.day) : yesterday
  const waiting: string[] = []
  for (let one = day; one <= yesterday; one = dayAfter(one)) waiting.push(one)
  const endOf = (one: string) => days.during(dateIn(one) ?? Number.NaN).toMs
  const compared = runs.filter(({ ended, withdrawn }) => ended && !withdrawn)
  const isCompared = (name: string, toMs: number) =>
    compared.some(({ network, ...run }) => network === name && run.fromMs < toMs && run.toMs >= toMs)
  return {
    ...{ day, endsAtMs: endOf(day), isFirst: last === undefined, waiting },
    uncompared: networkNames(market).filter((name) => !waiting.every((one) => isCompared(name, endOf(one)))),
  }
}
