import {
  type ActionPorts,
  type Attribution,
  type Done,
  type Recording,
  recording,
  refuseAttribution,
} from '../actions/attribution.ts'
import { ActedMeanwhile, withoutOthers } from '../actions/meanwhile.ts'
import { feeBackOf } from '../fees/giveBack.ts'
import { toDecimal } from '../model/money.ts'
import { malformedExplanation, type OperatorRefusal, unknownAccount } from '../model/operatorRefusal.ts'
import { isPseudonym } from '../model/pseudonym.ts'
import { paysOut, referenceForm, referencePattern, type Transaction } from '../model/transaction.ts'
import { referenceOfLink } from '../payments/links/payLink.ts'
import { obstacleTo, transactionNamed } from '../payments/refunds.ts'
import type { AccountRepo } from '../ports/accountRepo.ts'
import type { Books } from '../ports/books/books.ts'
import type { PaymentLinks } from '../ports/books/paymentLinks.ts'
import type { UnitOfWork } from '../ports/books/unitOfWork.ts'
import type { Clock } from '../ports/clock.ts'
import type { Actions } from '../ports/operators/actions.ts'
import type { Entry, FoundEntry, Reconciliations, Run } from '../ports/operators/reconciliations.ts'
import { lineOf } from './comparison/evidence.ts'
import { hasWholeNumber, mayBeNumberOf } from './comparison/maskedNumber.ts'
import { foundEntry, unfit, withdrawnRun } from './foundEntry.ts'
import { refuseAlike } from './rows/alike.ts'
import type { AlikePorts } from './rows/alikeRows.ts'
import { recordedIdOf, rowName } from './rows/rowNames.ts'

const recordedFingerprint = 'recorded'

/** Whether a payment was recorded from a row of its network's file, rather than opened by a request. */
export function wasRecorded({ fingerprint }: Transaction): boolean {
  return fingerprint === recordedFingerprint
}

/** The ports for recording a missing payment. */
export type RecordEntryPorts = {
  readonly accounts: Pick<AccountRepo, 'byId'>
  readonly books: Pick<Books, 'atomically' | 'transaction' | 'transactionByReference' | 'list'>
  readonly reconciliations: Pick<Reconciliations, 'run' | 'entries' | 'alike' | 'note'>
  readonly paymentLinks: Pick<PaymentLinks, 'byReference'>
  readonly actions: Pick<Actions, 'list'>
  readonly clock: Clock
} & Pick<AlikePorts, 'operatorMoney' | 'secrets' | 'nameRow' | 'alikeRows'> &
  Pick<ActionPorts, 'acted'>

/** A row of a network's file that is missing in the books, and the account of its payment. */
export type ForgottenPayment = {
  readonly runId: string
  /** The number of its entry, which is in the bucket `missing_here`. */
  readonly item: number
  readonly accountId: string
  /** The merchant's reference, which the payment uses up. */
  readonly reference: string
  /** The other party's number, in international digits, if the row has none. */
  readonly phoneNumber?: string
  /** The account's refunded collection, by its id or its reference; without it, the payment is not a refund. */
  readonly refundOf?: string
  /** Movements and payments from rows of other files, by reference or id, that this row resembles but is not. */
  readonly anotherThan?: readonly string[]
}

/** The function that {@link recordEntry} returns. */
export type RecordEntry = (
  request: ForgottenPayment & Attribution & { readonly because: string },
) => Promise<{ readonly transaction: Transaction } | OperatorRefusal>

/**
 * Records a payment that its network has made and that is missing in the books: as a transaction that has succeeded,
 * with its postings, its event and an action, in one step. Its reference leads to the payment link that it was made
 * through. A row is recorded once, even if several files have it. The same request again is answered the same, whatever
 * happened to the row, its number or the collection since. Refused with `unknown_reconciliation`, `no_such_entries`,
 * `row_not_recordable`, `row_alike`, `recorded_already`, `unknown_account`, `malformed_reference`, `reference_used`,
 * `balance_too_low`, `malformed_name` and `malformed_explanation`.
 */
