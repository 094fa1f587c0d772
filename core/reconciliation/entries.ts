import { type ActionPorts, type Attribution, recording, refuseAttribution } from '../actions/attribution.ts'
import { type FollowUpPolicy, livePolicy } from '../followUp/policy.ts'
import { resolveTransaction } from '../followUp/resolveTransaction.ts'
import { isExplanation, malformedExplanation, type OperatorRefusal } from '../model/operatorRefusal.ts'
import { isRefusal } from '../model/refusal.ts'
import { isFinal, type Transaction } from '../model/transaction.ts'
import type { Books } from '../ports/books/books.ts'
import type { Clock } from '../ports/clock.ts'
import type { Acting, Actions } from '../ports/operators/actions.ts'
import {
  type Bucket,
  buckets,
  type EntryNote,
  isException,
  type Reconciliations,
  type Run,
  type StandingEntry,
} from '../ports/operators/reconciliations.ts'
import type { Secrets } from '../ports/secrets.ts'
import { lineOf } from './evidence.ts'
import { allOpen, unknownRun, withdrawnRun } from './foundEntry.ts'
import { agrees } from './judge.ts'

/** What decisions about entries need. */
export type EntryPorts = {
  readonly secrets: Pick<Secrets, 'digest'>
  readonly books: Books
  readonly reconciliations: Reconciliations
  readonly clock: Clock
  readonly actions: Pick<Actions, 'write'>
  readonly policy?: FollowUpPolicy
}

/** Which entries of a run are meant: those with these numbers, or all that are open in these buckets. */
export type EntryChoice = {
  readonly runId: string
  readonly items?: readonly number[]
  readonly buckets?: readonly Bucket[]
}

/** Who decides about entries, and why, in 1 to 500 characters. */
export type EntryDecision = EntryChoice & Attribution & { readonly because: string }

/** What a decision came to. */
export type EntriesDecided = {
  readonly run: Run
  /** The entries that it is about. */
  readonly entries: number
  /** The payments that it has ended. */
  readonly payments: readonly string[]
  /** The entries that stay open, because their payments can't be ended now, or have ended otherwise. */
  readonly left: readonly { readonly item: number; readonly because: string }[]
}

/** The function that {@link assignEntries} returns. */
export type AssignEntries = (
  request: EntryDecision & { readonly owner: string },
) => Promise<EntriesDecided | OperatorRefusal>

/** The function that {@link resolveEntries} returns. */
export type ResolveEntries = (
  request: EntryDecision & {
    /** Whether open payments are ended as their rows say. */
    readonly endPayments: boolean
  },
) => Promise<EntriesDecided | OperatorRefusal>

/** The function that {@link paymentsToEnd} returns. */
export type PaymentsToEnd = (request: EntryChoice) => Promise<readonly Transaction[]>

/** The buckets of which a person has to think. */
export const exceptions: readonly Bucket[] = buckets.filter(isException)

/**
 * Gives entries to a person. Refused with `unknown_reconciliation`, `reconciliation_withdrawn`,
 * `malformed_explanation` and `no_such_entries`.
 */
export function assignEntries(ports: Omit<EntryPorts, 'books' | 'actions' | 'policy'>): AssignEntries {
  const { reconciliations, clock } = ports
  return async ({ owner, ...decision }) => {
    const chosen = await chosenIn(reconciliations, decision)
    if ('refused' in chosen) return chosen
    if (!isExplanation(owner)) return malformedExplanation
    const { run, entries } = chosen
    const notes = entries.map((entry) => noteOf(entry, decision, { kind: 'assigned', owner }, clock))
    await reconciliations.note(notes, acting(ports, decision, { kind: 'reconcile.assign', entries, owner }))
    return { run, entries: entries.length, payments: [], left: [] }
  }
}

/**
 * Says that entries are done with. With `endPayments` each open payment that its row explains is ended first, as by
 * `resolveTransaction`, with the row as the reason; where that is refused, or the payment has ended otherwise than its row,
 * the entry stays open. What another person has
 * approved ends its proposal first, so that it can't be rejected while payments end. Refused as {@link assignEntries}.
 */
export function resolveEntries(ports: EntryPorts): ResolveEntries {
  const { reconciliations, clock } = ports
  return async ({ endPayments, ...decision }) => {
    const chosen = await chosenIn(reconciliations, decision)
    if ('refused' in chosen) return chosen
    const { run, entries } = chosen
    const { approval } = decision
    if (approval) await ports.actions.write(acting(ports, decision, { kind: 'reconcile.resolve', entries }))
    const payments: string[] = []
    const done: StandingEntry[] = []
    const left: { item: number; because: string }[] = []
    for (const entry of entries) {
      const ended = endPayments ? await endPayment(ports, { run, entry, decision }) : undefined
      if (ended && isRefusal(ended)) {
        left.push({ item: entry.item, because: ended.message })
        continue
      }
      if (ended) payments.push(ended.transactionId)
      done.push(entry)
    }
    const notes = done.map((entry) => noteOf(entry, decision, { kind: 'resolved', owner: null }, clock))
    const action = approval ? undefined : acting(ports, decision, { kind: 'reconcile.resolve', entries: done })
    if (notes.length > 0) await reconciliations.note(notes, action)
    return { run, entries: entries.length - left.length, payments, left }
  }
}

