import type { Account } from '../../model/account.ts'
import type { OperatorRefusal } from '../../model/operatorRefusal.ts'
import type { AccountRepo } from '../../ports/accountRepo.ts'
import type { WebhookEndpoint, Webhooks } from '../../ports/webhooks.ts'

/** The account of a key that was revoked, and the endpoints that were made or changed with it, as they are now. */
export type RevokedKey = { readonly account: Account; readonly endpoints: readonly WebhookEndpoint[] }

/** The function that {@link revokeKey} returns. */
export type RevokeKey = (request: {
  readonly keyId: string
  /** Leaves the endpoints that were made or changed with the key as they are. */
  readonly keepEndpoints?: boolean
}) => Promise<RevokedKey | OperatorRefusal>

/**
 * Invalidates a key at once and permanently, then disables the webhook endpoints that were made or changed with it, unless
 * they are to be kept; repeating it completes what was interrupted. Refused with `unknown_key`.
 */
export function revokeKey({
  accounts,
  webhooks,
}: {
  readonly accounts: AccountRepo
  readonly webhooks: Webhooks
}): RevokeKey {
  return async ({ keyId, keepEndpoints = false }) => {
    const owner = await accounts.byKeyId(keyId)
    const account = owner && (await accounts.change(owner.id, (before) => without(before, keyId)))
    if (!account) return { refused: 'unknown_key', message: `There is no key ${keyId}` }
    const endpoints = (await webhooks.ofAccount(account.id)).filter((endpoint) => isBehind(keyId, endpoint))
    if (keepEndpoints) return { account, endpoints }
    const disabled = await Promise.all(endpoints.map((endpoint) => disableEndpoint(endpoint, webhooks)))
    return { account, endpoints: disabled.filter((endpoint) => endpoint !== undefined) }
  }
}

/** Disables an endpoint, unless it is disabled already. */
export function disableEndpoint({ id }: WebhookEndpoint, webhooks: Webhooks): Promise<WebhookEndpoint | undefined> {
  return webhooks.change(id, (before) => ({ ...before, disabledBecause: before.disabledBecause ?? 'asked' }))
}

function without(account: Account, keyId: string): Account {
  return { ...account, keys: account.keys.map((key) => (key.id === keyId ? { ...key, active: false } : key)) }
}

function isBehind(keyId: string, { createdByKey, changedByKeys }: WebhookEndpoint): boolean {
  return createdByKey === keyId || changedByKeys.includes(keyId)
}
