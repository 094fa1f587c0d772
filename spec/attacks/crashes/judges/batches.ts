import { isFinal } from '../../../../core/sente.ts'
import { type BatchRequest, isForTwo } from '../load/batches.ts'
import { guessingAccount, poorAccount } from '../load/operator.ts'
import type { CrashBatch } from './books.ts'
import { type Evidence, journalledOf } from './evidence.ts'

/** The errors of batches at any moment: an answered one is whole, and a refused one has left nothing. */
export function batchesGoneWrong({ batches, books }: Evidence): readonly string[] {
  const references = new Set(books.transactions.map(({ reference }) => reference))
  return batches.flatMap((one) => {
    const { known, reference, lines } = one
    const found = books.batches.find(({ batch }) => batch.reference === reference)
    const isPaid = lines.some((line) => references.has(line.reference))
    if (isPaid && !found) return [`a line of ${reference} is in the books, and the batch is not`]
    const unapproved = goneOnAlone(one, found)
    if (unapproved) return [unapproved]
    if (known.is === 'refused') return refusedWrongly(one, known.code, found)
    if (known.is === 'repeated' && one.times < 2) return [`${reference} was requested once and is a duplicate`]
    const isAnswered = known.is === 'opened' || known.is === 'repeated'
    if (isAnswered && found?.batch.id !== known.id) return [`${reference} was answered with ${known.id}, which is gone`]
    if (!found) return []
    const kept = found.rows.map(({ line }) => `${line.reference} ${line.amountMinor}`).join(', ')
    const asked = lines.map((line) => `${line.reference} ${line.amount}`).join(', ')
    return kept === asked ? [] : [`${reference} has the lines ${kept}, and was asked for with ${asked}`]
  })
}

/** A batch for a second person that went on without one, or one that waits for nothing. */
function goneOnAlone(one: BatchRequest, found: CrashBatch | undefined): string | undefined {
  const { reference, approval, isApprovedAlone = false } = one
  if (!isForTwo(one)) return found?.batch.state === 'awaiting_approval' ? `${reference} waits for nothing` : undefined
  const isWaiting = found?.batch.state === 'awaiting_approval'
  if (isWaiting && found.rows.some(({ transaction }) => transaction)) return `${reference} is paid, and not approved`
  if (isWaiting && approval === 'answered') return `${reference} was approved, and waits again`
  const isGoing = found && !isWaiting && approval === 'none'
  return isApprovedAlone || isGoing ? `${reference} was approved by nobody else` : undefined
}

function refusedWrongly({ reference, order }: BatchRequest, code: string, found: CrashBatch | undefined) {
  if (found) return [`${reference} was refused with ${code} and is in the books`]
  const isFlawed = order.isFlawed && code === 'batch_refused'
  const isGuess = order.account === guessingAccount && (code === 'invalid_pin' || code === 'pin_locked')
  const isPoor = order.account === poorAccount && code === 'insufficient_balance'
  return isFlawed || isGuess || isPoor ? [] : [`${reference} was refused with ${code}, which it had not deserved`]
}

/** In the end every line of a batch was paid or given up by its merchant, and every batch that can end has ended. */
export function batchesNotOver({ batches, books, journal }: Evidence): readonly string[] {
  const unknown = batches
    .filter(({ known }) => known.is === 'unknown')
    .map(({ reference }) => `${reference} is unknown`)
  const open = books.batches.flatMap(({ batch, rows }) => {
    const asked = batches.find(({ reference }) => reference === batch.reference)
    const lost = rows.flatMap(({ line, transaction }) => {
      if (transaction || (asked?.order.deed === 'cancel' && line.state === 'waiting')) return []
      return [`line ${line.number} of ${batch.reference} is ${line.code ?? line.state}, and was never paid`]
    })
    // Its network never ends one; or a killed node has not sent it, and it stays in doubt for an hour.
    const isHeldUp = rows.some(({ transaction }) => {
      if (!transaction || isFinal(transaction.state)) return false
      const journalled = journalledOf(transaction, journal.after)
      return journalled ? journalled.endsAtMs === null : transaction.submitUntilMs < Date.now()
    })
    const isOver = batch.state === 'completed' || isHeldUp
    return isOver ? lost : [...lost, `${batch.reference} is still ${batch.state}`]
  })
  return [...unknown, ...open]
}
