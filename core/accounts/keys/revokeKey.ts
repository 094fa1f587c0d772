import { type Attribution, type Done, recording, refuseAttribution } from '../../actions/attribution.ts'
import { changedEndpointDone } from '../../actions/endpointFacts.ts'
import type { Account } from '../../model/account.ts'
import { type OperatorRefusal, unknownKey } from '../../model/operatorRefusal.ts'
import type { AccountChangePorts } from '../../ports/accountPorts.ts'
import type { Acting } from '../../ports/operators/actions.ts'
import type { WebhookEndpoint, Webhooks } from '../../ports/webhooks.ts'

/** The account of a revoked key, and the endpoints that were made or changed with it, in their present state. */
export type RevokedKey = { readonly account: Account; readonly endpoints: readonly WebhookEndpoint[] }

/** The function that {@link revokeKey} returns. */
export type RevokeKey = (
  request: {
    readonly keyId: string
    /** Leaves the endpoints that were made or changed with the key unchanged. */
    readonly keepEndpoints?: boolean
  } & Attribution,
) => Promise<RevokedKey | OperatorRefusal>

/**
 * Invalidates a key at once and permanently, then disables the webhook endpoints that were made or changed with it,
 * unless they are to be kept. Repeating it completes an interrupted run. Refused with `unknown_key`.
 */
export function revokeKey(ports: RevokePorts): RevokeKey {
  const { accounts, webhooks } = ports
  return async (request) => {
    const refusal = refuseAttribution(request)
    if (refusal) return refusal
    const { keyId, keepEndpoints = false } = request
    const record = recording(ports, request)
    const done = (before: Account, after: Account) => revokedDone(keyId, [before, after])
    const owner = await accounts.byKeyId(keyId)
    const account = owner && (await accounts.change(owner.id, (before) => without(before, keyId), record(done)))
    if (!account) return unknownKey(keyId)
    const endpoints = (await webhooks.ofAccount(account.id)).filter((endpoint) => isBehind(keyId, endpoint))
    if (keepEndpoints) return { account, endpoints }
    const disabled = await Promise.all(
      endpoints.map((endpoint) => disableEndpoint(endpoint, webhooks, record(changedEndpointDone))),
    )
    return { account, endpoints: disabled.filter((endpoint) => endpoint !== undefined) }
  }
}

/** The ports for revoking a key. */
export type RevokePorts = AccountChangePorts & { readonly webhooks: Webhooks }

/** Disables an endpoint, unless it is already disabled. */
export function disableEndpoint(
  { id }: WebhookEndpoint,
  webhooks: Webhooks,
  acting?: Acting<[before: WebhookEndpoint, after: WebhookEndpoint]>,
): Promise<WebhookEndpoint | undefined> {
  return webhooks.change(id, (before) => ({ ...before, disabledBecause: before.disabledBecause ?? 'asked' }), acting)
}

function revokedDone(keyId: string, [before, after]: readonly [Account, Account]): Done | undefined {
  const isActive = ({ keys }: Account) => keys.some(({ id, active }) => id === keyId && active)
  if (!isActive(before)) return undefined
  const subject = `key ${keyId}`
  return { kind: 'key.revoke', accountId: after.id, subject, before: { active: true }, after: { active: false } }
}

function without(account: Account, keyId: string): Account {
  return { ...account, keys: account.keys.map((key) => (key.id === keyId ? { ...key, active: false } : key)) }
}

function isBehind(keyId: string, { createdByKey, changedByKeys }: WebhookEndpoint): boolean {
  return createdByKey === keyId || changedByKeys.includes(keyId)
}
