import { createAccount, isRefusal } from '../../core/sente.ts'
import type { Api, HttpAnswer, Operation } from './api.ts'

/** What a look-up found. */
export function dataOf({ text }: HttpAnswer): Record<string, unknown> {
  return JSON.parse(text).data
}

/** Opens a payment over HTTP, whatever its outcome, and resolves with its transaction's id. */
export async function openPayment(
  { post, bodies }: Api,
  changes: object = {},
  operation: Operation = 'send-money',
): Promise<string> {
  const { headers } = await post(operation, { ...bodies[operation], ...changes })
  return headers.location?.split('/').at(-1) ?? ''
}

/** The headers of another merchant of the same gateway, whose account has no money yet. */
export async function otherAccount({ ports }: Api): Promise<{ authorization: string }> {
  const created = await createAccount(ports)({ name: 'Soko', kyc: 'complete', activate: ['UGX'], pin: '4071' })
  if (isRefusal(created)) throw new Error(created.message)
  return { authorization: `Bearer ${created.secretKey}` }
}
