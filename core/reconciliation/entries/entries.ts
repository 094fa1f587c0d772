import { type ActionPorts, type Attribution, recording, refuseAttribution } from '../../actions/attribution.ts'
import type { ActionKind } from '../../actions/ownKinds.ts'
import { type FollowUpPolicy, livePolicy } from '../../followUp/policy.ts'
import { resolveTransaction } from '../../followUp/resolveTransaction.ts'

import { isExplanation, type OperatorRefusal } from '../../model/operatorRefusal.ts'
import { isRefusal } from '../../model/refusal.ts'
import type { Books } from '../../ports/books/books.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Acting, Actions } from '../../ports/operators/actions.ts'
import type {
  BucketTotal,
  EntryNote,
  Reconciliations,
  Run,
  StandingEntry,
} from '../../ports/operators/reconciliations.ts'
import type { Secrets } from '../../ports/secrets.ts'
import { lineOf } from '../comparison/evidence.ts'
import { agrees } from '../comparison/judge.ts'
import { chosenIn, type EntryChoice, paymentThatEnds, paymentToEnd, totalsOf } from './chosen.ts'

/** The ports for decisions about entries. */
export type EntryPorts = {
  readonly secrets: Pick<Secrets, 'digest'>
  readonly books: Books
  readonly reconciliations: Reconciliations
  readonly clock: Clock
  readonly actions: Pick<Actions, 'write'>
  readonly policy?: FollowUpPolicy
}

/** The author of a decision about entries, and the reason, in 1 to 500 characters. */
export type EntryDecision = EntryChoice & Attribution & { readonly because: string }

/** The result of a decision. */
export type EntriesDecided = {
  readonly run: Run
  /** The number of its entries. */
  readonly entries: number
  /** Its entries added up. */
  readonly totals: readonly BucketTotal[]
  /** The payments that it has ended or recorded. */
  readonly payments: readonly string[]
  /** The entries that stay open, each with the reason. */
  readonly left: readonly { readonly item: number; readonly because: string }[]
}

/** The function that {@link assignEntries} returns. */
export type AssignEntries = (
  request: EntryDecision & { readonly owner: string },
) => Promise<EntriesDecided | OperatorRefusal>

/** The function that {@link resolveEntries} returns. */
export type ResolveEntries = (
  request: EntryDecision & {
    /** Whether open payments are ended with the outcome in their rows. */
    readonly endPayments: boolean
  },
) => Promise<EntriesDecided | OperatorRefusal>

/**
 * Assigns entries to a person. Refused with `unknown_reconciliation`, `reconciliation_withdrawn`,
 * `malformed_explanation` and `no_such_entries`.
 */
export function assignEntries(ports: Omit<EntryPorts, 'books' | 'actions' | 'policy'>): AssignEntries {
  const { reconciliations, clock } = ports
  return async ({ owner, ...decision }) => {
    const chosen = refuseAttribution(decision) ?? (await chosenIn(reconciliations, decision))
    if ('refused' in chosen) return chosen
    if (!isExplanation(owner)) return malformedOwner
    const { run, entries } = chosen
    const notes = entries.map((entry) => noteOf(entry, decision, { kind: 'assigned', owner }, clock))
    await reconciliations.note(notes, acting(ports, decision, { kind: 'reconcile.assign', entries, owner }))
    return { run, entries: entries.length, totals: totalsOf(entries), payments: [], left: [] }
  }
}

const malformedOwner: OperatorRefusal = {
  refused: 'malformed_explanation',
  message: 'The owner must be 1 to 500 printable characters',
  about: 'owner',
}

/**
 * Resolves entries. With `endPayments` each open payment that its row explains is ended first, as by
 * `resolveTransaction`, with the row as the reason. If that is refused, or the payment has another outcome than its
 * row, the entry stays open. A decision that another person has approved ends its proposal first, so that it can't be
 * rejected while payments end. Refused like {@link assignEntries}.
 */
export function resolveEntries(ports: EntryPorts): ResolveEntries {
  const { reconciliations, clock } = ports
  return async ({ endPayments, ...decision }) => {
    const chosen = refuseAttribution(decision) ?? (await chosenIn(reconciliations, decision))
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
    return { run, entries: done.length, totals: totalsOf(done), payments, left }
  }
}

type Ending = { readonly run: Run; readonly entry: StandingEntry; readonly decision: EntryDecision }

/**
 * Ends a payment with the outcome in its row; undefined if there is nothing to end, refused if it has another outcome.
 */
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

/** Refuses to resolve an entry whose payment has another outcome than its row: one of the two is wrong. */
async function endedOtherwise(
  books: Pick<Books, 'transaction'>,
  entry: StandingEntry,
): Promise<OperatorRefusal | undefined> {
  const transaction = await paymentThatEnds(books, entry)
  const { status } = entry
  if (!transaction || status === null || agrees({ status }, transaction)) return undefined
  const { id, state, reason } = transaction
  const how = reason === null ? state : `${state}: ${reason}`
  const message = `Transaction ${id} has another outcome (${how}) than the row (${status}), and never changes: find out which is right`
  return { refused: 'transaction_ended', message }
}

/** The most entries that an action names. */
const entriesNamed = 100

type EntryAction = {
  readonly kind: ActionKind
  readonly entries: readonly StandingEntry[]
  readonly accountId?: string | null
  readonly owner?: string
  readonly as?: string
}

/** A decision about entries as one action. */
export function acting(
  ports: ActionPorts,
  decision: Attribution & Pick<EntryChoice, 'runId'>,
  { kind, entries, accountId = null, ...what }: EntryAction,
): Acting {
  const named = entries.slice(0, entriesNamed).map(({ item }) => item)
  const after = { entries: entries.length, numbers: named.join(', '), ...what }
  const subject = `reconciliation ${decision.runId}`
  return recording(ports, decision)(() => ({ kind, accountId, subject, before: null, after }))
}

/** The note of a decision about an entry. */
export function noteOf(
  { item }: StandingEntry,
  { runId, by, because }: Pick<EntryDecision, 'runId' | 'by' | 'because'>,
  what: Pick<EntryNote, 'kind' | 'owner'>,
  clock: Clock,
): EntryNote {
  return { runId, item, ...what, because, by, atMs: clock.nowMs(), transactionId: null, moveReference: null }
}