export function recordEntry(ports: RecordEntryPorts): RecordEntry {
  const { books, reconciliations, clock } = ports
  return async (request) => {
    const refusal = refuseRequest(request)
    return refusal ?? withoutOthers(ports, (lastAction) => recordSince(lastAction, request))
  }

  async function recordSince(
    lastAction: number,
    request: Parameters<RecordEntry>[0],
  ): Promise<{ readonly transaction: Transaction } | OperatorRefusal> {
    const found = await foundEntry(reconciliations, request)
    if ('refused' in found) return found
    const { run, entry } = found
    const first = await recordedAs(ports, found, request)
    const asked = first
      ? { transaction: first, collection: undefined }
      : await newPayment({ ...ports, lastAction }, found, request)
    if ('refused' in asked) return asked
    const { transaction, collection } = asked
    const { accountId, currency, reference, id } = transaction
    const action = { proposal: request.approval?.proposal ?? null }
    const refundOf = collection && { refundOf: collection.id }
    const scope = {
      account: accountId,
      currency,
      reference,
      transaction: id,
      events: true,
      action,
      ...refundOf,
    } as const
    const step = record(transaction, {
      record: recording({ ...ports, lastAction }, request),
      run,
      entry,
      request,
      collection,
    })
    const refused = await books.atomically(scope, step).catch(async (error: unknown) => {
      if (error instanceof ActedMeanwhile) throw error
      // Somebody has recorded it for another account meanwhile: an id has one transaction.
      if (await books.transaction(id)) return recordedAlready(id)
      throw error
    })
    if (refused) return refused
    const recorded = await books.transaction(id)
    if (!recorded || !isSame(recorded, transaction)) return recordedAlready(id)
    const { runId, item, because, by } = request
    const atMs = clock.nowMs()
    const note = {
      runId,
      item,
      kind: 'resolved',
      owner: null,
      because,
      by,
      atMs,
      transactionId: id,
      moveReference: null,
    } as const
    if (entry.resolved === null) await reconciliations.note([note])
    return { transaction: recorded }
  }
}

function refuseRequest(request: ForgottenPayment & Attribution): OperatorRefusal | undefined {
  const refusal = refuseAttribution(request)
  if (refusal) return refusal
  return request.because === undefined ? malformedExplanation : refuseReference(request.reference)
}

/** Refuses a reference that no payment can have. */
export function refuseReference(reference: string): OperatorRefusal | undefined {
  if (new RegExp(referencePattern).test(reference)) return undefined
  return { refused: 'malformed_reference', message: `A reference must be ${referenceForm}` }
}

/** The earlier record of the same request. */
async function recordedAs(
  ports: RecordEntryPorts,
  found: FoundEntry,
  { accountId, reference, refundOf }: ForgottenPayment,
): Promise<Transaction | undefined> {
  const { books } = ports
  const first = await books.transaction(found.entry.resolved?.transactionId ?? (await idOf(ports, found)))
  if (first?.accountId !== accountId || first.reference !== reference) return undefined
  const collection = refundOf === undefined ? null : (await transactionNamed(books, accountId, refundOf))?.id
  return first.refundOf === collection ? first : undefined
}

/** The ports of a decision that has seen all actions up to this one. */
type ReadPorts = RecordEntryPorts & { readonly lastAction: number }

type Asked = { readonly transaction: Transaction; readonly collection: Transaction | undefined }

/** The payment that a row becomes, if it is not in the books. */
async function newPayment(
  ports: ReadPorts,
  found: FoundEntry,
  request: ForgottenPayment,
): Promise<Asked | OperatorRefusal> {
  const row = found.run.withdrawn ? withdrawnRun(found.run) : checkRow(found, request)
  if ('refused' in row) return row
  const collection = await collectionOf(ports, row, request)
  if (collection && 'refused' in collection) return collection
  const transaction = await transactionOf(ports, row, { ...request, collection })
  const other =
    (await recordedBefore(ports, row.entry, transaction)) ?? (await refuseTwin(ports, row, transaction, request))
  if (other) return other
  if (!(await ports.accounts.byId(request.accountId))) return unknownAccount(request.accountId)
  return { transaction, collection }
}

type Row = FoundEntry & { readonly phoneNumber: string }

function checkRow({ run, entry }: FoundEntry, { phoneNumber: given }: ForgottenPayment): Row | OperatorRefusal {
  const { bucket, status, direction, resolved } = entry
  if (bucket !== 'missing_here') return unfit(`its bucket is ${bucket} instead of missing_here`)
  if (status !== 'succeeded') return unfit(`its status is ${status}, and only executed payments are recorded`)
  if (direction === 'between') return unfit('it does not show the direction of the money')
  if (resolved && resolved.transactionId === null) return unfit(`${resolved.by} has resolved it: ${resolved.because}`)
  const isWhole = hasWholeNumber(entry)
  if (given !== undefined && !(isWhole ? entry.phoneNumber === given : mayBeNumberOf(entry.phoneNumber, given)))
    return unfit(`it has another number, ${entry.phoneNumber}`)
  if (isErasedWithoutId(entry))
    return unfit('its number was erased, and it has no id that shows whether it was recorded before')
  const phoneNumber = isWhole ? entry.phoneNumber : given
  if (phoneNumber !== undefined && phoneNumber !== null) return { run, entry, phoneNumber }
  return unfit(`it has ${entry.phoneNumber === null ? 'no' : 'only a part of the'} number: give the phone number`)
}

