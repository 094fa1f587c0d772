import { type Caller, findCaller } from '../accounts/keys/authenticate.ts'
import { disableEndpoint } from '../accounts/keys/revokeKey.ts'
import { refuseApiUse } from '../accounts/refuseApiUse.ts'
import { type Attribution, type Recording, recording } from '../actions/attribution.ts'
import { recordingOfUser } from '../actions/byUser.ts'
import type { Account } from '../model/account.ts'
import { isRefusal, type Refusal } from '../model/refusal.ts'
import type { AccountRepo } from '../ports/accountRepo.ts'
import type { Clock } from '../ports/clock.ts'
import type { Secrets } from '../ports/secrets.ts'
import type { WebhookEndpoint, Webhooks } from '../ports/webhooks.ts'

/** The caller in requests about endpoints: their merchant, or an operator for the merchant's account. */
export type EndpointCaller = Caller | { readonly account: Account; readonly byOperator: Attribution }

/** The ports for writing an endpoint. */
export type WritingPorts = {
  readonly accounts: AccountRepo
  readonly secrets: Secrets
  readonly webhooks: Webhooks
  readonly clock: Clock
}

/** The key of a caller; null for an operator, and for a user who is signed in. */
export function keyOf(caller: EndpointCaller): string | null {
  return 'byOperator' in caller || caller.user !== undefined ? null : caller.keyId
}

/** Records acts of people. There are no actions for merchants' acts with their keys. */
export function recordingOf(
  ports: { readonly clock: Clock; readonly secrets: Pick<Secrets, 'digest'> },
  caller: EndpointCaller,
): Recording | undefined {
  return 'byOperator' in caller ? recording(ports, caller.byOperator) : recordingOfUser(ports, caller)
}

/** An endpoint with the record of who has changed it. */
export function changedBy(caller: EndpointCaller, endpoint: WebhookEndpoint): WebhookEndpoint {
  const key = keyOf(caller)
  return key === null ? endpoint : { ...endpoint, changedByKeys: [...new Set([...endpoint.changedByKeys, key])] }
}

/**
 * Checks the key of a caller again who has made or changed an endpoint. If the key was revoked or has expired during
 * the request, the endpoint may have escaped that: it is disabled, and the request refused.
 */
export async function checkedAgain(
  caller: EndpointCaller,
  endpoint: WebhookEndpoint,
  { webhooks, ...ports }: WritingPorts,
): Promise<{ readonly endpoint: WebhookEndpoint } | Refusal> {
  const current = 'byOperator' in caller ? caller : await findCaller(ports)(caller)
  if (!isRefusal(current)) return { endpoint }
  await disableEndpoint(endpoint, webhooks)
  return current
}

/** Refuses merchants who may not use the API. People are not refused: they may have to see and end its deliveries. */
export function mayAsk(caller: EndpointCaller): Refusal | undefined {
  return 'byOperator' in caller || caller.user !== undefined ? undefined : refuseApiUse(caller.account)
}
