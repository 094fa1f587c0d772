import { memoryProvider } from '../../../adapters/memory/memory.ts'
import { nodeSecrets, uuids } from '../../../adapters/node/node.ts'
import {
  authenticate,
  type Caller,
  createAccount,
  isRefusal,
  type NewAccount,
  type OpenedPayment,
  type PaymentPorts,
  type PaymentRequest,
  type Refusal,
  type SendMoneyRequest,
  uganda,
} from '../../../core/sente.ts'
import { manualClock } from './manualClock.ts'
import type { Store } from './store.ts'

/** Secrets under a PIN key made for tests. */
export const testSecrets = nodeSecrets({
  pinKeys: { current: 'a PIN key for tests' },
  pseudonymKey: 'a key for pseudonyms in tests',
})

/**
 * Creates an account with every permission and UGX 100,000; resolves with it, its keys and requests that it could send.
 */
export async function openMerchant(ports: PaymentPorts, given: Partial<NewAccount> = {}) {
  const created = await createAccount(ports)({
    by: 'amina',
    name: 'Duka',
    kyc: 'complete',
    activate: ['UGX'],
    pin: '4071',
    fund: [{ currency: 'UGX', amount: 100_000 }],
    ...given,
  })
  if (isRefusal(created)) throw new Error(created.message)
  const { account, secretKey, publicKey } = created
  const request: PaymentRequest = {
    apikey: publicKey,
    reference: 'order-1',
    phoneNumber: '256770000001',
    amount: 5_000,
    currency: 'UGX',
    network: 'MTN',
  }
  const payout = { ...request, pin: '4071' } satisfies SendMoneyRequest
  /** The account as a caller that was just authenticated. */
  const caller = () => callerOf(authenticate(ports)({ secretKey }))
  return { account, secretKey, publicKey, request, payout, caller }
}

/** Ports over a store under test, with a network in memory. */
export function portsOver<Kept extends Store>(store: Kept) {
  const network = memoryProvider()
  const others = { clock: manualClock(), ids: uuids, secrets: testSecrets, market: uganda }
  return { network, ports: { ...store, ...others, providerFor: () => network } }
}

/** Pays many times at once and waits for the outcomes; resolves with each refusal's code, or `opened`. */
export function payAtOnce(count: number, pay: (index: number) => Promise<OpenedPayment | Refusal>): Promise<string[]> {
  const one = async (index: number) => {
    const answer = await pay(index)
    if (isRefusal(answer)) return answer.refused
    await answer.outcome
    return 'opened'
  }
  return Promise.all(Array.from({ length: count }, (_, index) => one(index)))
}

async function callerOf(answer: ReturnType<ReturnType<typeof authenticate>>): Promise<Caller> {
  const caller = await answer
  if (isRefusal(caller)) throw new Error(caller.refused)
  return caller
}
