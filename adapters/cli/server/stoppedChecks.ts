import {
  type Calendar,
  type ChannelStop,
  type Finding,
  listFailingEndpoints,
  type StopCause,
} from '../../../core/sente.ts'
import { local } from '../../formats/moment.ts'
import { todayOf } from '../../written/moment.ts'
import type { CliStore } from '../deps.ts'

/** Payments over a network that somebody has paused, or that the gateway has stopped by itself. */
export async function checkLines(store: CliStore): Promise<readonly Finding[]> {
  const { days } = todayOf(store)
  return (await store.channelStops.lasting()).map((stop) => findingOf(stop, days))
}

/** Only a wrong PIN of the wallet is a fault here: refused access is checked with the network. */
function findingOf({ network, currency, kind, cause, begunAtMs, by, because }: ChannelStop, days: Calendar): Finding {
  const { why, fix, page } = causes[cause]
  const command = `\`sente network resume ${network} --${kind}s --because "..."\``
  const who = by === null ? why : `${why} by ${by}`
  return {
    check: `${network}: ${kind}s in ${currency}`,
    ok: cause !== 'wallet_pin_refused',
    found: `stopped since ${local(begunAtMs, days)}: ${who}: ${because}`,
    fix: `${fix} ${command}`,
    runbook: `docs/operating/incidents/${page}.md`,
  }
}

const causes: Readonly<Record<StopCause, { readonly why: string; readonly fix: string; readonly page: string }>> = {
  paused: { why: 'paused', fix: 'when the network works, run', page: 'network-down' },
  access_refused: {
    why: 'the network refused our access',
    fix: 'set the right credentials: the stop ends within a minute, or by',
    page: 'credentials-refused',
  },
  wallet_pin_refused: {
    why: 'the network refuses the PIN of our wallet',
    fix: 'set the right PIN, then run',
    page: 'wallet-pin-wrong',
  },
}

/** How many endpoints are checked. */
const limit = 1_000

/** Merchants' endpoints that take no events; the merchants must repair them. */
export async function checkEndpoints(store: CliStore): Promise<readonly Finding[]> {
  const { endpoints } = await listFailingEndpoints(store)({ limit })
  const [longest] = endpoints
  if (!longest) return []
  const { id, accountId } = longest.endpoint
  const first = `endpoint ${id} of account ${accountId} for longest`
  return [
    {
      check: 'webhooks',
      ok: true,
      found: `endpoints that take no events: ${endpoints.length}, ${first}`,
      fix: 'run sente webhook list --failing, and notify the merchants',
      runbook: 'docs/operating/incidents/endpoint-down.md',
    },
  ]
}
