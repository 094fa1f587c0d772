import type { KeyScope } from '../../../../core/sente.ts'

/** A secret key as the model knows it. */
export type ModelKey = {
  readonly id: string
  readonly secret: string
  /** None for those that an account begins with. */
  readonly name: string | null
  /** What it may be used for, and from where; null for everything and from everywhere. */
  readonly scopes: readonly KeyScope[] | null
  readonly addresses: readonly string[] | null
  readonly expiresAtMs: number | null
  active: boolean
}

/** An account as far as its secret keys. */
type Issued = { readonly issued: readonly ModelKey[] }

/** A request as far as its key is judged: which one is used, and from where. */
export type KeyUse = { readonly secretKey: string; readonly from: string }

/** The secret key of an account at a place in the order in which they were made. */
export function keyAt({ issued }: Issued, place: number): ModelKey {
  const key = issued[place % issued.length]
  if (!key) throw new Error('an account without a key')
  return key
}

/** Whether a key is one of an account's. */
export function isTheirs({ issued }: Issued, secretKey: string): boolean {
  return issued.some(({ secret }) => secret === secretKey)
}

/** What keeps a caller from using a key for something now. */
export function keyRefusal(
  account: Issued | undefined,
  { secretKey, from }: KeyUse,
  { scope, nowMs }: { readonly scope: KeyScope; readonly nowMs: number },
): 'invalid_secret_key' | 'key_not_allowed' | undefined {
  const key = account?.issued.find(({ secret }) => secret === secretKey)
  if (!key || !isLive(key, nowMs)) return 'invalid_secret_key'
  const mayBeUsed = (key.addresses?.includes(from) ?? true) && (key.scopes?.includes(scope) ?? true)
  return mayBeUsed ? undefined : 'key_not_allowed'
}

/** What keeps an operator from adding a key of this name. */
export function addingRefusal({ issued }: Issued, name: string, nowMs: number): string {
  const live = issued.filter((key) => isLive(key, nowMs))
  if (live.some((key) => key.name === name)) return 'key_name_taken'
  return live.length < 20 ? 'done' : 'too_many_keys'
}

/** What keeps an operator from adding another key in the place of one. */
export function rotatingRefusal({ issued }: Issued, { name }: ModelKey, nowMs: number): string {
  return issued.filter((key) => key.name === name && isLive(key, nowMs)).length < 2 ? 'done' : 'too_many_keys'
}

function isLive({ active, expiresAtMs }: ModelKey, nowMs: number): boolean {
  return active && (expiresAtMs === null || nowMs < expiresAtMs)
}
