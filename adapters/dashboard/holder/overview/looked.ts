import { type Caller, eventTypeOf, eventTypes, isRefusal, type NextTurn } from '../../../../core/sente.ts'
import { countText, mostLooked, type Since } from '../../parts/looked.tsx'
import { callerOf } from '../calling.ts'
import type { HolderDeps } from '../deps.ts'
import type { Holder } from '../holding.ts'
import { webhooksPath } from '../webhooks/endpoints.tsx'

/**
 * The changes of the account since the user's last visit, from its latest events and the attempts to deliver them;
 * undefined on the first visit.
 */
export async function eventsSince(deps: HolderDeps, who: Holder, nextTurn: NextTurn): Promise<Since | undefined> {
  const { listEvents } = deps
  const { lookedAtMs: sinceMs, language } = who
  const text = language.texts.overview
  if (sinceMs === null) return undefined
  const caller = await callerOf(deps, who, 'look')
  if (isRefusal(caller)) return undefined
  const first = await listEvents({ caller, query: { after: 0, limit: 1 } })
  if (isRefusal(first)) return undefined
  const after = Math.max(0, first.last - mostLooked)
  const page = await listEvents({ caller, query: { after, limit: mostLooked } })
  if (isRefusal(page)) return undefined
  const types = page.events.filter(({ event }) => event.atMs > sinceMs).map(eventTypeOf)
  const changes = eventTypes.flatMap((type) => {
    const many = types.filter((one) => one === type).length
    if (many === 0) return []
    const found = countText(many, text.happened[type], { mayBeMore: types.length === mostLooked, language })
    return [{ text: found, to: `/dashboard/events?type=${type}` }]
  })
  const failed = await failedSince(deps, { caller, sinceMs, nextTurn })
  if (failed > 0) {
    const found = countText(failed, text.undelivered, { mayBeMore: failed >= mostLooked, language })
    changes.push({ text: found, to: webhooksPath })
  }
  return { sinceMs, changes }
}

/** The number of events whose last delivery attempt came after a moment and has failed. */
async function failedSince(
  { webhooks, listEndpoints, findFailed }: HolderDeps,
  { caller, ...asked }: { readonly caller: Caller; readonly sinceMs: number; readonly nextTurn: NextTurn },
): Promise<number> {
  const found = webhooks && (await listEndpoints({ caller }))
  if (!found || isRefusal(found)) return 0
  const failed = await Promise.all(
    found.endpoints.map(({ id: endpointId }) => findFailed({ caller, endpointId, ...asked })),
  )
  return new Set(failed.flatMap((one) => (isRefusal(one) ? [] : one.sequences))).size
}
