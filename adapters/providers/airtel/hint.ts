import { type Body, isJsonObject } from '../transport/readBody.ts'
import { uuidIn } from './id.ts'

/** The transaction that a callback is about: Airtel repeats the id that we sent, and the transaction's id is in it. */
export function airtelHint(callback: Body): { readonly transactionId: string } | undefined {
  if (!isJsonObject(callback) || !isJsonObject(callback.transaction)) return undefined
  const { id } = callback.transaction
  const transactionId = typeof id === 'string' ? uuidIn(id) : undefined
  return transactionId === undefined ? undefined : { transactionId }
}
