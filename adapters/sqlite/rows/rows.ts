import type { Account, AccountEvent, AccountKey, Annotation, Funding, PinCount, Posting } from '../../../core/sente.ts'

/** A record as SQLite returns it, with every whole number a bigint. */
export type Stored<Row, Whole extends keyof Row> = Omit<Row, Whole> & { readonly [Name in Whole]: bigint }

/** A funding's row. */
export type FundingRow = Stored<Funding, 'atMs'>

/** An annotation's row. */
export type AnnotationRow = Stored<Annotation, 'atMs'>

/** What moved money, or what an event is about; exactly one is not null. */
type CauseRow = { readonly transaction: string | null; readonly funding: string | null }

/** A posting's row. */
export type PostingRow = Stored<Omit<Posting, 'cause'>, 'atMs'> & CauseRow

/** An event's row. */
export type EventRow = Stored<Omit<AccountEvent, 'cause'>, 'sequence' | 'atMs'> & CauseRow

/** The row of an account's wrong PINs. */
export type PinCountRow = Omit<Stored<PinCount, 'failures' | 'locks'>, 'wrongAtMs' | 'lockedUntilMs'> & {
  /** As JSON. */
  readonly wrongAtMs: string
  readonly lockedUntilMs: bigint | null
}

/** An account's row, with its currencies and keys as JSON. */
export type AccountRow = Stored<
  Omit<Account, 'activatedCurrencies' | 'pin' | 'keys'>,
  'apiAccess' | 'closed' | 'version'
> & {
  readonly pinId: string | null
  readonly pinKeyVersion: string | null
  readonly pinMac: string | null
  readonly currencies: string
  readonly keys: string
}

/** The columns of a balance's row. */
export const balanceColumns = `account_id AS accountId, currency, available_minor AS availableMinor,
  held_minor AS heldMinor`

/** The columns of the row of an account's wrong PINs. */
export const pinCountColumns =
  'pin_id AS pinId, failures, wrong_at_ms AS wrongAtMs, locks, locked_until_ms AS lockedUntilMs'

/** The columns of a funding's row. */
export const fundingColumns = `f.account_id AS accountId, f.reference, f.kind, f.currency,
  f.amount_minor AS amountMinor, f.because, f.at_ms AS atMs`

/** The columns of a posting's row. */
export const postingColumns = `e.account_id AS accountId, e.currency, e.from_ledger_account AS "from", e.to_ledger_account AS "to",
  e.amount_minor AS amountMinor, e.transaction_id AS "transaction", e.funding_reference AS funding, e.at_ms AS atMs`

/** The columns of an event's row. */
export const eventColumns = `v.account_id AS accountId, v.sequence, v.transaction_id AS "transaction",
  v.funding_reference AS funding, v.at_ms AS atMs`

/** The funding in a row. */
export function fundingOf(row: FundingRow): Funding {
  return { ...row, atMs: Number(row.atMs) }
}

/** The annotation in a row. */
export function annotationOf(row: AnnotationRow): Annotation {
  return { ...row, atMs: Number(row.atMs) }
}

/** The posting in a row. */
export function postingOf({ transaction, funding, ...row }: PostingRow): Posting {
  return { ...row, atMs: Number(row.atMs), cause: causeOf({ transaction, funding }) }
}

/** The event in a row. */
export function eventOf({ accountId, sequence, atMs, ...cause }: EventRow): AccountEvent {
  return { accountId, sequence: Number(sequence), cause: causeOf(cause), atMs: Number(atMs) }
}

function causeOf({ transaction, funding }: CauseRow): Posting['cause'] {
  return transaction === null ? { funding: funding ?? '' } : { transaction }
}

/** The count in a row. */
export function pinCountOf({ pinId, failures, wrongAtMs, locks, lockedUntilMs }: PinCountRow): PinCount {
  return {
    pinId,
    failures: Number(failures),
    wrongAtMs: JSON.parse(wrongAtMs),
    locks: Number(locks),
    lockedUntilMs: lockedUntilMs === null ? null : Number(lockedUntilMs),
  }
}

/** The account in a row. */
export function accountOf(row: AccountRow): Account {
  const { id, name, kyc, apiAccess, closed, version, pinId, pinKeyVersion, pinMac, currencies, keys } = row
  const isSet = pinId !== null && pinKeyVersion !== null && pinMac !== null
  return {
    id,
    name,
    kyc,
    apiAccess: apiAccess === 1n,
    closed: closed === 1n,
    activatedCurrencies: JSON.parse(currencies) as string[],
    pin: isSet ? { id: pinId, keyVersion: pinKeyVersion, mac: pinMac } : null,
    keys: (JSON.parse(keys) as (Omit<AccountKey, 'active'> & { active: number })[]).map((key) => ({
      ...key,
      active: key.active === 1,
    })),
    version: Number(version),
  }
}
