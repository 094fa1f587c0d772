import type { Transaction } from '../../model/transaction.ts'
import type { Batch, BatchLine } from '../../ports/books/batches.ts'
import type { NumberedExchange } from '../../ports/books/cases.ts'
import type { DayCount, PhonePrompts, PinCount } from '../../ports/books/counts.ts'
import type { AccountEvent } from '../../ports/books/events.ts'
import type { Funding } from '../../ports/books/fundings.ts'
import type { PostedBalance, Posting } from '../../ports/books/ledger.ts'
import type { BalanceRow } from '../../ports/books/snapshot.ts'
import type { Annotation } from '../../ports/books/transactions.ts'
import type { Action, ChainEnd } from '../../ports/operators/actions.ts'

/** A transaction whose phone number is erased, with the number and its pseudonym. */
export type ErasedNumber = {
  readonly accountId: string
  readonly transactionId: string
  readonly phoneNumber: string
  readonly pseudonym: string
}

/**
 * The writes of a step, which a store applies all or nothing. This type lists the subjects: other lists are made from it,
 * and do not compile where one of its subjects is missing.
 */
export type Changes = {
  pinCount: PinCount | undefined
  /** The prompts that replace those of the scope's phone number. */
  prompts: PhonePrompts | undefined
  /** The payments of the scope's account on its day, in the scope's currency. */
  dayCount: DayCount | undefined
  readonly postings: Posting[]
  /** The new balance of every account and currency that a posting touched. */
  readonly balances: Map<string, BalanceRow & PostedBalance>
  /** Transactions that were not there before, by their ids. */
  readonly opened: Map<string, Transaction>
  /** Transactions that replace earlier ones of their ids. */
  readonly changed: Map<string, Transaction>
  /** Transactions whose phone numbers are erased; they are among the changed ones too. */
  readonly erased: ErasedNumber[]
  readonly fundings: Funding[]
  batch: Batch | undefined
  batchLine: BatchLine | undefined
  readonly annotations: Annotation[]
  /** The exchanges of the scope's transaction, in their order. */
  readonly exchanges: NumberedExchange[]
  /** The events of the step's account, in their order. */
  readonly events: AccountEvent[]
  readonly actions: Action[]
  /** The end of the chain with these actions; undefined without any. */
  chainEnd: ChainEnd | undefined
}

/** The changes of a step that has written nothing yet. */
export function noChanges(): Changes {
  return {
    pinCount: undefined,
    prompts: undefined,
    dayCount: undefined,
    postings: [],
    balances: new Map(),
    opened: new Map(),
    changed: new Map(),
    erased: [],
    fundings: [],
    batch: undefined,
    batchLine: undefined,
    annotations: [],
    exchanges: [],
    events: [],
    actions: [],
    chainEnd: undefined,
  }
}

/** Whether a step has written nothing of any subject. */
export function isNothing(changes: Changes): boolean {
  return Object.values(changes).every((written) => !hasAny(written))
}

/** Keeps the writes of a step in a store, with a function for each subject; only subjects with a write are kept. */
export type Keeping<Step> = {
  readonly [Name in keyof Changes]: (written: NonNullable<Changes[Name]>, step: Step) => void
}

/** Lets a store keep a step's writes, one subject after another; each function also gets `step`. */
export function keepAll<Step>(changes: Changes, keeping: Keeping<Step>, step: Step): void {
  const keep = <Name extends keyof Changes>(name: Name) => {
    const written = changes[name]
    if (hasAny(written)) keeping[name](written, step)
  }
  for (const name of Object.keys(keeping) as (keyof Changes)[]) keep(name)
}

/** Whether a subject was written: its one row is there, or its list or map has any. */
function hasAny<Written extends Changes[keyof Changes]>(written: Written): written is NonNullable<Written> {
  if (written === undefined) return false
  if (Array.isArray(written)) return written.length > 0
  return !(written instanceof Map) || written.size > 0
}
