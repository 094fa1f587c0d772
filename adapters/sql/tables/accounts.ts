import type {
  Account,
  AccountKey,
  CountedAccount,
  DayCount,
  NameLookUp,
  PhonePrompts,
  PinCount,
  PlacedKey,
} from '../../../core/sente.ts'
import { type Column, isOneOf, numberOrNull, type Stored, selected, type Table } from '../engine/table.ts'

/** The key column of an account. */
export const accountKeys: readonly Column<Pick<Account, 'id'>>[] = [['id', 'text', ({ id }) => id]]

/** The columns of its settings. */
export const accountValues: readonly Column<Account>[] = [
  ['name', 'text', ({ name }) => name],
  ['kyc', 'text', ({ kyc }) => kyc, `CONSTRAINT kyc_is_known CHECK ${isOneOf('kyc', ['complete', 'incomplete'])}`],
  ['api_access', 'boolean', ({ apiAccess }) => apiAccess],
  ['closed', 'boolean', ({ closed }) => closed],
  ['activated_currencies', 'json', ({ activatedCurrencies }) => JSON.stringify(activatedCurrencies)],
  ['limits', 'json?', ({ limits }) => limitsText(limits)],
  ['pin_id', 'text?', ({ pin }) => pin?.id ?? null],
  ['pin_key_version', 'text?', ({ pin }) => pin?.keyVersion ?? null],
  ['pin_mac', 'text?', ({ pin }) => pin?.mac ?? null],
  ['language', 'text?', ({ language }) => language],
  ['version', 'integer', ({ version }) => version, 'CONSTRAINT version_above_zero CHECK (version > 0)'],
]

/** An account's wrong PINs. */
export type OwnedPinCount = { readonly id: string; readonly pinCount: PinCount | undefined }

/** The columns of an account's wrong PINs. Payments write these, and changes of the account don't. */
export const pinCountColumns: readonly Column<OwnedPinCount>[] = [
  ['counted_pin_id', 'text?', ({ pinCount }) => pinCount?.pinId ?? null],
  [
    'pin_failures',
    'integer',
    ({ pinCount }) => pinCount?.failures ?? 0,
    'CONSTRAINT failures_not_negative CHECK (pin_failures >= 0)',
  ],
  ['pin_wrong_at_ms', 'json', ({ pinCount }) => JSON.stringify(pinCount?.wrongAtMs ?? [])],
  [
    'pin_locks',
    'integer',
    ({ pinCount }) => pinCount?.locks ?? 0,
    'CONSTRAINT locks_not_negative CHECK (pin_locks >= 0)',
  ],
  ['pin_locked_until_ms', 'integer?', ({ pinCount }) => pinCount?.lockedUntilMs ?? null],
]

/** The holders of balances. */
export const accounts = {
  name: 'accounts',
  moves: 'copied',
  columns: [...accountKeys, ...accountValues, ...pinCountColumns],
  key: ['id'],
  constraints: [
    'CONSTRAINT pin_is_whole CHECK ((pin_id IS NULL) = (pin_mac IS NULL) AND (pin_id IS NULL) = (pin_key_version IS NULL))',
  ],
} satisfies Table

/** The columns of an account with its wrong PINs. */
export const countedColumns: readonly Column<CountedAccount>[] = [
  ...[...accountKeys, ...accountValues].map(
    ([name, type, value]): Column<CountedAccount> => [name, type, ({ account }) => value(account)],
  ),
  ...pinCountColumns.map(
    ([name, type, value]): Column<CountedAccount> => [
      name,
      type,
      ({ account, pinCount }) => value({ id: account.id, pinCount }),
    ],
  ),
]

/** The row of an account's wrong PINs. */
export type PinCountRow = {
  readonly countedPinId: string | null
  readonly pinFailures: bigint
  /** As JSON. */
  readonly pinWrongAtMs: string
  readonly pinLocks: bigint
  readonly pinLockedUntilMs: bigint | null
}

