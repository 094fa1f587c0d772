import type { Metadata, Transaction } from '../../model/transaction.ts'
import type { Acting } from '../operators/actions.ts'

/**
 * The progress of a batch of payouts. `draft`: its lines are being written, and it holds no money; a draft that is
 * never accepted is deleted. `awaiting_approval`: it holds its money, and no line is opened until a second person
 * approves it. `paying`: its lines are opened. `paused`: no line is opened for now. `cancelling`: no line is opened any
 * longer, and some opened ones have not ended. `completed`: all have ended, for good.
 */
export type BatchState = 'draft' | 'awaiting_approval' | 'paying' | 'paused' | 'cancelling' | 'completed'

/** The accepted sum of a batch, and the part that it still holds, in one currency. */
export type BatchSum = {
  readonly currency: string
  /** How many lines were accepted. */
  readonly lines: number
  /** Their total with their fees, which was held at once. */
  readonly acceptedMinor: bigint
  /** The amount held for the lines that are still waiting. */
  readonly heldMinor: bigint
}

/** The progress of a line for its merchant, or of its payment once that is opened. */
export type LineProgress = 'waiting' | 'pending' | 'succeeded' | 'failed' | 'refused' | 'cancelled'

/** The number of a batch's lines in one state and one currency, and the totals of their amounts and their fees. */
export type BatchTotal = {
  readonly progress: LineProgress
  readonly currency: string
  readonly lines: number
  readonly minor: bigint
  readonly feesMinor: bigint
}

/** Many payouts in one request. */
export type Batch = {
  readonly id: string
  readonly accountId: string
  /** The id of the key of the request. */
  readonly keyId: string
  /** The merchant's own name for it, unique among the account's batches once it is accepted. */
  readonly reference: string
  readonly state: BatchState
  /** A digest of the requested lines. */
  readonly digest: string
  /** The number of its lines, including refused ones. */
  readonly lines: number
  readonly sums: readonly BatchSum[]
  /** The totals of its lines; null until all have ended. */
  readonly totals: readonly BatchTotal[] | null
  readonly createdAtMs: number
  readonly updatedAtMs: number
  /** The number of quarantines of the books at its acceptance, or its last confirmation: a later one stops it. */
  readonly quarantines: number
}

/**
 * `waiting`: not opened yet. `opened`: it is a payment that may not have ended; `ended`: the payment has ended.
 * `refused`: never opened.
 */
export type BatchLineState = 'waiting' | 'opened' | 'ended' | 'refused'

/** One payout of a batch. In a refused line, values that can't be stored are empty. */
export type BatchLine = {
  readonly batchId: string
  /** Its number in its file, or its place among the lines, from 1. */
  readonly number: number
  readonly reference: string
  readonly phoneNumber: string
  /** Null in a refused line without an amount. */
  readonly amountMinor: bigint | null
  /** The fee of its payout, fixed when the batch was accepted; 0n without a fee. */
  readonly feeMinor: bigint
  readonly currency: string
  readonly network: string
  readonly description: string | null
  readonly metadata: Metadata
  /** The text for the payee; null if there is none. */
  readonly customerMessage: string | null
  readonly state: BatchLineState
  /** The code of its refusal; null if it is not refused. */
  readonly code: string | null
  /** The payment that the line became. */
  readonly transactionId: string | null
}

/** A line with its payment, both at the same moment. */
export type LineRows = { readonly line: BatchLine; readonly transaction: Transaction | undefined }

/** The query for a batch's lines, in their order. */
export type LineQuery = {
  readonly batchId: string
  readonly progress?: LineProgress
  /** Only lines after this number; 0 for all. */
  readonly after: number
  readonly limit: number
}

/** The query for batches, newest first. */
export type BatchQuery = {
  readonly accountId?: string
  readonly reference?: string
  readonly state?: Exclude<BatchState, 'draft'>
  /** Only batches that were requested at this moment or later, in milliseconds since the Unix epoch. */
  readonly createdFromMs?: number
  /** Only batches that were requested before this moment. */
  readonly createdToMs?: number
  readonly before?: string
  readonly limit: number
}

