import {
  type Attention,
  type Calendar,
  type PaymentCase,
  type Transaction,
  timelineOf,
  toDecimal,
} from '../../../core/sente.ts'
import { happeningData, happeningText } from '../../formats/case.ts'
import { local, utc } from '../../formats/moment.ts'
import { annotationForOperators, transactionForOperators } from '../../formats/transaction.ts'
import type { CommandAnswer, Refused } from '../context.ts'
import type { Paint } from '../output/colours.ts'
import { lines, readable, table } from '../output/output.ts'

/** The meaning of each kind of attention. */
export const causes: Readonly<Record<Attention, string>> = {
  mismatch: 'the network reported another payment',
  contradiction: 'the network contradicted its end or itself, or took it back',
  vanished: 'the network knew it and no longer does',
  overdue: 'it has not ended in time',
  evidence_paid: 'the network’s own file says that it was paid',
  evidence_unpaid: 'the network’s own file says that nothing was paid',
}

/** A transaction for operators: all four states, the whole phone number, and its history; or the refusal. */
export function transactionAnswer(
  found: PaymentCase | Refused,
  { paint, days }: { readonly paint: Paint; readonly days: Calendar },
): CommandAnswer | Refused {
  if ('refused' in found) return found
  const { transaction, annotations } = found
  const { askAtMs } = transaction.followUp
  return {
    json: {
      ...transactionForOperators(transaction),
      annotations: annotations.map(annotationForOperators),
      event_id: found.eventId,
      next_enquiry_at: askAtMs === null ? null : utc(askAtMs),
      timeline: timelineOf(found).map(happeningData),
    },
    text: `${transactionText(transaction, paint, days)}\n${timelineTable(found, days)}`,
  }
}

/** A transaction's state as text, with the reason when it failed. */
export function stateText({ state, reason, isTakenBack }: Transaction, paint: Paint): string {
  const text = reason === null ? state : `${state} (${reason})`
  if (isTakenBack) return paint.bad(`${state}, and taken back`)
  if (state === 'succeeded') return paint.good(text)
  return state === 'failed' ? paint.bad(text) : paint.open(text)
}

/** The reason why a transaction needs attention; empty if it does not. */
export function attentionText({ attention }: Transaction, paint: Paint): string {
  return attention === null ? '' : paint.bad(`${attention}: ${causes[attention]}`)
}

function transactionText(transaction: Transaction, paint: Paint, days: Calendar): string {
  const { id, accountId, kind, reference, phoneNumber, amountMinor, currency, network, attention } = transaction
  const { networkReason, networkReceipt, description, metadata, refundOf } = transaction
  const { customerMessage, customerMessageAsSent } = transaction
  const { askAtMs } = transaction.followUp
  return lines([
    ['Transaction', id],
    ['Account', accountId],
    ['Kind', kind],
    ...(refundOf === null ? [] : [['Refund of', refundOf] as const]),
    ['Reference', reference],
    ['Phone number', phoneNumber],
    ['Amount', `${toDecimal(amountMinor, currency)} ${currency}`],
    ['Network', network],
    ['State', stateText(transaction, paint)],
    ...(networkReason === null ? [] : [['Network’s word', networkReason] as const]),
    ['Provider id', transaction.providerId],
    ['Provider ref', transaction.providerRef ?? 'not known'],
    ...(networkReceipt === null ? [] : [['Receipt', networkReceipt] as const]),
    ['Created', local(transaction.createdAtMs, days)],
    ['Updated', local(transaction.updatedAtMs, days)],
    ['Next enquiry', askAtMs === null ? 'none' : local(askAtMs, days)],
    ...(description === null ? [] : [['Description', description] as const]),
    ...(customerMessage === null ? [] : [['For the customer', customerMessage] as const]),
    ...(customerMessageAsSent === customerMessage ? [] : [['As sent', customerMessageAsSent ?? 'nothing'] as const]),
    ...Object.entries(metadata).map(([name, value]) => ['Metadata', `${name}: ${value}`] as const),
    ...(attention === null ? [] : [['Attention', attentionText(transaction, paint)] as const]),
  ])
}

function timelineTable(found: PaymentCase, days: Calendar): string {
  const rows = timelineOf(found).map((happening) => ({
    At: local(happening.atMs, days),
    What: happening.what,
    Details: readable(happeningText(happening)),
  }))
  return table(['At', 'What', 'Details'], rows)
}