/** The wrong PINs in a row. */
export function pinCountOf(row: PinCountRow): PinCount | undefined {
  if (row.countedPinId === null) return undefined
  return {
    pinId: row.countedPinId,
    failures: Number(row.pinFailures),
    wrongAtMs: JSON.parse(row.pinWrongAtMs),
    locks: Number(row.pinLocks),
    lockedUntilMs: numberOrNull(row.pinLockedUntilMs),
  }
}

/** An account's keys, each with its place. */
export function placedKeys({ id: accountId, keys }: Account): PlacedKey[] {
  return keys.map((key, place) => ({ ...key, accountId, place }))
}

/** The keys of accounts. */
export const keys = {
  name: 'account_keys',
  moves: 'copied',
  columns: [
    ['account_id', 'text', ({ accountId }) => accountId],
    ['place', 'integer', ({ place }) => place],
    ['id', 'text', ({ id }) => id],
    ['kind', 'text', ({ kind }) => kind, `CONSTRAINT key_kind_is_known CHECK ${isOneOf('kind', ['secret', 'public'])}`],
    ['digest', 'text', ({ digest }) => digest],
    ['prefix', 'text?', ({ prefix }) => prefix],
    ['active', 'boolean', ({ active }) => active],
    ['last_used_at_ms', 'integer?', ({ lastUsedAtMs }) => lastUsedAtMs],
    ['name', 'text?', ({ name }) => name],
    ['scopes', 'json?', ({ scopes }) => scopes && JSON.stringify(scopes)],
    ['expires_at_ms', 'integer?', ({ expiresAtMs }) => expiresAtMs],
    ['addresses', 'json?', ({ addresses }) => addresses && JSON.stringify(addresses)],
  ] satisfies readonly Column<PlacedKey>[],
  key: ['account_id', 'place'],
  parents: ['(account_id) REFERENCES accounts (id)'],
  uniqueIndexes: ['account_keys_by_id ON account_keys (id)', 'account_keys_by_digest ON account_keys (digest)'],
  indexes: ['account_keys_by_expiry ON account_keys (expires_at_ms) WHERE expires_at_ms IS NOT NULL'],
} satisfies Table

/** The row of a key, beside that of its account. */
export type KeyRow = {
  readonly keyPlace: bigint
  readonly keyId: string
  readonly keyKind: AccountKey['kind']
  readonly keyDigest: string
  readonly keyPrefix: string | null
  readonly keyActive: boolean | bigint
  readonly keyLastUsedAtMs: bigint | null
  readonly keyName: string | null
  /** As JSON. */
  readonly keyScopes: string | null
  readonly keyExpiresAtMs: bigint | null
  /** As JSON. */
  readonly keyAddresses: string | null
}

/** The columns of the row of a key `k`. */
export const keyColumns = selected(
  keys.columns.filter(([name]) => name !== 'account_id'),
  'k',
  'key_',
)

/** Selects all keys, each with its account. */
export const selectKeys = `SELECT k.account_id AS "accountId", ${keyColumns} FROM account_keys k ORDER BY k.account_id, k.place`

/** The key in a row, with its account and its place. */
export function placedKeyOf(row: KeyRow & { readonly accountId: string }): PlacedKey {
  return { ...keyOf(row), accountId: row.accountId, place: Number(row.keyPlace) }
}

/** The key in a row. */
export function keyOf({ keyId: id, keyKind: kind, keyDigest: digest, keyPrefix: prefix, ...row }: KeyRow): AccountKey {
  return {
    id,
    kind,
    digest,
    prefix,
    active: Boolean(row.keyActive),
    lastUsedAtMs: numberOrNull(row.keyLastUsedAtMs),
    name: row.keyName,
    scopes: row.keyScopes === null ? null : JSON.parse(row.keyScopes),
    expiresAtMs: numberOrNull(row.keyExpiresAtMs),
    addresses: row.keyAddresses === null ? null : JSON.parse(row.keyAddresses),
  }
}

