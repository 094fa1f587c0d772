import type { Account, AccountEvent, AccountKey, Funding, PinCount, Posting } from '../../../core/sente.ts'

/** A record as it is stored, with these of its whole numbers bigints. */
export type Stored<Row, Whole extends keyof Row> = Omit<Row, Whole> & { readonly [Name in Whole]: bigint }

/** A funding's row. */
export type FundingRow = Stored<Funding, 'atMs'>

/** What moved money, or what an event is about; exactly one is not null. */
type CauseRow = { readonly transaction: string | null; readonly funding: string | null }

/** A posting's row. */
export type PostingRow = Stored<Omit<Posting, 'cause'>, 'atMs'> & CauseRow

/** An event's row. */
export type EventRow = Stored<Omit<AccountEvent, 'cause'>, 'sequence' | 'atMs'> & CauseRow

/** The columns of an account's row that a step may see. */
export type LockedAccountRow = {
  readonly id: string
  readonly version: bigint
  readonly countedPinId: string | null
  readonly pinFailures: bigint
  readonly pinWrongAtMs: readonly number[]
  readonly pinLocks: bigint
  readonly pinLockedUntilMs: bigint | null
}

/** An account's row, with its keys in order. */
export type AccountRow = Stored<Omit<Account, 'pin' | 'keys'>, 'version'> & {
  readonly pinId: string | null
  readonly pinKeyVersion: string | null
  readonly pinMac: string | null
  readonly keys: readonly AccountKey[] | null
}

/** The columns of a balance's row. */
export const balanceColumns = `b.account_id AS "accountId", b.currency, b.available_minor AS "availableMinor",
  b.held_minor AS "heldMinor"`

/** The columns of a funding's row. */
export const fundingColumns = `f.account_id AS "accountId", f.reference, f.kind, f.currency,
  f.amount_minor AS "amountMinor", f.because, f.at_ms AS "atMs"`

/** The columns of a posting's row. */
export const postingColumns = `p.account_id AS "accountId", p.currency, p.from_ledger_account AS "from",
  p.to_ledger_account AS "to", p.amount_minor AS "amountMinor", p.transaction_id AS "transaction",
  p.funding_reference AS funding, p.at_ms AS "atMs"`

/** The columns of an event's row. */
export const eventColumns = `e.account_id AS "accountId", e.sequence, e.transaction_id AS "transaction",
  e.funding_reference AS funding, e.at_ms AS "atMs"`

/** The funding in a row. */
export function fundingOf({ accountId, reference, kind, currency, amountMinor, because, atMs }: FundingRow): Funding {
  return { accountId, reference, kind, currency, amountMinor, because, atMs: Number(atMs) }
}

/** The posting in a row. */
export function postingOf({ transaction, funding, ...row }: PostingRow): Posting {
  const { accountId, currency, from, to, amountMinor, atMs } = row
  return { accountId, currency, from, to, amountMinor, atMs: Number(atMs), cause: causeOf({ transaction, funding }) }
}

/** The event in a row. */
export function eventOf({ accountId, sequence, atMs, ...cause }: EventRow): AccountEvent {
  return { accountId, sequence: Number(sequence), cause: causeOf(cause), atMs: Number(atMs) }
}

function causeOf({ transaction, funding }: CauseRow): Posting['cause'] {
  return transaction === null ? { funding: funding ?? '' } : { transaction }
}

/** The wrong PINs that an account's row counts. */
export function pinCountOf({
  countedPinId,
  pinFailures,
  pinWrongAtMs,
  pinLocks,
  pinLockedUntilMs,
}: LockedAccountRow): PinCount | undefined {
  if (countedPinId === null) return undefined
  const lockedUntilMs = pinLockedUntilMs === null ? null : Number(pinLockedUntilMs)
  return {
    pinId: countedPinId,
    failures: Number(pinFailures),
    wrongAtMs: pinWrongAtMs,
    locks: Number(pinLocks),
    lockedUntilMs,
  }
}

/** The account in a row. */
export function accountOf({ pinId, pinKeyVersion, pinMac, keys, version, ...row }: AccountRow): Account {
  const isSet = pinId !== null && pinKeyVersion !== null && pinMac !== null
  return {
    ...row,
    pin: isSet ? { id: pinId, keyVersion: pinKeyVersion, mac: pinMac } : null,
    keys: keys ?? [],
    version: Number(version),
  }
}
