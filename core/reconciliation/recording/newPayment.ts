import { type OperatorRefusal, unknownAccount } from '../../model/operatorRefusal.ts'
import { isPseudonym } from '../../model/pseudonym.ts'
import type { Transaction } from '../../model/transaction.ts'
import { referenceOfLink } from '../../payments/links/payLink.ts'
import { obstacleTo, transactionNamed } from '../../payments/refunds.ts'
import type { Books } from '../../ports/books/books.ts'
import type { Entry, FoundEntry } from '../../ports/operators/reconciliations.ts'
import { hasWholeNumber, mayBeNumberOf } from '../comparison/maskedNumber.ts'
import { unfit, withdrawnRun } from '../entries/foundEntry.ts'
import { refuseAlike } from '../rows/alike.ts'
import { recordedIdOf, rowName } from '../rows/rowNames.ts'
import { type ForgottenPayment, type RecordEntryPorts, recordedFingerprint } from './forgottenPayment.ts'

/** The ports of a decision that has seen all actions up to this one. */
type ReadPorts = RecordEntryPorts & { readonly lastAction: number }

type Asked = { readonly transaction: Transaction; readonly collection: Transaction | undefined }

/** The payment that a row becomes, if it is not in the books. */
export async function newPayment(
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
export function refuseUnsettled(collection: Transaction): OperatorRefusal | undefined {
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
  if (link?.currency !== currency) return null
  return link.minimumMinor <= amountMinor && amountMinor <= link.maximumMinor ? link.id : null
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
export async function idOf(ports: RecordEntryPorts, { run, entry }: FoundEntry): Promise<string> {
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

/** Whether two transactions come from the same request. */
export function isSame(one: Transaction, other: Transaction): boolean {
  return (['id', 'accountId', 'reference', 'refundOf'] as const).every((name) => one[name] === other[name])
}

/** The refusal of a row that is in the books as this transaction. */
export function recordedAlready(id: string): OperatorRefusal {
  return { refused: 'recorded_already', message: `The row is already in the books: it is transaction ${id}` }
}
