import { type Market, networkNames } from '../model/market.ts'
import type { Clock } from '../ports/clock.ts'
import type { ExceptionFigure, Reconciliations, Run, UnconfirmedFigure } from '../ports/operators/reconciliations.ts'
import { confirmedForMs } from './lookUps.ts'

/** How many payments are read to find the first one of a period without a compared file. */
const lookedAt = 10_000

/** The part of the last 30 days that the networks' own files have not confirmed. */
export type Unconfirmed = {
  /** Payments that files should have had, by network and currency. */
  readonly amounts: readonly UnconfirmedFigure[]
  /** For each network, the oldest payment that no file confirms, whether or not a file was compared; null for none. */
  readonly oldest: readonly { readonly network: string; readonly atMs: number | null }[]
  readonly exceptions: readonly ExceptionFigure[]
}

/** The function that {@link findUnconfirmed} returns. */
export type FindUnconfirmed = () => Promise<Unconfirmed>

/** Finds unconfirmed payments. The cost depends on no history, so that it can be asked all the time. */
export function findUnconfirmed({
  reconciliations,
  market,
  clock,
}: {
  readonly reconciliations: Pick<Reconciliations, 'exceptions' | 'unconfirmed' | 'compared' | 'firstPaid'>
  readonly market: Market
  readonly clock: Pick<Clock, 'nowMs'>
}): FindUnconfirmed {
  return async () => {
    const last30Days = { fromMs: clock.nowMs() - confirmedForMs, toMs: clock.nowMs() }
    const amounts = await reconciliations.unconfirmed(last30Days)
    const compared = await reconciliations.compared({ afterMs: last30Days.fromMs })
    const names = new Set([...networkNames(market), ...amounts.map(({ network }) => network)])
    const oldest = await Promise.all(
      [...names].map(async (network) => {
        const found = amounts.filter((one) => one.network === network).map(({ oldestAtMs }) => oldestAtMs)
        const times = timesBetween(
          last30Days,
          compared.filter((one) => one.network === network),
        )
        const first = await firstPaidIn(reconciliations, network, times)
        const all = [...found, ...(first === null ? [] : [first])]
        return { network, atMs: all.length === 0 ? null : Math.min(...all) }
      }),
    )
    return { amounts, oldest, exceptions: await reconciliations.exceptions() }
  }
}

type Time = Pick<Run, 'fromMs' | 'toMs'>

/** The parts of a period that others leave. */
function timesBetween({ fromMs, toMs }: Time, others: readonly Time[]): readonly Time[] {
  const left: Time[] = []
  let reached = fromMs
  for (const other of [...others].sort((one, two) => one.fromMs - two.fromMs)) {
    if (other.fromMs > reached) left.push({ fromMs: reached, toMs: Math.min(other.fromMs, toMs) })
    reached = Math.max(reached, other.toMs)
  }
  return reached < toMs ? [...left, { fromMs: reached, toMs }] : left
}

async function firstPaidIn(
  reconciliations: Pick<Reconciliations, 'firstPaid'>,
  network: string,
  times: readonly Time[],
): Promise<number | null> {
  for (const time of times) {
    const first = await reconciliations.firstPaid({ network, ...time, within: lookedAt })
    if (first !== null) return first
  }
  return null
}
