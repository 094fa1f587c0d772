/** The possible scopes of a secret key. */
export const keyScopes = ['read', 'collect', 'pay', 'refund', 'webhooks'] as const

/** A scope: to look up, to collect, to pay out, to refund, and to see and change webhook endpoints. */
export type KeyScope = (typeof keyScopes)[number]

/** The scopes of a key. */
export function scopesOf({ scopes }: { readonly scopes: readonly KeyScope[] | null }): readonly KeyScope[] {
  return scopes ?? keyScopes
}

/** Whether a key has expired at a moment. */
export function isExpired({ expiresAtMs }: { readonly expiresAtMs: number | null }, nowMs: number): boolean {
  return expiresAtMs !== null && nowMs >= expiresAtMs
}
