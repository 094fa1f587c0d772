import type { Container } from 'inversify'
import { tokens } from '../../../composition/tokens.ts'
import { createKey, isRefusal, type KeyScope, type Way as Kind, revokeKey } from '../../../core/sente.ts'
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
  /** Approves a batch, at its path. */
  approve(batch: string): Promise<Answer>
  /** Looks up a whole path. */
  get(path: string): Promise<Answer>
  /** Makes a secret key with one scope: the same merchant with that key, until it is revoked. */
  withKey(scope: KeyScope): Promise<Merchant & { revoke(): Promise<unknown> }>
}

/** Opens the merchant's account at the gateway that listens at `url`. */
export async function openMerchant(container: Container, url: string, network: string): Promise<Merchant> {
  const { account, ...keys } = await openAccount(container)
  const ports = container.get(tokens.accountPorts)
  const { webhooks } = container.get(tokens.store)
  const by = { by: 'amina', accountId: account.id }
  const order = {
    phone_number: network === 'MTN' ? '256770000001' : '256750000001',
    amount: 500,
    currency: 'UGX',
    network,
  }
  const withKey: Merchant['withKey'] = async (scope) => {
    const made = await createKey(ports)({ ...by, name: `to ${scope}`, scopes: [scope] })
    if (isRefusal(made)) throw new Error(made.message)
    const revoke = () => revokeKey({ ...ports, webhooks })({ ...by, keyId: made.keyId })
    return { ...merchantOf(requestsOf({ ...keys, secretKey: made.key }, url), order), withKey, revoke }
  }
  return { ...merchantOf(requestsOf(keys, url), order), withKey }
}

function merchantOf(send: ReturnType<typeof requestsOf>, order: Record<string, unknown>): Omit<Merchant, 'withKey'> {
  const ask = async (...request: Parameters<typeof send>): Promise<Answer> => {
    const answer = await send(...request)
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Answer['body'] }
  }
  return {
    get: (path) => ask(path.replace('/api/v1/', '')),
    refund: (reference) => ask('refunds', { reference, collection: 'sale', amount: 500, pin: '4071' }),
    payBatch: () =>
      ask('payout-batches', { reference: 'salaries', pin: '4071', lines: [{ ...order, reference: 'line-1' }] }),
    approve: (batch) => ask(`${batch.replace('/api/v1/', '')}/approve`, {}),
    pay: (kind, reference = 'order-1') =>
      kind === 'payout'
        ? ask('send-money', { ...order, reference, pin: '4071' })
        : ask('collect-money', { ...order, reference }),
  }
}
