import {
  attentions,
  type ChannelStatus,
  type Clock,
  exceptions,
  type Figures,
  type FindFloats,
  type FloatStatus,
  kinds,
  type Market,
  networkNames,
  type OpenFigure,
  paysOut,
  toMajor,
  type Unconfirmed,
  type Upkeep,
} from '../../../core/sente.ts'
import { type Metered, oneValue } from './registry.ts'
import { remembered } from './remembered.ts'

/** The sources of the gauges about the books. */
export type BooksReadings = {
  readonly figures: Figures
  readonly clock: Clock
  readonly market: Market
  /** Every float, by the books and by the networks. */
  readonly floats: FindFloats
  /** Every channel to a network with its state. */
  readonly channelStates: () => Promise<readonly ChannelStatus[]>
  /** The last backup and the last audit. */
  readonly upkeep: () => Promise<Upkeep>
  /** Whether `sente backup` copies the store. */
  readonly isCopied: boolean
  /** The payments that the networks' own files have not confirmed. */
  readonly unconfirmed: () => Promise<Unconfirmed>
}

const ways = ['payout', 'collection'] as const
const openStates = ['submitting', 'pending'] as const

/** Adds the gauges about the books. Each shows zero for groups without entries. */
export function booksMetrics(metered: Metered, readings: BooksReadings): void {
  const { figures, clock, market, channelStates, upkeep, isCopied } = readings
  const { gauge } = metered
  const open = remembered(() => figures.open())
  const batches = remembered(() => figures.batches())
  const attention = remembered(() => figures.attention())
  const endpoints = remembered(() => figures.endpoints())
  const channels = remembered(channelStates)
  const funds = remembered(readings.floats)
  const latest = remembered(upkeep)
  const unconfirmed = remembered(readings.unconfirmed)
  const secondsSince = (ms: number) => Math.max(0, clock.nowMs() - ms) / 1_000
  /** The age of the last backup or audit. Where there was none, the books have been without one since they began. */
  const ageOf = async (kind: 'backup' | 'audit') => {
    const found = await latest()
    const sinceMs = found?.[kind]?.atMs ?? found?.begunAtMs
    return oneValue(typeof sinceMs === 'number' ? secondsSince(sinceMs) : undefined)
  }

  /** A value for the open payments of each kind, network and state, over all currencies. */
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
  gauge('sente_held_amount', async () => [
    ...((await open()) ?? [])
      .filter(paysOut)
      .map(
        ({ kind, network, state, currency, amountMinor }) =>
          [{ kind, network, state, currency }, toMajor(amountMinor, currency)] as const,
      ),
    ...((await batches()) ?? []).map(({ currency, heldMinor }) => {
      const labels = { kind: 'batch', network: 'all', state: 'waiting', currency }
      return [labels, toMajor(heldMinor, currency)] as const
    }),
  ])
  const ofFloats = (tell: (float: FloatStatus) => number | null) => async () =>
    ((await funds()) ?? []).flatMap((float) => {
      const { network, product, currency } = float
      const value = tell(float)
      return value === null ? [] : [[{ network, product: product || 'all', currency }, value] as const]
    })
  gauge(
    'sente_float',
    ofFloats(({ isKnown, minor, currency }) => (isKnown ? toMajor(minor, currency) : null)),
  )
  gauge(
    'sente_float_reported',
    ofFloats(({ reported, currency }) => (reported?.isFresh ? toMajor(reported.minor, currency) : null)),
  )
  gauge(
    'sente_float_runway_seconds',
    ofFloats(({ runwayMs }) => (runwayMs === null ? null : runwayMs / 1_000)),
  )
  gauge('sente_attention', async () => {
    const found = await attention()
    const counted = (kind: string) => found?.find((one) => one.attention === kind)?.payments ?? 0
    return found ? attentions.map((kind) => [{ kind }, counted(kind)]) : []
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
  gauge('sente_unconfirmed_amount', async () => amountsOf(market, await unconfirmed()))
  gauge('sente_oldest_unconfirmed_seconds', async () =>
    ((await unconfirmed())?.oldest ?? []).map(({ network, atMs }) => [
      { network },
      atMs === null ? 0 : secondsSince(atMs),
    ]),
  )
  gauge('sente_reconciliation_exceptions', async () => exceptionsIn(market, await unconfirmed()))
  gauge('sente_backup_age_seconds', async () => (isCopied ? ageOf('backup') : []))
  gauge('sente_audit_age_seconds', () => ageOf('audit'))
  gauge('sente_audit_broken', async () => oneValue((await latest())?.audit?.broken))
  gauge('sente_network_channel', async () =>
    channelsByState((await channels()) ?? []).map(({ network, operation, state, count }) => [
      { network, operation, state },
      count,
    ]),
  )
}

/** The networks of the market, and those of payments whose network has left it. */
function namesIn(market: Market, found: readonly OpenFigure[]): Set<string> {
  return new Set([...networkNames(market), ...found.map(({ network }) => network)])
}

function amountsOf(market: Market, found: Unconfirmed | undefined) {
  if (!found) return []
  const inMarket = [...market].flatMap(([currency, { networks }]) =>
    networks.map(({ name }) => ({ network: name, currency, amountMinor: 0n })),
  )
  const isFound = ({ network, currency }: { readonly network: string; readonly currency: string }) =>
    found.amounts.some((amount) => amount.network === network && amount.currency === currency)
  return [...inMarket.filter((one) => !isFound(one)), ...found.amounts].map(
    ({ network, currency, amountMinor }) => [{ network, currency }, toMajor(amountMinor, currency)] as const,
  )
}

function exceptionsIn(market: Market, found: Unconfirmed | undefined) {
  if (!found) return []
  const names = new Set([...networkNames(market), ...found.exceptions.map(({ network }) => network)])
  return [...names].flatMap((network) =>
    exceptions.map((bucket) => {
      const one = found.exceptions.find((exception) => exception.network === network && exception.bucket === bucket)
      return [{ network, bucket }, one?.entries ?? 0] as const
    }),
  )
}

function sumOf(of: (figure: OpenFigure) => number) {
  return (figures: readonly OpenFigure[]) => figures.reduce((sum, figure) => sum + of(figure), 0)
}

function channelsByState(channels: readonly ChannelStatus[]) {
  return [...new Set(channels.map(({ network }) => network))].flatMap((network) =>
    ways.flatMap((operation) =>
      (['open', 'paused', 'broken', 'unreachable'] as const).map((state) => {
        const isOne = (channel: ChannelStatus) =>
          channel.network === network && channel.kind === operation && channel.state === state
        return { network, operation, state, count: channels.filter(isOne).length }
      }),
    ),
  )
}
