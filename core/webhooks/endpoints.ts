import { type Attribution, recording } from '../actions/attribution.ts'
import { changedEndpointDone, endpointFacts, ofEndpoint } from '../actions/endpointFacts.ts'
import { isRefusal, type Refusal } from '../model/refusal.ts'
import type { Ids } from '../ports/ids.ts'
import type { AttemptPage, RewoundEndpoint, WebhookEndpoint } from '../ports/webhooks.ts'
import {
  changedBy,
  checkedAgain,
  type EndpointCaller,
  keyOf,
  mayAsk,
  recordingOf,
  type WritingPorts,
} from './endpointCaller.ts'

/** The ports for requests about endpoints. */
export type EndpointPorts = WritingPorts & { readonly ids: Ids }

const notFound: Refusal = { refused: 'endpoint_not_found' }

/** How many endpoints an account may have. */
const mostEndpoints = 5

/** A merchant's settings of an endpoint. Its URL was checked before. */
export type EndpointSettings = Pick<WebhookEndpoint, 'url' | 'types'> & { readonly enabled: boolean }

/** The function that {@link addEndpoint} returns. */
export type AddEndpoint = (request: {
  readonly caller: EndpointCaller
  readonly settings: Pick<EndpointSettings, 'url' | 'types'>
  /** Its id, so that it is added once, however often it is requested; another one by default. */
  readonly id?: string
}) => Promise<{ readonly endpoint: WebhookEndpoint } | Refusal>

/** The function that {@link listEndpoints} returns. */
export type ListEndpoints = (request: {
  readonly caller: EndpointCaller
}) => Promise<{ readonly endpoints: readonly WebhookEndpoint[] } | Refusal>

/** A request about one of the caller's endpoints. */
export type EndpointRequest = { readonly caller: EndpointCaller; readonly endpointId: string }

/** The function that {@link findEndpoint} returns. */
export type FindEndpoint = (request: EndpointRequest) => Promise<{ readonly endpoint: WebhookEndpoint } | Refusal>

/** The function that {@link changeEndpoint} returns. */
export type ChangeEndpoint = (
  request: EndpointRequest & { readonly settings: Partial<EndpointSettings> },
) => Promise<{ readonly endpoint: WebhookEndpoint } | Refusal>

/** The function that {@link rotateEndpointSecret} returns. */
export type RotateEndpointSecret = (
  request: EndpointRequest & {
    /** The generation of the secret to replace, so that it is replaced once; by default the present one. */
    readonly generation?: number
  },
) => ReturnType<FindEndpoint>

/** The function that {@link removeEndpoint} returns. */
export type RemoveEndpoint = FindEndpoint

/** The function that {@link redeliverFrom} returns. */
export type RedeliverFrom = (request: {
  readonly endpointId: string
  /** The sequence of the first event. */
  readonly from: number
  readonly who: Attribution
}) => Promise<RewoundEndpoint | Refusal>

/** The function that {@link listAttempts} returns. */
export type ListAttempts = (
  request: EndpointRequest & { readonly before?: string; readonly limit: number },
) => Promise<AttemptPage | Refusal>

/**
 * Adds an endpoint, which receives the events from now on. Refused with `too_many_endpoints`, and like all of a
 * merchant's requests about endpoints with `kyc_incomplete` and `api_access_off`.
 */
export function addEndpoint(ports: EndpointPorts): AddEndpoint {
  const { ids, clock } = ports
  return async ({ caller, settings: { url, types }, id = ids.ordered() }) => {
    const refusal = mayAsk(caller)
    if (refusal) return refusal
    const endpoint: WebhookEndpoint = {
      id,
      accountId: caller.account.id,
      url,
      types,
      createdByKey: keyOf(caller),
      changedByKeys: [],
      disabledBecause: null,
      generation: 1,
      rotatedAtMs: null,
      createdAtMs: clock.nowMs(),
    }
    const acting = recordingOf(
      ports,
      caller,
    )?.(() => ({
      kind: 'webhook.add',
      ...ofEndpoint(endpoint),
      before: null,
      after: endpointFacts(endpoint),
    }))
    const isAdded = await ports.webhooks.add(endpoint, mostEndpoints, acting)
    if (!isAdded) return { refused: 'too_many_endpoints', most: mostEndpoints }
    const added = await findEndpoint(ports)({ caller, endpointId: id })
    return isRefusal(added) ? added : checkedAgain(caller, added.endpoint, ports)
  }
}

