import type { Container } from 'inversify'
import type { Way as Kind } from '../../../core/sente.ts'
import { openAccount, requestsOf } from '../../fixtures/sandboxGateway.ts'

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
  /** Posts a refund of UGX 500 of the collection `sale`. */
  refund(reference: string): Promise<Answer>
  /** Posts a batch of one payout of UGX 500. */
  payBatch(): Promise<Answer>
  /** Looks up a whole path. */
  get(path: string): Promise<Answer>
}

/** Opens the merchant's account at the gateway that listens at `url`. */
export async function openMerchant(container: Container, url: string, network: string): Promise<Merchant> {
  const send = requestsOf(await openAccount(container), url)
  const order = {
    phone_number: network === 'MTN' ? '256770000001' : '256750000001',
    amount: 500,
    currency: 'UGX',
    network,
  }
  const ask = async (...request: Parameters<typeof send>): Promise<Answer> => {
    const answer = await send(...request)
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Answer['body'] }
  }
  return {
    get: (path) => ask(path.replace('/api/v1/', '')),
    refund: (reference) => ask('refunds', { reference, collection: 'sale', amount: 500, pin: '4071' }),
    payBatch: () =>
      ask('payout-batches', { reference: 'salaries', pin: '4071', lines: [{ ...order, reference: 'line-1' }] }),
    pay: (kind, reference = 'order-1') =>
      kind === 'payout'
        ? ask('send-money', { ...order, reference, pin: '4071' })
        : ask('collect-money', { ...order, reference }),
  }
}