/** The open payments that would be ended as their rows say, with the entries chosen like this. */
export function paymentsToEnd({
  books,
  reconciliations,
}: Pick<EntryPorts, 'books' | 'reconciliations'>): PaymentsToEnd {
  return async ({ runId, items, buckets = exceptions }) => {
    if (!buckets.includes('state_differs')) return []
    const open = await allOpen(reconciliations, { runId, buckets: ['state_differs'] })
    const found: Transaction[] = []
    for (const entry of open.filter(({ item }) => items?.includes(item) ?? true)) {
      const transaction = await paymentToEnd(books, entry)
      if (transaction) found.push(transaction)
    }
    return found
  }
}

async function paymentToEnd(books: Pick<Books, 'transaction'>, entry: StandingEntry): Promise<Transaction | undefined> {
  const transaction = await paymentThatEnds(books, entry)
  return transaction && !isFinal(transaction.state) ? transaction : undefined
}

/** The payment that an entry says to have ended otherwise than the books said. */
async function paymentThatEnds(
  books: Pick<Books, 'transaction'>,
  { bucket, status, transactionId }: StandingEntry,
): Promise<Transaction | undefined> {
  const saysEnd = bucket === 'state_differs' && status !== null && status !== 'pending'
  return saysEnd && transactionId !== null ? books.transaction(transactionId) : undefined
}

type Ending = { readonly run: Run; readonly entry: StandingEntry; readonly decision: EntryDecision }

/** Ends a payment as its row says; undefined where there is nothing to end, refused where it has ended otherwise. */
async function endPayment(
  { books, clock, secrets, policy = livePolicy }: EntryPorts,
  { run, entry, decision }: Ending,
): Promise<{ readonly transactionId: string } | OperatorRefusal | undefined> {
  const transaction = await paymentToEnd(books, entry)
  if (!transaction) return endedOtherwise(books, entry)
  const { by, approval } = decision
  const resolved = await resolveTransaction({ books, clock, secrets, policy })({
    transactionId: transaction.id,
    end: entry.status === 'succeeded' ? 'succeeded' : 'failed',
    because: `${lineOf(run, entry)}: ${decision.because}`.slice(0, 500),
    by,
    runId: run.id,
    ...(approval && { approval: { proposal: null, by: approval.by } }),
  })
  if (!isRefusal(resolved)) return { transactionId: transaction.id }
  return resolved.refused === 'transaction_ended' ? endedOtherwise(books, entry) : resolved
}

/** Refuses to call an entry done with whose payment has ended otherwise than its row says: one of the two is wrong. */
async function endedOtherwise(
  books: Pick<Books, 'transaction'>,
  entry: StandingEntry,
): Promise<OperatorRefusal | undefined> {
  const transaction = await paymentThatEnds(books, entry)
  const { status } = entry
  if (!transaction || status === null || agrees({ status }, transaction)) return undefined
  const { id, state, reason } = transaction
  const how = reason === null ? state : `${state}: ${reason}`
  const message = `Transaction ${id} has ended otherwise (${how}) than the row says (${status}), and never changes: find out which is right`
  return { refused: 'transaction_ended', message }
}

/** How many entries an action names. */
const entriesNamed = 100

type EntryAction = {
  readonly kind: 'reconcile.assign' | 'reconcile.resolve'
  readonly entries: readonly StandingEntry[]
  readonly owner?: string
}

/** What was decided, as an action. */
function acting(ports: ActionPorts, decision: EntryDecision, { kind, entries, owner }: EntryAction): Acting {
  const named = entries.slice(0, entriesNamed).map(({ item }) => item)
  const after = { entries: entries.length, numbers: named.join(', '), ...(owner !== undefined && { owner }) }
  const subject = `reconciliation ${decision.runId}`
  return recording(ports, decision)(() => ({ kind, accountId: null, subject, before: null, after }))
}

async function chosenIn(
  reconciliations: Reconciliations,
  { runId, items, buckets = exceptions, ...who }: EntryDecision,
): Promise<{ readonly run: Run; readonly entries: readonly StandingEntry[] } | OperatorRefusal> {
  const refusal = refuseAttribution(who)
  if (refusal) return refusal
  const run = await reconciliations.run(runId)
  if (!run?.ended) return unknownRun(runId)
  if (run.withdrawn) return withdrawnRun(run)
  const open = await allOpen(reconciliations, { runId, buckets })
  const entries = open.filter(({ item }) => items?.includes(item) ?? true)
  if (entries.length > 0) return { run, entries }
  return { refused: 'no_such_entries', message: 'The reconciliation has no open exceptions like these' }
}

function noteOf(
  { item }: StandingEntry,
  { runId, by, because }: EntryDecision,
  what: Pick<EntryNote, 'kind' | 'owner'>,
  clock: Clock,
): EntryNote {
  return { runId, item, ...what, because, by, atMs: clock.nowMs(), transactionId: null, moveReference: null }
}
