import { type AccountSettings, changeAccount } from '../../../accounts/changeAccount.ts'
import { type FundingRequest, fundAccount, withdrawFunds } from '../../../accounts/funding/fundAccount.ts'
import { createKey, type NewKey } from '../../../accounts/keys/createKey.ts'
import { type KeyPorts, type RotatedKey, type RotateKey, rotateKey } from '../../../accounts/keys/rotateKey.ts'
import { clearLimits, type NewLimits, setLimits } from '../../../accounts/limits/changeLimits.ts'
import type { Attribution } from '../../../actions/attribution.ts'
import { type MoneyRequest, type MovedMoney, moveOperatorMoney } from '../../../books/float/moveOperatorMoney.ts'
import type { FollowUpPolicy } from '../../../followUp/policy.ts'
import { type Decision, resolveTransaction } from '../../../followUp/resolveTransaction.ts'
import { type FourEyes, isAboveFourEyes } from '../../../model/fourEyes.ts'
import { toMinor } from '../../../model/money.ts'
import { malformedExplanation, type OperatorRefusal } from '../../../model/operatorRefusal.ts'
import { isRefusal } from '../../../model/refusal.ts'
import type { AccountLimit } from '../../../model/riskLimits.ts'
import type { Transaction } from '../../../model/transaction.ts'
import type { AccountPorts } from '../../../ports/accountPorts.ts'
import type { PaymentLinks } from '../../../ports/books/paymentLinks.ts'
import type { Actions } from '../../../ports/operators/actions.ts'
import type { OperatorMoney } from '../../../ports/operators/operatorMoney.ts'
import type { Quarantines } from '../../../ports/operators/quarantines.ts'
import type { Reconciliations } from '../../../ports/operators/reconciliations.ts'
import { type BookedFees, bookFees, type FeesTakenRequest, findFeesTaken } from '../../../reconciliation/bookFees.ts'
import { chosenIn, type EntryChoice, type FindScope, paymentsToEnd } from '../../../reconciliation/entries/chosen.ts'
import {
  type ClassificationOfMany,
  classifyEntries,
  unclassified,
} from '../../../reconciliation/entries/classifyEntries.ts'
import { type Classification, classifyEntry, movesMoney } from '../../../reconciliation/entries/classifyEntry.ts'
import { type EntriesDecided, resolveEntries } from '../../../reconciliation/entries/entries.ts'
import {
  decideEntries,
  type GatheredDecisions,
  type GatheredResult,
} from '../../../reconciliation/gathered/decideEntries.ts'
import type { ForgottenPayment } from '../../../reconciliation/recording/forgottenPayment.ts'
import { type ForgottenPayments, recordEntries, unrecorded } from '../../../reconciliation/recording/recordEntries.ts'
import { recordEntry } from '../../../reconciliation/recording/recordEntry.ts'
import { markedByRun, withdrawReconciliation } from '../../../reconciliation/withdraw.ts'
import { operatorChanges, type SecondPerson } from '../../permissions.ts'

/**
 * A change that may have to wait for a second person, in the form of its use case's request, without author and reason.
 */
export type Change =
  | {
      readonly kind: 'account.fund' | 'account.withdraw'
      readonly request: Pick<FundingRequest, 'accountId' | 'currency' | 'amount' | 'reference'>
    }
  | {
      readonly kind: 'account.set'
      readonly request: { readonly accountId: string; readonly settings: AccountSettings }
    }
  | { readonly kind: 'key.create'; readonly request: NewKey }
  | { readonly kind: 'key.rotate'; readonly request: Omit<Parameters<RotateKey>[0], keyof Attribution> }
  | { readonly kind: 'account.limit'; readonly request: LimitedAccount & { readonly limits: NewLimits } }
  | {
      readonly kind: 'account.unlimit'
      readonly request: LimitedAccount & { readonly limits?: readonly AccountLimit[] }
    }
  | { readonly kind: 'float.move'; readonly request: MoneyRequest }
  | { readonly kind: 'transaction.resolve'; readonly request: Pick<Decision, 'transactionId' | 'end'> }
  | { readonly kind: 'reconcile.resolve'; readonly request: EntryChoice & { readonly endPayments: boolean } }
  | { readonly kind: 'reconcile.record'; readonly request: ForgottenPayment | ForgottenPayments }
  | { readonly kind: 'reconcile.classify'; readonly request: Classification | ClassificationOfMany }
  | { readonly kind: 'reconcile.decide'; readonly request: GatheredDecisions }
  | { readonly kind: 'reconcile.book-fees'; readonly request: FeesTakenRequest }
  | { readonly kind: 'reconcile.withdraw'; readonly request: { readonly runId: string } }