/** A claim of batches: the claimer, the time by the caller's clock, and the lease. */
export type BatchClaim = {
  /** The name of the claimer, who may extend its own claims. */
  readonly by: string
  readonly nowMs: number
  readonly leaseMs: number
  readonly limit: number
}

/** A network and currency with waiting lines. */
export type WaitingLines = { readonly network: string; readonly currency: string }

/** The query for the next waiting lines. */
export type NextQuery = WaitingLines & { readonly batchId: string; readonly limit: number }

/** A step's view of its line, and whether another line to the same phone number has not ended. */
export type LineInStep = { readonly line: BatchLine; readonly isBusy: boolean }

/** The postings of a batch, and the total of its waiting lines, by currency. */
export type BatchRows = {
  readonly batch: Batch
  readonly moved: readonly { readonly currency: string; readonly heldMinor: bigint; readonly releasedMinor: bigint }[]
  readonly waiting: readonly { readonly currency: string; readonly minor: bigint }[]
}

/** A line whose phone number is erased, and its pseudonym. */
export type LineErasure = Pick<BatchLine, 'number'> & { readonly pseudonym: string }

/** Batches of payouts. Steps of the books move their money and open their lines. */
export interface Batches {
  /** Adds a draft without lines. */
  draft(batch: Batch): Promise<void>
  /** Adds lines to their common draft. Resolves with whether the draft exists; if it does not, no lines are added. */
  addLines(lines: readonly BatchLine[]): Promise<boolean>
  /** Removes a draft with its lines. Does nothing to an accepted batch. */
  forget(batchId: string): Promise<void>
  /** Removes drafts that were begun before a moment. Resolves with their number. */
  forgetDrafts(before: { readonly beforeMs: number; readonly limit: number }): Promise<number>
  /** The used ones among an account's references. */
  usedReferences(accountId: string, references: readonly string[]): Promise<readonly string[]>
  /** A batch by its id. No look-up finds drafts. */
  byId(id: string): Promise<Batch | undefined>
  /** A batch by its account's reference. */
  byReference(accountId: string, reference: string): Promise<Batch | undefined>
  /**
   * Batches, newest first: those of an account, with a reference, in a state, from a time and before another one, as far
   * as the query names them.
   */
  list(query: BatchQuery): Promise<readonly Batch[]>
  /** Lines of a batch with their payments, in their order. */
  lines(query: LineQuery): Promise<readonly LineRows[]>
  /** The totals of a batch's lines, by state and by currency. */
  totals(batchId: string): Promise<readonly BatchTotal[]>
  /**
   * Claims batches that are paying or cancelling, oldest first, and extends the claims of the same claimer. A claimed
   * batch goes to no other claimer until its lease is over. A claim with a longer lease no longer counts.
   */
  claim(claim: BatchClaim): Promise<readonly Batch[]>
  /** Gives back all batches of a claimer, or one of them. */
  giveBack(by: string, batchId?: string): Promise<void>
  /** Some of the batches that may hold money although their accounts are closed, oldest first. */
  ofClosedAccounts(limit: number): Promise<readonly Batch[]>
  /**
   * Marks lines as ended whose payments have ended. Resolves with the networks of waiting lines, and the number of
   * opened lines that have not ended.
   */
  settle(batchId: string): Promise<{ readonly waiting: readonly WaitingLines[]; readonly opened: number }>
  /**
   * The next waiting lines over a network, in their order, without those whose phone number an opened line or an
   * earlier waiting one has.
   */
  next(query: NextQuery): Promise<readonly BatchLine[]>
  /**
   * Replaces the phone numbers of a batch's lines with pseudonyms, changes nothing else, and writes an action with it.
   * The caller ensures that none of the lines waits for its turn or is a payment that has not ended.
   */
  erasePhoneNumbers(batchId: string, erasures: readonly LineErasure[], acting?: Acting): Promise<void>
}