/** The row of an account, without its keys. */
export type AccountRow = Omit<
  Account,
  'apiAccess' | 'closed' | 'activatedCurrencies' | 'limits' | 'pin' | 'keys' | 'version'
> & {
  readonly apiAccess: boolean | bigint
  readonly closed: boolean | bigint
  /** As JSON. */
  readonly activatedCurrencies: string
  /** As JSON, the numbers as texts; null if there are none. */
  readonly limits: string | null
  readonly pinId: string | null
  readonly pinKeyVersion: string | null
  readonly pinMac: string | null
  readonly version: bigint
}

/** The columns of the row of an account `a`. */
export const accountColumns = selected([...accountKeys, ...accountValues], 'a')

/** The limits in a row. */
export function limitsOf(text: string | null): Account['limits'] {
  return text === null ? {} : JSON.parse(text, (_, value) => (typeof value === 'string' ? BigInt(value) : value))
}

function limitsText(limits: Account['limits']): string | null {
  if (Object.keys(limits).length === 0) return null
  return JSON.stringify(limits, (_, value) => (typeof value === 'bigint' ? String(value) : value))
}

/** The prompts that are kept for each phone number, of all accounts. The row is locked to count them. */
export const phonePrompts = {
  name: 'phone_prompts',
  moves: 'derived',
  columns: [
    ['phone_number', 'text', ({ phoneNumber }) => phoneNumber],
    ['prompts', 'json', ({ prompts }) => JSON.stringify(prompts)],
  ] satisfies readonly Column<PhonePrompts>[],
  key: ['phone_number'],
  fill: 80,
} satisfies Table

/** The look-ups of recipients: of each account, those of its last hour with look-ups. */
export const nameLookUps = {
  name: 'name_look_ups',
  moves: 'copied',
  columns: [
    ['account_id', 'text', ({ accountId }) => accountId],
    ['nth', 'integer', ({ nth }) => nth],
    ['at_ms', 'integer', ({ atMs }) => atMs],
  ] satisfies readonly Column<NameLookUp>[],
  key: ['account_id', 'nth'],
  parents: ['(account_id) REFERENCES accounts (id)'],
} satisfies Table

/** The look-up in a row. */
export function nameLookUpOf({ accountId, nth, atMs }: Stored<NameLookUp, 'nth' | 'atMs'>): NameLookUp {
  return { accountId, nth: Number(nth), atMs: Number(atMs) }
}

/** The key columns of the day of an account. */
export const dayCountKeys: readonly Column<DayCount>[] = [
  ['account_id', 'text', ({ accountId }) => accountId],
  ['currency', 'text', ({ currency }) => currency],
]

/** The columns that a payment changes. */
export const dayCountValues: readonly Column<DayCount>[] = [
  ['ends_at_ms', 'integer', ({ endsAtMs }) => endsAtMs],
  ['payouts', 'integer', ({ payouts }) => payouts, 'CONSTRAINT day_payouts_not_negative CHECK (payouts >= 0)'],
  [
    'payouts_minor',
    'integer',
    ({ payoutsMinor }) => payoutsMinor,
    'CONSTRAINT day_payouts_minor_not_negative CHECK (payouts_minor >= 0)',
  ],
  [
    'collections',
    'integer',
    ({ collections }) => collections,
    'CONSTRAINT day_collections_not_negative CHECK (collections >= 0)',
  ],
]

/** The payments of accounts on their last day in a currency, only where a limit counts them. */
export const dayCounts = {
  name: 'day_counts',
  moves: 'copied',
  columns: [...dayCountKeys, ...dayCountValues],
  key: ['account_id', 'currency'],
  parents: ['(account_id) REFERENCES accounts (id)'],
  fill: 50,
} satisfies Table

/** The row of a day. */
export type DayCountRow = Stored<DayCount, 'endsAtMs'>

/** The columns of the row of a day `d`. */
export const dayCountColumns = selected(dayCounts.columns, 'd')

/** The day in a row. */
export function dayCountOf(row: DayCountRow): DayCount {
  return { ...row, endsAtMs: Number(row.endsAtMs) }
}
