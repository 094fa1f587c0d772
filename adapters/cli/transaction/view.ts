import {
  type AnnotatedTransaction,
  type Annotation,
  type Attention,
  type Transaction,
  toDecimal,
} from '../../../core/sente.ts'
import { utc } from '../../formats/moment.ts'
import { annotationForOperators, transactionForOperators } from '../../formats/transaction.ts'
import type { CommandAnswer, Refused } from '../context.ts'
import type { Paint } from '../output/colours.ts'
import { lines, table } from '../output/output.ts'

/** What each kind of attention means. */
export const causes: Readonly<Record<Attention, string>> = {
  mismatch: 'the network reported another payment',
  contradiction: 'the network contradicted its end, or took it back',
  vanished: 'the network had it and does not know it any more',
  overdue: 'it has not ended in time',
}

/** A transaction as operators see it: all four states, the whole phone number, its annotations; or the refusal. */
export function transactionAnswer(found: AnnotatedTransaction | Refused, paint: Paint): CommandAnswer | Refused {
  if ('refused' in found) return found
  const { transaction, annotations } = found
  return {
    json: { ...transactionForOperators(transaction), annotations: annotations.map(annotationForOperators) },
    text: [transactionText(transaction, paint), annotationTable(annotations)].filter(Boolean).join('\n'),
  }
}

/** A transaction's state as text, with the reason when it failed. */
export function stateText({ state, reason }: Transaction, paint: Paint): string {
  const text = reason === null ? state : `${state} (${reason})`
  if (state === 'succeeded') return paint.good(text)
  return state === 'failed' ? paint.bad(text) : paint.open(text)
}

/** Why a transaction needs attention; empty when it does not. */
export function attentionText({ attention }: Transaction, paint: Paint): string {
  return attention === null ? '' : paint.bad(`${attention}: ${causes[attention]}`)
}

function transactionText(transaction: Transaction, paint: Paint): string {
  const { id, accountId, kind, reference, phoneNumber, amountMinor, currency, network, attention } = transaction
  const { networkReason, description, metadata } = transaction
  return lines([
    ['Transaction', id],
    ['Account', accountId],
    ['Kind', kind],
    ['Reference', reference],
    ['Phone number', phoneNumber],
    ['Amount', `${toDecimal(amountMinor, currency)} ${currency}`],
    ['Network', network],
    ['State', stateText(transaction, paint)],
    ...(networkReason === null ? [] : [['Network’s word', networkReason] as const]),
    ['Provider id', transaction.providerId],
    ['Provider ref', transaction.providerRef ?? 'not known'],
    ['Created', utc(transaction.createdAtMs)],
    ['Updated', utc(transaction.updatedAtMs)],
    ...(description === null ? [] : [['Description', description] as const]),
    ...Object.entries(metadata).map(([name, value]) => ['Metadata', `${name}: ${value}`] as const),
    ...(attention === null ? [] : [['Attention', attentionText(transaction, paint)] as const]),
  ])
}

function annotationTable(annotations: readonly Annotation[]): string {
  if (annotations.length === 0) return ''
  const rows = annotations.map(({ kind, text, by, atMs }) => ({
    At: utc(atMs),
    By: by ?? 'sente',
    Kind: kind,
    Text: text,
  }))
  return table(['At', 'By', 'Kind', 'Text'], rows)
}