/** The caller's endpoints, oldest first. */
export function listEndpoints({ webhooks }: Pick<EndpointPorts, 'webhooks'>): ListEndpoints {
  return async ({ caller }) => mayAsk(caller) ?? { endpoints: await webhooks.ofAccount(caller.account.id) }
}

/** Finds one of the caller's endpoints. Refused with `endpoint_not_found` when it is not the caller's. */
export function findEndpoint({ webhooks }: Pick<EndpointPorts, 'webhooks'>): FindEndpoint {
  return async ({ caller, endpointId }) => {
    const refusal = mayAsk(caller)
    if (refusal) return refusal
    const endpoint = (await webhooks.ofAccount(caller.account.id)).find(({ id }) => id === endpointId)
    return endpoint ? { endpoint } : notFound
  }
}

/** Changes one of the caller's endpoints. An enabled one continues with its first undelivered event. */
export function changeEndpoint(ports: WritingPorts): ChangeEndpoint {
  const change = changing(ports)
  return ({ settings: { enabled, ...given }, ...request }) => {
    const disabled = enabled === undefined ? {} : { disabledBecause: enabled ? null : ('asked' as const) }
    return change(request, (before) => ({ ...before, ...given, ...disabled }))
  }
}

/** Gives one of the caller's endpoints another secret. The one before also signs for a day. */
export function rotateEndpointSecret(ports: WritingPorts): RotateEndpointSecret {
  const change = changing(ports)
  return ({ generation, ...request }) => {
    const rotatedAtMs = ports.clock.nowMs()
    return change(request, (before) =>
      before.generation === (generation ?? before.generation)
        ? { ...before, generation: before.generation + 1, rotatedAtMs }
        : before,
    )
  }
}

/** Changes one of the caller's endpoints, and records the caller's key in it. */
function changing(ports: WritingPorts) {
  const find = findEndpoint(ports)
  return async (
    { caller, endpointId }: EndpointRequest,
    change: (before: WebhookEndpoint) => WebhookEndpoint,
  ): ReturnType<FindEndpoint> => {
    const found = await find({ caller, endpointId })
    if (isRefusal(found)) return found
    const acting = recordingOf(ports, caller)?.(changedEndpointDone)
    const endpoint = await ports.webhooks.change(endpointId, (before) => changedBy(caller, change(before)), acting)
    return endpoint ? checkedAgain(caller, endpoint, ports) : notFound
  }
}

/** Removes one of the caller's endpoints, with its waiting events. */
export function removeEndpoint(ports: Pick<EndpointPorts, 'webhooks' | 'clock' | 'secrets'>): RemoveEndpoint {
  const { webhooks } = ports
  const find = findEndpoint({ webhooks })
  return async (request) => {
    const found = await find(request)
    if (isRefusal(found)) return found
    const acting = recordingOf(
      ports,
      request.caller,
    )?.((before: WebhookEndpoint) => ({
      kind: 'webhook.remove',
      ...ofEndpoint(before),
      before: endpointFacts(before),
      after: null,
    }))
    await webhooks.remove(request.endpointId, acting)
    return found
  }
}

/**
 * Makes every event from a sequence on due once more at one endpoint; for the operator. Refused with
 * `endpoint_not_found`.
 */
export function redeliverFrom(ports: Pick<EndpointPorts, 'webhooks' | 'clock' | 'secrets'>): RedeliverFrom {
  return async ({ endpointId, from, who }) => {
    const acting = recording(
      ports,
      who,
    )(({ endpoint, events }: RewoundEndpoint) => ({
      kind: 'webhook.redeliver',
      ...ofEndpoint(endpoint),
      before: null,
      after: { from, events },
    }))
    return (await ports.webhooks.rewind(endpointId, from - 1, acting)) ?? notFound
  }
}

/** The attempts at one of the caller's endpoints, latest first; those of the last 30 days. */
export function listAttempts({ webhooks }: Pick<EndpointPorts, 'webhooks'>): ListAttempts {
  const find = findEndpoint({ webhooks })
  return async ({ before, limit, ...request }) => {
    const found = await find(request)
    if (isRefusal(found)) return found
    return webhooks.attempts(request.endpointId, { limit, ...(before !== undefined && { before }) })
  }
}
