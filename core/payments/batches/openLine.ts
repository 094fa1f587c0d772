import { countPayment, countsDays } from '../../accounts/limits/accountLimits.ts'
import { isOlderThanQuarantine, quarantined } from '../../books/quarantine.ts'
import type { Account } from '../../model/account.ts'
import type { Calendar } from '../../model/days.ts'
import { isRefusal, type Refusal, type RefusalCode } from '../../model/refusal.ts'
import { type AccountLimits, limitsIn, type RiskLimit, type RiskLimits } from '../../model/riskLimits.ts'
import type { Transaction } from '../../model/transaction.ts'
import type { Batch, BatchLine } from '../../ports/books/batches.ts'
import type { Scope, UnitOfWork } from '../../ports/books/unitOfWork.ts'
import { checkNetwork, checkReference, hold, networkUnavailable, record } from '../openPayment.ts'
import { heldFor, withoutLine } from './checkLines.ts'

/** The input for opening a line. Its ids and times were made before the step. */
type LineOpening = {
  readonly account: Account
  readonly line: BatchLine
  readonly transaction: Transaction
  readonly limits: RiskLimits
  readonly days: Calendar
  /** The digest of the access to its network. */
  readonly access: string
  readonly takeFloat: () => boolean
}

/**
 * The result of an opening: the payment, or the refused line; `stale` when the account has changed since it was
 * checked; `gone` when the line no longer waits; `stopped` when its batch opens none; `busy` while another line to its
 * phone number has not ended. A refusal gives the reason why the line must wait.
 */
export type LineResult = { readonly opened: Transaction } | Closed | 'stale' | 'gone' | 'stopped' | 'busy' | Refusal

type Closed = { readonly closed: RefusalCode }

/**
 * The limits of a line: those of the day by its account and by this process. The process that accepted the batch judged
 * the amount of each payout. Only the account's own limit judges it again.
 */
function limitsOf({ account, line, limits }: LineOpening): AccountLimits {
  const own = account.limits[line.currency]
  return { ...limitsIn(line.currency, account.limits, limits), payout_amount: own?.payout_amount ?? null }
}

/** Whether a reached limit is the account's own, which all processes share. */
function isOfAccount(refusal: Refusal, { account, line }: LineOpening): boolean {
  const own: Partial<Record<RiskLimit, unknown>> = account.limits[line.currency] ?? {}
  return refusal.refused === 'limit_reached' && own[refusal.limit] !== undefined
}

/** The rows for opening a line. */
export function lineScope(opening: LineOpening, withinMs: number): Scope {
  const { line, transaction } = opening
  const { id, accountId, currency, reference } = transaction
  return {
    account: accountId,
    currency,
    reference,
    transaction: id,
    withinMs,
    batch: line.batchId,
    batchLine: line.number,
    ...(countsDays('payout', limitsOf(opening)) && { dayCount: true }),
  }
}

/**
 * The step that opens a line. It releases the money that the batch holds for the line, and holds it for the payment
 * that it records, so that nothing else can take it in between. A line that can't be paid is refused in the same way,
 * and its money released. While the network is stopped, its float is short or the books are quarantined, the line
 * waits, and nothing is written. The same holds for a line of a batch that is older than a quarantine, and for one
 * beyond a limit of a day that only this process has.
 */
export function openLine(opening: LineOpening): (work: UnitOfWork) => LineResult {
  const { account, line, transaction: asked, days, access, takeFloat } = opening
  return (work) => {
    const found = work.batch()
    const { line: now, isBusy } = work.batchLine() ?? {}
    if (found?.batch.state !== 'paying') return 'stopped'
    if (now?.state !== 'waiting') return 'gone'
    if (work.accountVersion() !== account.version) return 'stale'
    if (isBusy) return 'busy'
    const { batch } = found
    if (work.isQuarantined() || isOlderThanQuarantine(batch, work.quarantines())) return quarantined
    const close = (code: RefusalCode) => closeLine(work, { batch, line: now, code, atMs: asked.createdAtMs })
    const waits = checkNetwork(work, asked, { access })
    if (waits) return waits
    if (checkReference(work, asked)) return close('duplicate_reference')
    const counted = countPayment(work, asked, limitsOf(opening), days)
    if (isRefusal(counted)) return isOfAccount(counted, opening) ? close(counted.refused) : counted
    if (!takeFloat()) return networkUnavailable(asked)
    const transaction = { ...asked, ...counted }
    release(work, { batch, line: now, atMs: asked.createdAtMs })
    if (hold(work, transaction))
      throw new Error(`the money that batch ${batch.id} held for line ${line.number} is missing`)
    work.keepBatchLine({ ...now, state: 'opened', transactionId: transaction.id })
    return record(work, transaction)
  }
}

/** The input for refusing a line by rules that need no step. */
type LineRefusal = {
  readonly account: Account
  readonly line: BatchLine
  readonly code: RefusalCode
  readonly atMs: number
}

/** The rows for refusing a line. */
export function refusalScope({ account, line }: LineRefusal): Scope {
  return { account: account.id, currency: line.currency, batch: line.batchId, batchLine: line.number }
}

/** The step that refuses a line, and releases its money. */
export function refuseLine({
  account,
  code,
  atMs,
}: LineRefusal): (work: UnitOfWork) => Closed | 'stale' | 'gone' | 'stopped' {
  return (work) => {
    const [found, place] = [work.batch(), work.batchLine()]
    if (found?.batch.state !== 'paying') return 'stopped'
    if (place?.line.state !== 'waiting') return 'gone'
    if (work.accountVersion() !== account.version) return 'stale'
    return closeLine(work, { batch: found.batch, line: place.line, code, atMs })
  }
}

type Leaving = { readonly batch: Batch; readonly line: BatchLine; readonly atMs: number }

function closeLine(work: UnitOfWork, { code, ...leaving }: Leaving & { readonly code: RefusalCode }): Closed {
  release(work, leaving)
  work.keepBatchLine({ ...leaving.line, state: 'refused', code })
  return { closed: code }
}

/** Releases the money that a batch holds for a line. */
function release(work: UnitOfWork, { batch, line, atMs }: Leaving): void {
  const { accountId, id } = batch
  const { currency, number: batchLine } = line
  const money = { accountId, currency, from: 'held', to: 'available', amountMinor: heldFor(line) } as const
  work.ledger.post({ ...money, cause: { batch: id }, batchLine, atMs })
  work.keepBatch({ ...batch, sums: withoutLine(batch, line), updatedAtMs: atMs })
}
