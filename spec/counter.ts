import { type MemoryProvider, memoryProvider, memoryStore } from '../adapters/memory/memory.ts'
import { nodeSecrets, uuids } from '../adapters/node/node.ts'
import {
  type Account,
  authenticate,
  type Caller,
  collectMoney,
  createAccount,
  isRefusal,
  type NewAccount,
  type PaymentPorts,
  type PaymentRequest,
  type Quarantines,
  type SendMoneyRequest,
  sendMoney,
  uganda,
} from '../core/sente.ts'

/** A clock that stands still until it is moved: both clocks forward, or the wall clock alone in either direction. */
export function standingClock(startMs = Date.UTC(2026, 0, 2, 8)) {
  let nowMs = startMs
  let monotonicMs = 0
  let run = 1
  return {
    nowMs: () => nowMs,
    monotonicMs: () => monotonicMs,
    get run() {
      return `run ${run}`
    },
    forwardMs(ms: number) {
      nowMs += ms
      monotonicMs += ms
    },
    jumpMs(ms: number) {
      nowMs += ms
    },
    /** Begins a new run, whose monotonic clock begins anew. */
    restart() {
      monotonicMs = 0
      run += 1
    },
  }
}

/** Secrets under a PIN key made for tests. */
export const testSecrets = nodeSecrets({ pinKeys: { current: 'a PIN key for tests' } })

/** A merchant's day at the counter: the core over everything in memory, and one account that may do everything. */
export async function openCounter(given: Partial<NewAccount> = {}, other: Partial<PaymentPorts> = {}) {
  const clock = standingClock()
  const networks: Record<string, MemoryProvider> = { MTN: memoryProvider('mtn'), AIRTEL: memoryProvider('airtel') }
  const network = networkOf(networks, 'MTN')
  const ports: PaymentPorts & { quarantines: Quarantines } = {
    ...memoryStore(),
    clock,
    ids: uuids,
    secrets: { ...testSecrets },
    market: uganda,
    providerFor: (_currency, name) => networkOf(networks, name),
    ...other,
  }
  const created = await createAccount(ports)({
    name: 'Duka',
    kyc: 'complete',
    activate: ['UGX'],
    pin: '1234',
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
  return {
    ports,
    clock,
    network,
    networks,
    account,
    secretKey,
    publicKey,
    request,
    payout: { ...request, pin: '1234' } satisfies SendMoneyRequest,
    send: sendMoney(ports),
    collect: collectMoney(ports),
    /** The account as a caller who has just been authenticated. */
    caller: () => callerOf(authenticate(ports)(secretKey)),
    /** Changes the account behind the use cases' back. */
    change: (how: (account: Account) => Account) => ports.accounts.change(account.id, how),
    /** The account's UGX balance in minor units. */
    async balance() {
      const [row] = await ports.books.balances(account.id)
      return { available: row?.availableMinor ?? 0n, held: row?.heldMinor ?? 0n }
    },
  }
}

function networkOf(networks: Record<string, MemoryProvider>, name: string): MemoryProvider {
  const network = networks[name]
  if (!network) throw new Error(`no network ${name}`)
  return network
}

async function callerOf(answer: ReturnType<ReturnType<typeof authenticate>>): Promise<Caller> {
  const caller = await answer
  if (isRefusal(caller)) throw new Error(caller.refused)
  return caller
}
