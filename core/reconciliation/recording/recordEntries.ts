import { refuseAttribution } from '../../actions/attribution.ts'
import { type OperatorRefusal, unknownAccount } from '../../model/operatorRefusal.ts'
import { isRefusal } from '../../model/refusal.ts'
import type { Actions } from '../../ports/operators/actions.ts'
import type { StandingEntry } from '../../ports/operators/reconciliations.ts'
import { chosenIn, type EntryChoice, givenIn, totalsOf } from '../entries/chosen.ts'
import { acting, type EntriesDecided, type EntryDecision } from '../entries/entries.ts'
import { readingOnce } from '../rows/alikeRows.ts'
import type { ForgottenPayment, RecordEntryPorts } from './forgottenPayment.ts'
import { recordEntry, refuseReference } from './recordEntry.ts'

/** The account of the payments in all open rows of the bucket `missing_here` that fit a choice. */
export type ForgottenPayments = Omit<EntryChoice, 'buckets'> &
  Pick<ForgottenPayment, 'accountId'> & {
    /** The beginning of each payment's reference, which ends with the number of its entry; or each reference. */
    readonly references: string | readonly NamedPayment[]
  }

/** The reference of a row's payment, and the refunded collection if it is a refund. */
export type NamedPayment = Pick<ForgottenPayment, 'item' | 'reference' | 'refundOf'>

/** The ports for recording many missing payments. */
export type RecordEntriesPorts = RecordEntryPorts & { readonly actions: Pick<Actions, 'list' | 'write'> }

/** The function that {@link recordEntries} returns. */
export type RecordEntries = (
  request: ForgottenPayments & Omit<EntryDecision, keyof EntryChoice>,
) => Promise<EntriesDecided | OperatorRefusal>

/** The rows that a choice may record. */
export function unrecorded(request: ForgottenPayments): EntryChoice {
  return { ...givenIn(request), buckets: ['missing_here'] }
}

/**
 * Records the payments of all open rows that fit a choice, each as by `recordEntry`, and those that came in first, so
 * that their money is there for the others. An entry that this refuses stays open. After a crash the same request
 * continues. A decision that another person has approved ends its proposal first, so that it can't be rejected while
 * money is recorded. Refused like `assignEntries`, and with `unknown_account` and `malformed_reference`.
 */
export function recordEntries(ports: RecordEntriesPorts): RecordEntries {
  return async (request) => {
    const { runId, accountId, references, by, because, approval } = request
    const refusal = refuseAttribution(request)
    if (refusal) return refusal
    const chosen = await chosenIn(ports.reconciliations, unrecorded(request))
    if ('refused' in chosen) return chosen
    const { run, entries } = chosen
    const paymentOf = namer(references)
    const malformed = refuseReference(paymentOf(entries.at(-1)?.item ?? 0).reference)
    if (malformed) return malformed
    if (!(await ports.accounts.byId(accountId))) return unknownAccount(accountId)
    if (approval) await ports.actions.write(acting(ports, request, { kind: 'reconcile.record', entries, accountId }))
    const record = recordEntry(readingOnce(ports))
    const each = { accountId, by, because, ...(approval && { approval: { proposal: null, by: approval.by } }) }
    const [done, payments]: [StandingEntry[], string[]] = [[], []]
    const left: { item: number; because: string }[] = []
    for (const entry of inFirst(entries)) {
      const { item } = entry
      const recorded = await record({ runId, ...paymentOf(item), ...each })
      if (isRefusal(recorded)) {
        left.push({ item, because: recorded.message })
        continue
      }
      done.push(entry)
      payments.push(recorded.transaction.id)
    }
    return { run, entries: done.length, totals: totalsOf(done), payments, left }
  }
}

function inFirst(entries: readonly StandingEntry[]): readonly StandingEntry[] {
  return [...entries].sort((one, other) => Number(other.direction === 'in') - Number(one.direction === 'in'))
}

/** Names each row's payment; one without a name is refused like a malformed reference. */
function namer(references: ForgottenPayments['references']): (item: number) => NamedPayment {
  if (typeof references === 'string') return (item) => ({ item, reference: `${references}${item}` })
  const named = new Map(references.map((one) => [one.item, one]))
  return (item) => named.get(item) ?? { item, reference: '' }
}
