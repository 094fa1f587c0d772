import type { AccountKey } from '../../model/account.ts'
import type { Transaction } from '../../model/transaction.ts'
import type { Batch } from '../../ports/books/batches.ts'
import type { AccountEvent, EventRows, EventType } from '../../ports/books/events.ts'
import type { Funding } from '../../ports/books/fundings.ts'

/**
 * The type of an event, by its subject. Throws for a payment or a batch that has not ended: an event of it would be
 * false.
 */
export function eventTypeOf(rows: EventRows): EventType {
  if ('funding' in rows) return rows.funding.kind === 'fund' ? 'balance.funded' : 'balance.withdrawn'
  if ('batch' in rows) {
    if (rows.batch.state === 'completed') return 'batch.completed'
    throw new Error(`${nameOf(rows.event)} says that batch ${rows.batch.id} has ended, but it is ${rows.batch.state}`)
  }
  if ('key' in rows) return 'key.expiring'
  const { id, kind, state } = rows.transaction
  if (state === 'succeeded' || state === 'failed') return `${kind}.${state}`
  throw new Error(`${nameOf(rows.event)} says that transaction ${id} has ended, but it is ${state}`)
}

/** The subject of an event, as far as a store has found it. */
export type Cause = {
  readonly transaction?: Transaction | undefined
  readonly funding?: Funding | undefined
  readonly batch?: Batch | undefined
  readonly key?: AccountKey | undefined
}

/** An event with its subject. Throws when that is missing or has not ended: the books are then damaged. */
export function eventRowsOf(event: AccountEvent, { transaction, funding, batch, key }: Cause): EventRows {
  const ofKey = key && { event, key }
  const about = funding ? { event, funding } : batch ? { event, batch } : ofKey
  const rows = transaction ? { event, transaction } : about
  if (!rows) throw new Error(`the subject of ${nameOf(event)} is missing`)
  eventTypeOf(rows)
  return rows
}

function nameOf({ accountId, sequence }: AccountEvent): string {
  return `event ${sequence} of account ${accountId}`
}

/** The number of bits in an event's id for its sequence, and for its account's id. */
const [sequenceBits, accountBits] = [32n, 42n]

/**
 * An event's id: a UUID of version 7 (RFC 9562), which is made from the event alone. It begins with the time; in place of
 * random bits it has the sequence and a part of a digest of the account's id.
 */
export function eventIdOf({ accountId, sequence, atMs }: AccountEvent): string {
  const own = (BigInt.asUintN(Number(sequenceBits), BigInt(sequence)) << accountBits) | digestsOf(accountId)
  const hex = (value: bigint, digits: number) => value.toString(16).padStart(digits, '0')
  const time = hex(BigInt.asUintN(48, BigInt(atMs)), 12)
  const [high, low] = [own >> 62n, own & ((1n << 62n) - 1n)]
  const last = hex((2n << 62n) | low, 16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(high, 3)}-${last.slice(0, 4)}-${last.slice(4)}`
}

/** The sequence in an event's id; undefined for any other id. */
export function sequenceIn(eventId: string): number | undefined {
  const [, high = '', low = ''] = idForm.exec(eventId.replaceAll('-', '')) ?? []
  if (high === '') return undefined
  const own = (BigInt(`0x${high}`) << 62n) | BigInt.asUintN(62, BigInt(`0x${low}`))
  return Number(own >> accountBits)
}

const idForm = /^[0-9a-f]{12}7([0-9a-f]{3})([89ab][0-9a-f]{15})$/

/** Two digests of 21 bits side by side. */
function digestsOf(text: string): bigint {
  const half = (digest: number) => BigInt(digest % 2 ** 21)
  return (half(digestOf(text)) << 21n) | half(digestOf(text, 0x5bd1e995))
}

/** A digest of a text, in 32 bits, without protection. Another factor makes another one. */
export function digestOf(text: string, factor = 0x01000193): number {
  let digest = factor
  for (let index = 0; index < text.length; index += 1) {
    digest = Math.imul(digest ^ text.charCodeAt(index), factor)
    digest ^= digest >>> 15
  }
  return digest >>> 0
}
