import {
  type Clock,
  type Figures,
  type LineStatus,
  type Market,
  networkNames,
  type OpenFigure,
  toMajor,
  type Upkeep,
} from '../../../core/sente.ts'
import { type Metered, oneValue } from './registry.ts'
import { remembered } from './remembered.ts'

/** What the gauges about the books are read from. */
export type BooksReadings = {
  readonly figures: Figures
  readonly clock: Clock
  readonly market: Market
  /** Every line to a network with its state. */
  readonly lineStates: () => Promise<readonly LineStatus[]>
  /** The last backup and the last audit. */
  readonly upkeep: () => Promise<Upkeep>
}

const kinds = ['payout', 'collection'] as const
const openStates = ['submitting', 'pending'] as const

/** Adds the gauges about the books, which show what there is none of as zero. */
export function booksMetrics(metered: Metered, { figures, clock, market, lineStates, upkeep }: BooksReadings): void {
  const { gauge } = metered
  const open = remembered(() => figures.open())
  const attention = remembered(() => figures.attention())
  const endpoints = remembered(() => figures.endpoints())
  const lines = remembered(lineStates)
  const latest = remembered(upkeep)
  const secondsSince = (ms: number) => Math.max(0, clock.nowMs() - ms) / 1_000
  const ageOf = (done: { readonly atMs: number } | null | undefined) => (done ? secondsSince(done.atMs) : undefined)

  /** What is told of the open payments of a kind over a network in a state, of those in all currencies. */
  const ofOpen = (tell: (figures: readonly OpenFigure[]) => number) => async () => {
    const found = await open()
    if (!found) return []
    return [...namesIn(market, found)].flatMap((network) =>
      kinds.flatMap((kind) =>
        openStates.map((state) => {
          const theirs = found.filter((one) => one.network === network && one.kind === kind && one.state === state)
          return [{ kind, network, state }, tell(theirs)] as const
        }),
      ),
    )
  }

  gauge('sente_open_payments', ofOpen(sumOf(({ payments }) => payments)))
  gauge(
    'sente_oldest_open_seconds',
    ofOpen((found) => Math.max(0, ...found.map(({ oldestAtMs }) => secondsSince(oldestAtMs)))),
  )
  gauge('sente_held_amount', async () =>
    ((await open()) ?? [])
      .filter(({ kind }) => kind === 'payout')
      .map(({ network, state, currency, amountMinor }) => [
        { kind: 'payout', network, state, currency },
        toMajor(amountMinor, currency),
      ]),
  )
  gauge('sente_attention', async () => {
    const found = await attention()
    const counted = (kind: string) => found?.find((one) => one.attention === kind)?.payments ?? 0
    return found
      ? ['mismatch', 'contradiction', 'vanished', 'overdue', 'evidence'].map((kind) => [{ kind }, counted(kind)])
      : []
  })
  gauge('sente_webhook_endpoints', async () => {
    const found = await endpoints()
    const counted = (state: string) => found?.find((one) => one.state === state)?.endpoints ?? 0
    return found ? ['enabled', 'failing', 'disabled'].map((state) => [{ state }, counted(state)]) : []
  })
  gauge('sente_webhook_lag_seconds', async () => {
    const found = await endpoints()
    const since = (found ?? []).flatMap(({ untriedSinceMs }) => untriedSinceMs ?? [])
    return found ? [[{}, Math.max(0, ...since.map(secondsSince))]] : []
  })
  gauge('sente_backup_age_seconds', async () => oneValue(ageOf((await latest())?.backup)))
  gauge('sente_audit_age_seconds', async () => oneValue(ageOf((await latest())?.audit)))
  gauge('sente_audit_broken', async () => oneValue((await latest())?.audit?.broken))
  gauge('sente_network_line', async () =>
    linesByState((await lines()) ?? []).map(({ network, operation, state, count }) => [
      { network, operation, state },
      count,
    ]),
  )
}

/** The networks of the market, and those of payments whose network has left it. */
function namesIn(market: Market, found: readonly OpenFigure[]): Set<string> {
  return new Set([...networkNames(market), ...found.map(({ network }) => network)])
}

function sumOf(of: (figure: OpenFigure) => number) {
  return (figures: readonly OpenFigure[]) => figures.reduce((sum, figure) => sum + of(figure), 0)
}

function linesByState(lines: readonly LineStatus[]) {
  return [...new Set(lines.map(({ network }) => network))].flatMap((network) =>
    kinds.flatMap((operation) =>
      (['open', 'paused', 'broken', 'unreachable'] as const).map((state) => {
        const isOne = (line: LineStatus) => line.network === network && line.kind === operation && line.state === state
        return { network, operation, state, count: lines.filter(isOne).length }
      }),
    ),
  )
}