/** Without an id, a row is recognised by its number. */
function isErasedWithoutId({ phoneNumber, ours, theirs }: Entry): boolean {
  return phoneNumber !== null && isPseudonym(phoneNumber) && ours === null && theirs === null
}

/** The refunded collection of a row, if one is named. */
async function collectionOf(
  { books }: RecordEntryPorts,
  { run, entry }: Row,
  { accountId, refundOf }: ForgottenPayment,
): Promise<Transaction | OperatorRefusal | undefined> {
  if (refundOf === undefined) return undefined
  const found = await transactionNamed(books, accountId, refundOf)
  if (found?.kind !== 'collection' || found.state !== 'succeeded')
    return unfit(`the account has no collection ${refundOf} that has succeeded`)
  const refusal = refuseUnsettled(found)
  if (refusal) return refusal
  const { network, currency } = found
  if (entry.direction !== 'out') return unfit('it came in, and a refund goes out')
  const isSameMoney = network === run.network && currency === entry.currency
  return isSameMoney ? found : unfit(`${refundOf} was collected in ${currency} over ${network}`)
}

/** If its network has taken a collection back, or contradicts it, another refund of it may pay its customer twice. */
function refuseUnsettled(collection: Transaction): OperatorRefusal | undefined {
  const because = obstacleTo(collection)
  if (because === 'taken_back') return unfit(`its network has returned ${collection.id} by itself`)
  if (because === 'needs_attention') return unfit(`${collection.id} needs attention: decide about it first`)
  return undefined
}

/** The transaction that a row becomes. */
async function transactionOf(
  ports: RecordEntryPorts,
  { run, entry, phoneNumber }: Row,
  { accountId, reference, collection }: ForgottenPayment & { readonly collection: Transaction | undefined },
): Promise<Transaction> {
  const { direction, amountMinor, currency, ours, theirs, atMs } = entry
  const id = await idOf(ports, { run, entry })
  const nowMs = ports.clock.nowMs()
  return {
    id,
    accountId,
    kind: direction === 'out' ? 'payout' : 'collection',
    refundOf: null,
    linkId: await linkOf(ports, entry, { accountId, reference }),
    ...(collection && { kind: 'refund', refundOf: collection.id }),
    reference,
    phoneNumber,
    amountMinor,
    feeMinor: 0n,
    feeBackMinor: 0n,
    currency,
    network: run.network,
    description: null,
    metadata: {},
    customerMessage: null,
    customerMessageAsSent: null,
    state: 'succeeded',
    reason: null,
    networkReason: null,
    networkReceipt: null,
    providerId: ours ?? id,
    providerRef: theirs,
    fingerprint: recordedFingerprint,
    submitUntilMs: atMs,
    countedUntilMs: null,
    createdAtMs: atMs,
    updatedAtMs: nowMs,
    attention: null,
    reported: null,
    isTakenBack: false,
    followUp: { askAtMs: null, enquiries: 0, absences: 0, absencesUnmeasured: 0, absentSince: null, aheadMs: 0 },
  }
}

/** The link of a collection, by the collection's reference, so that the link counts it. */
async function linkOf(
  { paymentLinks }: RecordEntryPorts,
  { direction, amountMinor, currency }: Entry,
  { accountId, reference }: Pick<ForgottenPayment, 'accountId' | 'reference'>,
): Promise<string | null> {
  const named = direction === 'in' ? referenceOfLink(reference) : undefined
  const link = named === undefined ? undefined : await paymentLinks.byReference(accountId, named)
  return link?.amountMinor === amountMinor && link.currency === currency ? link.id : null
}

/**
 * Refuses a row that looks like one that was recorded from another file, unless its own payment is already recorded.
 */
async function refuseTwin(
  ports: ReadPorts,
  { run, entry, phoneNumber }: Row,
  { id }: Transaction,
  { anotherThan }: ForgottenPayment,
): Promise<OperatorRefusal | undefined> {
  if (await ports.books.transaction(id)) return undefined
  return refuseAlike(ports, { run, entry: { ...entry, phoneNumber }, name: id, anotherThan }, ports.lastAction)
}

/** The id of the payment that a row becomes. */
async function idOf(ports: RecordEntryPorts, { run, entry }: FoundEntry): Promise<string> {
  return recordedIdOf(entry.atMs, await rowName(ports, run, entry), ports.secrets)
}

/** Refuses a row whose payment is in the books by now, other than by the same request. */
async function recordedBefore(
  { books }: RecordEntryPorts,
  { ours, theirs }: Entry,
  transaction: Transaction,
): Promise<OperatorRefusal | undefined> {
  const found = await Promise.all([
    books.transaction(transaction.id),
    theirs === null ? undefined : firstOf(books, { providerRef: theirs }),
    ours === null ? undefined : books.transaction(ours),
    ours === null ? undefined : firstOf(books, { providerId: ours }),
  ])
  const other = found.find((one) => one && one.network === transaction.network && !isSame(one, transaction))
  return other && recordedAlready(other.id)
}

