import type { Container } from 'inversify'
import type { Kind } from '../../../core/sente.ts'
import { openAccount } from '../../fixtures/sandboxGateway.ts'

/** An answer to a merchant. */
export type Answer = {
  readonly status: number
  readonly headers: Headers
  readonly body: { status: string; message: string; data?: Record<string, unknown> }
}

/** A merchant with UGX 10,000, over HTTP. */
export type Merchant = {
  /** Posts a payment of UGX 500. */
  pay(kind: Kind, reference?: string): Promise<Answer>
  get(path: string): Promise<Answer>
}

/** Opens the merchant's account at the gateway that listens at `url`. */
export async function openMerchant(container: Container, url: string, network: string): Promise<Merchant> {
  const { secretKey, publicKey: apikey } = await openAccount(container)
  const headers = { Authorization: `Bearer ${secretKey}`, 'Content-Type': 'application/json' }
  const order = { apikey, phone_number: '256770000001', amount: 500, currency: 'UGX', network }
  const ask = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const answer = await fetch(`${url}${path}`, { headers, ...init })
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Answer['body'] }
  }
  return {
    get: (path) => ask(path),
    pay(kind, reference = 'order-1') {
      const body = JSON.stringify({ ...order, reference, ...(kind === 'payout' && { pin: '1234' }) })
      return ask(`/api/v1/${kind === 'payout' ? 'send-money' : 'collect-money'}`, { method: 'POST', body })
    },
  }
}