/** The account and currency of a change of limits. */
export type LimitedAccount = { readonly accountId: string; readonly currency: string }

/** A change that was made, with results beyond the change itself. */
export type MadeChange = {
  readonly made: Change
  /** The key in clear if it made one. */
  readonly rotated: RotatedKey | null
  /** The result of a decision about differences from a network's file. */
  readonly decided: Omit<EntriesDecided, 'run'> | GatheredResult | null
  /** The payment that was recorded or decided. */
  readonly transactionId: string | null
  /** The movement of the operator's own money if it was one. */
  readonly moved?: MovedMoney
  /** The fees of a network if it booked some. */
  readonly fees?: BookedFees
}

/** The ports for changes. */
export type ChangePorts = AccountPorts &
  KeyPorts & {
    readonly actions: Actions
    readonly operatorMoney: OperatorMoney
    readonly reconciliations: Reconciliations
    readonly paymentLinks: Pick<PaymentLinks, 'byReference'>
    readonly quarantines: Pick<Quarantines, 'all'>
    readonly policy?: FollowUpPolicy
    /** The changes that need two people; none by default. */
    readonly fourEyes?: FourEyes | undefined
  }

/** Makes a change by its use case, under the present rules. */
export async function carryOut(
  ports: ChangePorts,
  change: Change,
  who: Attribution,
): Promise<MadeChange | OperatorRefusal> {
  const done = await useCaseOf(ports, change, who)
  if (isRefusal(done)) return done
  return {
    made: change,
    rotated: isRotated(done) ? done : null,
    decided: 'payments' in done ? done : null,
    transactionId: 'transaction' in done ? done.transaction.id : null,
    ...movedIn(done),
    ...('rowsOutside' in done && { fees: done }),
  }
}

function movedIn(done: object): { moved?: MovedMoney } {
  if ('move' in done) return { moved: done as MovedMoney }
  return 'moved' in done && done.moved ? { moved: done.moved as MovedMoney } : {}
}

function isRotated(done: object): done is RotatedKey {
  return 'keyId' in done && 'key' in done
}

function useCaseOf(ports: ChangePorts, change: Change, who: Attribution) {
  const { because } = who
  switch (change.kind) {
    case 'account.fund':
      return fundAccount(ports)({ ...change.request, ...who })
    case 'account.withdraw':
      return because === undefined ? refused : withdrawFunds(ports)({ ...change.request, ...who, because })
    case 'account.set':
      return changeAccount(ports)({ ...change.request, ...who })
    case 'key.create':
      return createKey(ports)({ ...change.request, ...who })
    case 'key.rotate':
      return rotateKey(ports)({ ...change.request, ...who })
    case 'account.limit':
      return setLimits(ports)({ ...change.request, ...who })
    case 'account.unlimit':
      return clearLimits(ports)({ ...change.request, ...who })
    case 'float.move':
      return moveOperatorMoney(ports)({ ...change.request, ...who })
    case 'transaction.resolve':
      return because === undefined ? refused : resolveTransaction(ports)({ ...change.request, ...who, because })
    case 'reconcile.resolve':
      return because === undefined ? refused : resolveEntries(ports)({ ...change.request, ...who, because })
    case 'reconcile.record':
      if (because === undefined) return refused
      return 'item' in change.request
        ? recordEntry(ports)({ ...change.request, ...who, because })
        : recordEntries(ports)({ ...change.request, ...who, because })
    case 'reconcile.classify':
      if (because === undefined) return refused
      return 'item' in change.request
        ? classifyEntry(ports)({ ...change.request, ...who, because })
        : classifyEntries(ports)({ ...change.request, ...who, because })
    case 'reconcile.decide':
      return because === undefined ? refused : decideEntries(ports)({ ...change.request, ...who, because })
    case 'reconcile.book-fees':
      return because === undefined ? refused : bookFees(ports)({ ...change.request, ...who, because })
    case 'reconcile.withdraw':
      return because === undefined ? refused : withdrawReconciliation(ports)({ ...change.request, ...who, because })
  }
}

const refused = Promise.resolve(malformedExplanation)

