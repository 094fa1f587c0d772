import type { Kind } from '../model/transaction.ts'

/** Which way a row's money went: to us, from us, or between wallets so that the row does not tell. */
export type FileDirection = 'in' | 'out' | 'between'

/** One row of a file that a network has made of its own books. */
export type FileRow = {
  /** The line of the file on which it begins; the first one is 1. */
  readonly line: number
  /** When it happened, or when the minute or second began in which it did; milliseconds since the Unix epoch. */
  readonly atMs: number
  /** How long after `atMs` it may have happened, in milliseconds: the file tells no more. */
  readonly withinMs: number
  readonly direction: FileDirection
  readonly amountMinor: bigint
  readonly currency: string
  /** The other party's number, in international digits; null where the file has none. */
  readonly phoneNumber: string | null
  readonly status: 'succeeded' | 'failed' | 'pending' | 'reversed'
  /** Whether it may be a payment of ours, is a fee of the network, or something else, such as a top-up. */
  readonly kind: 'payment' | 'fee' | 'other'
  /** An id that we gave the payment; null where the file has none. */
  readonly ours: string | null
  /** The network's id; null where the file has none. */
  readonly theirs: string | null
  /** The network's fee for it, where the file says so in the same row. */
  readonly feeMinor: bigint | null
  /** The balance after it, where the file has one. */
  readonly balanceMinor: bigint | null
}

/** The direction in which the money of a payment goes. */
export function directionOf(kind: Kind): FileDirection {
  return kind === 'payout' ? 'out' : 'in'
}
