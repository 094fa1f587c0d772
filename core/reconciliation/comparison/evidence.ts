import { contradicts } from '../../followUp/reports/applyToFinal.ts'
import { type Attention, marked } from '../../model/attention.ts'
import { isFinal, type Transaction } from '../../model/transaction.ts'
import type { Books } from '../../ports/books/books.ts'
import type { UnitOfWork } from '../../ports/books/unitOfWork.ts'
import type { Entry, FileRow, Run } from '../../ports/operators/reconciliations.ts'
import { agrees } from './judge.ts'

/**
 * Judges a row that contradicts its payment once more, with the payment's present state: it may have ended since it was
 * read. Resolves with whether they agree by now.
 */
export type JudgeAgain = (row: Said, transactionId: string) => Promise<boolean>

/** The outcome in a row, and its line. */
type Said = Pick<FileRow, 'status' | 'line'>

/** Judges again, and marks the payment of a row that still contradicts it for a person. It changes no state. */
export function recordEvidence(
  books: Pick<Books, 'atomically' | 'transaction'>,
  { run, atMs }: { readonly run: Run; readonly atMs: number },
): JudgeAgain {
  return async (row, transactionId) => {
    const found = await books.transaction(transactionId)
    if (!found) return false
    const scope = { account: found.accountId, currency: found.currency, transaction: found.id }
    return books.atomically(scope, add(row, { transactionId, run, atMs }))
  }
}

/** Judges again, and records nothing. */
export function withoutEvidence(books: Pick<Books, 'transaction'>): JudgeAgain {
  return async (row, transactionId) => {
    const found = await books.transaction(transactionId)
    return found !== undefined && agrees(row, found)
  }
}

function add(
  row: Said,
  { transactionId, run, atMs }: { readonly transactionId: string; readonly run: Run; readonly atMs: number },
): (work: UnitOfWork) => boolean {
  return (work) => {
    const transaction = work.transaction(transactionId)
    if (!transaction) return false
    if (agrees(row, transaction)) return true
    const mark = markOf(row, transaction)
    const attention = mark === undefined ? transaction.attention : marked(transaction, mark)
    // Another comparison of the row may have marked it already.
    if (attention === null || attention === transaction.attention) return false
    work.record({ ...transaction, attention })
    const kind = attention === 'contradiction' ? 'contradiction' : 'evidence'
    const text = `${lineOf(run, row)} has ${row.status}, and the books have ${transaction.state}`
    work.annotate({ transactionId, kind, text, by: null, atMs, runId: run.id })
    return false
  }
}

/** The mark from a row that contradicts its payment; none if the file may only be older than the end. */
export function markOf({ status }: Pick<FileRow, 'status'>, transaction: Transaction): Attention | undefined {
  if (!isFinal(transaction.state)) return status === 'succeeded' ? 'evidence_paid' : 'evidence_unpaid'
  return contradicts(transaction, status === 'failed' ? 'declined' : status, false) ? 'contradiction' : undefined
}

/** The name of an entry's row and file. */
export function lineOf({ file, network }: Run, { line }: Pick<Entry, 'line'>): string {
  return `line ${line} of ${network}'s file ${file}`
}
