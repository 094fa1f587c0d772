import type { Calendar, ChannelStop, SeenChannel, StopCause } from '../../../core/sente.ts'
import { local, utc } from '../../formats/moment.ts'
import { table } from '../output/output.ts'

/** A channel with its stops, as JSON. */
export function channelJson({ network, currency, kind, state, stops }: SeenChannel) {
  return { network, currency, kind, state, stops: stops.map(stopJson) }
}

/** A stop as JSON. */
export function stopJson({ network, currency, kind, cause, begunAtMs, by, because, ended }: ChannelStop) {
  return {
    network,
    currency,
    kind,
    cause,
    begun_at: utc(begunAtMs),
    by,
    because,
    ended: ended && { at: utc(ended.atMs), by: ended.by, because: ended.because },
  }
}

/** Channels as a table, each with its latest stop. */
export function channelTable(channels: readonly SeenChannel[], days: Calendar): string {
  const headings = ['Network', 'Currency', 'Payments', 'State', 'Since', 'By', 'Because'] as const
  return table(
    headings,
    channels.map(({ network, currency, kind, state, stops: [stop] }) => ({
      Network: network,
      Currency: currency,
      Payments: `${kind}s`,
      State: state,
      Since: stop ? local(stop.begunAtMs, days) : '',
      By: stop ? (stop.by ?? gateway) : '',
      Because: stop ? becauseOf(stop) : '',
    })),
  )
}

/** Stops as a table. */
export function stopTable(stops: readonly ChannelStop[], days: Calendar): string {
  const headings = ['Payments', 'Currency', 'Stopped', 'By', 'Because', 'Ended', 'Ended by', 'Ended because'] as const
  return table(
    headings,
    stops.map((stop) => ({
      Payments: `${stop.kind}s`,
      Currency: stop.currency,
      Stopped: local(stop.begunAtMs, days),
      By: stop.by ?? gateway,
      Because: becauseOf(stop),
      Ended: stop.ended ? local(stop.ended.atMs, days) : '',
      'Ended by': stop.ended ? (stop.ended.by ?? gateway) : '',
      'Ended because': stop.ended?.because ?? '',
    })),
  )
}

const gateway = 'the gateway'

const causes: Readonly<Record<StopCause, string | undefined>> = {
  paused: undefined,
  access_refused: 'the network refuses our access',
  wallet_pin_refused: 'the network refuses the PIN of our wallet',
}

function becauseOf({ cause, because }: ChannelStop): string {
  const known = causes[cause]
  return known === undefined ? because : `${known}: ${because}`
}