/** Whether a change needs two people. A change that restricts, such as KYC that becomes incomplete, needs one. */
export async function takesTwo(ports: ChangePorts, change: Change): Promise<boolean> {
  const { kind, request } = change
  const { fourEyes, books } = ports
  if (!fourEyes) return false
  const second: readonly SecondPerson[] = operatorChanges[kind].second
  const isListed = second.some((item) => item !== 'amount' && fourEyes.kinds.has(item))
  switch (kind) {
    case 'account.fund':
    case 'account.withdraw':
    case 'float.move':
      return isAboveFourEyes(fourEyes, request.currency, toMinor(request.amount, request.currency))
    case 'account.set':
      return isListed && request.settings.kyc === 'complete'
    case 'key.create':
    case 'key.rotate':
    case 'account.limit':
    case 'account.unlimit':
      return isListed
    case 'transaction.resolve':
      return isDecisionForTwo(fourEyes, [(await books.transaction(request.transactionId)) ?? []].flat())
    case 'reconcile.resolve':
    case 'reconcile.record':
    case 'reconcile.classify':
      return takeTwoTogether(ports, [change])
    case 'reconcile.decide':
      return takeTwoTogether(ports, request.decisions)
    case 'reconcile.book-fees':
      return areFeesForTwo(ports, fourEyes, request)
    case 'reconcile.withdraw':
      return isDecisionForTwo(fourEyes, await markedByRun(ports, request.runId))
  }
}

type Decided = Pick<Transaction, 'currency' | 'amountMinor'>

/** Whether decisions about payments need two people: all of them, or those with a total above an amount. */
export function isDecisionForTwo(fourEyes: FourEyes, payments: readonly Decided[]): boolean {
  return (payments.length > 0 && fourEyes.kinds.has('decisions')) || isAboveInTotal(fourEyes, payments)
}

function isAboveInTotal(fourEyes: FourEyes, payments: readonly Decided[]): boolean {
  const sums = new Map<string, bigint>()
  for (const { currency, amountMinor } of payments) sums.set(currency, (sums.get(currency) ?? 0n) + amountMinor)
  return [...sums].some(([currency, sum]) => isAboveFourEyes(fourEyes, currency, sum))
}

/** The open rows that become movements of the operator's own money when they are classified. */
async function rowsToMove(
  { reconciliations }: ChangePorts,
  request: Classification | ClassificationOfMany,
): Promise<readonly Decided[]> {
  if (!movesMoney(request.as)) return []
  const choice = unclassified('item' in request ? { ...request, items: [request.item] } : request)
  const chosen = await chosenIn(reconciliations, choice)
  return 'entries' in chosen ? chosen.entries : []
}

/** A change that decides rows of one comparison. */
export type RowsChange = Extract<Change, { kind: 'reconcile.resolve' | 'reconcile.record' | 'reconcile.classify' }>

/** Whether decisions about rows need two people: their payments do, or all of their money together. */
export async function takeTwoTogether(
  ports: ChangePorts,
  decisions: readonly (RowsChange | GatheredDecisions['decisions'][number])[],
): Promise<boolean> {
  const { fourEyes } = ports
  if (!fourEyes) return false
  const [moved, paid]: [Decided[], Decided[]] = [[], []]
  for (const { kind, request } of decisions) {
    if (kind === 'reconcile.classify') moved.push(...(await rowsToMove(ports, request)))
    if (kind === 'reconcile.record') paid.push(...(await rowsToRecord(ports, request)))
    if (kind === 'reconcile.resolve' && 'endPayments' in request && request.endPayments)
      paid.push(...(await paymentsToEnd(ports)(request)))
  }
  return isDecisionForTwo(fourEyes, paid) || isAboveInTotal(fourEyes, [...moved, ...paid])
}

/** Whether booking fees needs two people: if the total of the unbooked ones is above an amount. */
async function areFeesForTwo(ports: ChangePorts, fourEyes: FourEyes, request: FeesTakenRequest): Promise<boolean> {
  const found = await findFeesTaken(ports)(request)
  if (isRefusal(found)) return false
  const sums = new Map<string, bigint>()
  for (const { currency, minor, move } of found.days) {
    if (move !== null || minor === null) continue
    sums.set(currency, (sums.get(currency) ?? 0n) + (minor < 0n ? -minor : minor))
  }
  return [...sums].some(([currency, minor]) => isAboveFourEyes(fourEyes, currency, minor))
}

/** The entries that a change about many decides; undefined if it is about none, or one. */
export function choiceOfChange({ kind, request }: Change): Parameters<FindScope>[0] | undefined {
  if (kind === 'reconcile.resolve') return request
  if (kind === 'reconcile.classify' && !('item' in request)) return unclassified(request)
  if (kind !== 'reconcile.record' || 'item' in request) return undefined
  return { ...unrecorded(request), accountId: request.accountId }
}

async function rowsToRecord(
  { reconciliations }: ChangePorts,
  request: ForgottenPayment | ForgottenPayments,
): Promise<readonly Decided[]> {
  if (!('item' in request)) {
    const chosen = await chosenIn(reconciliations, unrecorded(request))
    return 'entries' in chosen ? chosen.entries : []
  }
  const { runId, item } = request
  const [entry] = await reconciliations.entries({ runId, after: item - 1, limit: 1 })
  return entry?.item === item ? [entry] : []
}
