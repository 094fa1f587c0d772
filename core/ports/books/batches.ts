import type { Metadata, Transaction } from '../../model/transaction.ts'
import type { Acting } from '../operators/actions.ts'

/**
 * How far a batch of payouts has come. `draft`: its lines are being written, and it holds no money; one that is never
 * accepted is forgotten. `awaiting_approval`: it holds its money, and none is opened until a second person approves it. `paying`: its lines are opened. `paused`: none is, for now. `cancelling`: none is any more, and
 * some that were opened have not ended. `completed`: all have, for good.
 */
export type BatchState = 'draft' | 'awaiting_approval' | 'paying' | 'paused' | 'cancelling' | 'completed'

/** What a batch has accepted and still holds, in one currency. */
export type BatchSum = {
  readonly currency: string
  /** How many lines were accepted. */
  readonly lines: number
  /** What they came to with their fees, which was held at once. */
  readonly acceptedMinor: bigint
  /** What is held for those of them that wait. */
  readonly heldMinor: bigint
}

/** What a merchant sees of a line, or of its payment once that is opened. */
export type LineProgress = 'waiting' | 'pending' | 'succeeded' | 'failed' | 'refused' | 'cancelled'

/** How many lines of a batch have come this far, in one currency, and what they come to. */
export type BatchTotal = {
  readonly progress: LineProgress
  readonly currency: string
  readonly lines: number
  readonly minor: bigint
}

/** Many payouts that were asked for at once. */
export type Batch = {
  readonly id: string
  readonly accountId: string
  /** The id of the key that it was asked for with. */
  readonly keyId: string
  /** The merchant's own name for it, unique among the account's batches once it is accepted. */
  readonly reference: string
  readonly state: BatchState
  /** A digest of the lines as they were asked for. */
  readonly digest: string
  /** How many lines it has, with those that were refused. */
  readonly lines: number
  readonly sums: readonly BatchSum[]
  /** What its lines have come to; null until all have ended. */
  readonly totals: readonly BatchTotal[] | null
  readonly createdAtMs: number
  readonly updatedAtMs: number
  /** How many quarantines of the books had begun when it was accepted, or last confirmed: a later one stops it. */
  readonly quarantines: number
}

/** `waiting`: not opened yet. `opened`: it is a payment that may not have ended; `ended`: it has. `refused`: never opened. */
export type BatchLineState = 'waiting' | 'opened' | 'ended' | 'refused'

/** One payout of a batch. What was sent in a form that can't be kept is empty in a line that is refused. */
export type BatchLine = {
  readonly batchId: string
  /** Counts the lines from 1. */
  readonly number: number
  readonly reference: string
  readonly phoneNumber: string
  /** Null where a refused line has none. */
  readonly amountMinor: bigint | null
  /** What its payout will cost, fixed when the batch was accepted; 0n without a fee. */
  readonly feeMinor: bigint
  readonly currency: string
  readonly network: string
  readonly description: string | null
  readonly metadata: Metadata
  /** What the payee is to read; null where nothing is. */
  readonly customerMessage: string | null
  readonly state: BatchLineState
  /** The code of its refusal; null where it is not refused. */
  readonly code: string | null
  /** The payment that it has become. */
  readonly transactionId: string | null
}

/** A line with its payment, as both stand at one moment. */
export type LineRows = { readonly line: BatchLine; readonly transaction: Transaction | undefined }

/** Which lines of a batch to list, in their order. */
export type LineQuery = {
  readonly batchId: string
  readonly progress?: LineProgress
  /** Those after this number; 0 for all. */
  readonly after: number
  readonly limit: number
}

/** Which batches to list, newest first. */
export type BatchQuery = {
  readonly accountId?: string
  readonly state?: Exclude<BatchState, 'draft'>
  readonly before?: string
  readonly limit: number
}

/** Who claims batches, when by the caller's clock, and for how long. */
export type BatchClaim = {
  /** Names the claimer: what it has claimed it may claim again. */
  readonly by: string
  readonly nowMs: number
  readonly leaseMs: number
  readonly limit: number
}

/** Lines that wait are over this network. */
export type WaitingLines = { readonly network: string; readonly currency: string }

/** Which waiting lines are next, and how many at most. */
export type NextQuery = WaitingLines & { readonly batchId: string; readonly limit: number }

/** What a step sees of its line: whether another line to the same phone number has not ended. */
export type LineInStep = { readonly line: BatchLine; readonly isBusy: boolean }

/** What a batch has posted, and what its waiting lines come to, by currency. */
export type BatchRows = {
  readonly batch: Batch
  readonly moved: readonly { readonly currency: string; readonly heldMinor: bigint; readonly releasedMinor: bigint }[]
  readonly waiting: readonly { readonly currency: string; readonly minor: bigint }[]
}

/** A line whose phone number is erased, and what takes its place. */
export type LineErasure = Pick<BatchLine, 'number'> & { readonly pseudonym: string }

/** Batches of payouts. What moves their money, and opens their lines, are steps of the books. */
export interface Batches {
  /** Adds a draft without lines. */
  draft(batch: Batch): Promise<void>
  /** Adds lines to a draft of which they all are; resolves with whether it is there, and adds none where it is not. */
  addLines(lines: readonly BatchLine[]): Promise<boolean>
  /** Removes a draft with its lines; does nothing to a batch that was accepted. */
  forget(batchId: string): Promise<void>
  /** Removes drafts that were begun before a moment; resolves with how many. */
  forgetDrafts(before: { readonly beforeMs: number; readonly limit: number }): Promise<number>
  /** Those of an account's references that are used. */
  usedReferences(accountId: string, references: readonly string[]): Promise<readonly string[]>
  /** A batch by its id. Drafts are found by no look-up. */
  byId(id: string): Promise<Batch | undefined>
  /** A batch by its account's reference. */
  byReference(accountId: string, reference: string): Promise<Batch | undefined>
  /** Batches, newest first, those of an account, in a state and before another one where the query names them. */
  list(query: BatchQuery): Promise<readonly Batch[]>
  /** Lines of a batch with their payments, in their order. */
  lines(query: LineQuery): Promise<readonly LineRows[]>
  /** What the lines of a batch have come to, by how far they have come and by currency. */
  totals(batchId: string): Promise<readonly BatchTotal[]>
  /**
   * Claims batches that are paying or cancelling, the oldest first, and extends the claims of the same claimer. What is
   * claimed is given to no other until its lease is over; a claim that would last for longer counts no more.
   */
  claim(claim: BatchClaim): Promise<readonly Batch[]>
  /** Gives back whatever a claimer has claimed, or one batch of it. */
  giveBack(by: string, batchId?: string): Promise<void>
  /** Some of the batches that may hold money though their accounts are closed, the oldest first. */
  ofClosedAccounts(limit: number): Promise<readonly Batch[]>
  /** Marks lines as ended whose payments have; resolves with where lines wait, and how many opened ones have not ended. */
  settle(batchId: string): Promise<{ readonly waiting: readonly WaitingLines[]; readonly opened: number }>
  /**
   * The next waiting lines over a network, in their order, but for those whose phone number an opened line or an earlier
   * waiting one has.
   */
  next(query: NextQuery): Promise<readonly BatchLine[]>
  /**
   * Puts pseudonyms in the place of the phone numbers of a batch's lines, of which nothing else changes; writes an action
   * with it. The caller sees to it that none of them waits for its turn or is a payment that has not ended.
   */
  erasePhoneNumbers(batchId: string, erasures: readonly LineErasure[], acting?: Acting): Promise<void>
}
