import type { Logger } from 'pino'
import type { FailingEndpoint, ListFailingEndpoints } from '../../../core/sente.ts'

/** The time without a success after which an endpoint is logged, in milliseconds. */
const loggedAfterMs = 300_000

/** How many endpoints are checked. */
const limit = 1_000

/**
 * Makes the function that finds merchants' endpoints that take no events. It logs each once after five minutes of
 * failures, and once when it works again.
 */
export function failingEndpointsInto(log: Logger, list: ListFailingEndpoints): () => Promise<void> {
  let logged = new Map<string, FailingEndpoint>()
  return async () => {
    const { endpoints } = await list({ limit })
    const failing = new Map(endpoints.filter(isToTell).map((one) => [one.endpoint.id, one]))
    for (const [id, one] of failing) if (!logged.has(id)) log.warn(lineOf(one), failingMessage(one))
    for (const [id, one] of logged) {
      if (!failing.has(id)) log.info(lineOf({ ...one, failingMs: null }), "a merchant's endpoint works again")
    }
    logged = failing
  }
}

function isToTell({ failingMs }: FailingEndpoint): boolean {
  return failingMs !== null && failingMs >= loggedAfterMs
}

function lineOf({ endpoint: { id, accountId, disabledBecause }, failingMs }: FailingEndpoint) {
  return {
    account_id: accountId,
    endpoint_id: id,
    disabled_because: disabledBecause ?? undefined,
    failing_s: failingMs === null ? undefined : Math.floor(failingMs / 1_000),
  }
}

function failingMessage({ endpoint: { id, accountId } }: FailingEndpoint): string {
  return `a merchant's endpoint has taken no event for five minutes: \`sente webhook show ${accountId} ${id}\` shows why`
}