async function firstOf(books: Pick<Books, 'list'>, query: { providerRef: string } | { providerId: string }) {
  return (await books.list({ ...query, limit: 1 })).transactions[0]
}

function isSame(one: Transaction, other: Transaction): boolean {
  return (['id', 'accountId', 'reference', 'refundOf'] as const).every((name) => one[name] === other[name])
}

function recordedAlready(id: string): OperatorRefusal {
  return { refused: 'recorded_already', message: `The row is already in the books: it is transaction ${id}` }
}

type Given = {
  readonly record: Recording
  readonly run: Run
  readonly entry: Entry
  readonly request: ForgottenPayment & Attribution
  readonly collection: Transaction | undefined
}

function record(transaction: Transaction, given: Given): (work: UnitOfWork) => OperatorRefusal | undefined {
  return (work) => {
    const { id, accountId, currency, reference, amountMinor, updatedAtMs } = transaction
    const { by, because, approval } = given.request
    const isRecorded = work.transaction(id) !== undefined
    // A repetition is no action, but it ends the proposal behind it.
    if (isRecorded && approval === undefined) return undefined
    const usedBy = work.references.usedBy(accountId, reference)
    if (!isRecorded && usedBy !== undefined) return referenceUsed(reference, usedBy)
    const { availableMinor } = work.ledger.balance(accountId, currency)
    if (!isRecorded && paysOut(transaction) && availableMinor < amountMinor)
      return tooLow(transaction, amountMinor - availableMinor)
    const { collection } = given
    const unsettled = collection && refuseUnsettled(work.transaction(collection.id) ?? collection)
    if (!isRecorded && unsettled) return unsettled
    const leftMinor = collection && collection.amountMinor - work.refunded().minor
    if (!isRecorded && leftMinor !== undefined && leftMinor < amountMinor)
      return unfit(`only ${toDecimal(leftMinor, currency)} ${currency} of the collection is not refunded yet`)
    if (!isRecorded) {
      const feeBackMinor = collection ? feeBackOf(collection, work.refunded(), amountMinor) : 0n
      move(work, { ...transaction, feeBackMinor })
      work.record({ ...transaction, feeBackMinor })
      const text = `recorded from ${lineOf(given.run, given.entry)}: ${because}`.slice(0, 500)
      work.annotate({ transactionId: id, kind: 'resolution', text, by, atMs: updatedAtMs, runId: given.run.id })
    }
    const after = work.ledger.balance(accountId, currency)
    const available = { beforeMinor: availableMinor, afterMinor: after.availableMinor }
    work.act(given.record(() => recordedDone(transaction, given, available)))
    return undefined
  }
}

function move(work: UnitOfWork, transaction: Transaction) {
  const { id, accountId, currency, amountMinor, feeBackMinor, kind, network, updatedAtMs } = transaction
  const float = `float:${network}` as const
  const money = { accountId, currency, amountMinor, cause: { transaction: id }, atMs: updatedAtMs }
  if (kind === 'collection') return work.ledger.post({ ...money, from: float, to: 'available' })
  work.ledger.post({ ...money, from: 'available', to: 'held' })
  work.ledger.post({ ...money, from: 'held', to: float })
  if (feeBackMinor > 0n) work.ledger.post({ ...money, from: 'fees', to: 'available', amountMinor: feeBackMinor })
}

function referenceUsed(reference: string, by: string): OperatorRefusal {
  const message = `The account has used ${reference} for transaction ${by}: was it paid twice? Record it under another one`
  return { refused: 'reference_used', message }
}

function tooLow({ accountId, currency, amountMinor }: Transaction, missingMinor: bigint): OperatorRefusal {
  const [missing, amount] = [toDecimal(missingMinor, currency), toDecimal(amountMinor, currency)]
  const message = `Account ${accountId} lacks ${missing} of ${amount} ${currency}: record missing fundings and collections first`
  return { refused: 'balance_too_low', message }
}

function recordedDone(
  { id, accountId, kind, amountMinor, currency, reference }: Transaction,
  { run, entry, request: { anotherThan } }: Given,
  { beforeMinor, afterMinor }: { readonly beforeMinor: bigint; readonly afterMinor: bigint },
): Done {
  const row = { reconciliation: run.id, entry: entry.item, ...(anotherThan && { another_than: anotherThan }) }
  return {
    kind: 'reconcile.record',
    accountId,
    subject: `transaction ${id}`,
    before: { available: toDecimal(beforeMinor, currency), currency },
    after: {
      kind,
      amount: toDecimal(amountMinor, currency),
      reference,
      ...row,
      available: toDecimal(afterMinor, currency),
      currency,
    },
  }
}
