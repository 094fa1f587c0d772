import type { OperatorMoney, OperatorMove, PaidHour } from '../../ports/operators/operatorMoney.ts'
import { paidInto } from '../float/floats.ts'
import { type FloatPorts, type FloatStatus, findFloats } from '../float/listFloat.ts'
import { type MeasuredSpan, measuredTime } from './measuredTime.ts'

/** A float by the parts of a period, oldest first. */
export type MeasuredFloat = FloatStatus & {
  readonly parts: readonly {
    readonly fromMs: number
    /** Its amount by the books at the end of the part, or now; null where the books can't know it. */
    readonly minor: bigint | null
  }[]
}

/** The floats over a period until now. */
export type MeasuredFloats = {
  readonly floats: readonly MeasuredFloat[]
  /** The length of each part of the period, in milliseconds. */
  readonly partMs: number
}

/** The function that {@link measureFloats} returns. */
export type MeasureFloats = (request: { readonly over: MeasuredSpan }) => Promise<MeasuredFloats>

/** How many of the operator's latest movements are read; amounts before the oldest of so many are not known. */
const mostMoves = 1_000

/** Measures each float by the hour, from its amount now back. The reads do not grow with the number of payments. */
export function measureFloats(
  ports: FloatPorts & { readonly operatorMoney: Pick<OperatorMoney, 'paidHours' | 'moves'> },
): MeasureFloats {
  const find = findFloats(ports)
  return async ({ over }) => {
    const { fromMs, partMs, starts } = measuredTime(over, ports.clock.nowMs())
    const [floats, hours, moves] = await Promise.all([
      find(),
      ports.operatorMoney.paidHours({ sinceMs: fromMs }),
      ports.operatorMoney.moves({ limit: mostMoves }),
    ])
    const measured = floats.map((float) => {
      const own = moves.filter((move) => move.currency === float.currency && changeBy(move, float) !== 0n)
      const [oldest] = (moves.length < mostMoves ? own : moves).slice(-1)
      const minorAt = (toMs: number) =>
        float.isKnown && oldest && oldest.atMs < toMs
          ? float.minor - changeSince(toMs, float, { hours, moves: own })
          : null
      return { ...float, parts: starts.map((startMs) => ({ fromMs: startMs, minor: minorAt(startMs + partMs) })) }
    })
    return { floats: measured, partMs }
  }
}

type Changes = { readonly hours: readonly PaidHour[]; readonly moves: readonly OperatorMove[] }

/** The change of a float since the beginning of an hour. */
function changeSince(sinceMs: number, float: FloatStatus, { hours, moves }: Changes): bigint {
  const later = hours.filter((hour) => hour.fromMs >= sinceMs)
  return moves
    .filter(({ atMs }) => atMs >= sinceMs)
    .reduce((sum, move) => sum + changeBy(move, float), paidInto(float, later))
}

function changeBy({ from, to, amountMinor }: OperatorMove, { account }: FloatStatus): bigint {
  if (to === account) return amountMinor
  return from === account ? -amountMinor : 0n
}
