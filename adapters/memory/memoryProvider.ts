import {
  type ChannelFault,
  type Clock,
  type Deadline,
  type Enquired,
  type MobileProvider,
  type Reason,
  type Recipient,
  type Seen,
  type Submitted,
  type Transaction,
  type Wallet,
  type WalletBalance,
  wayOf,
} from '../../core/sente.ts'

/** The treatment of a submission by a network in memory. `losesAnswer` executes it, the last four do not. */
export type Behaviour =
  | 'accepts'
  | 'succeeds'
  | 'declines'
  | 'losesAnswer'
  | 'losesRequest'
  | 'unreachable'
  | 'refusesAccess'
  | 'refusesWalletPin'

/** The state of a payment at the network. */
type End = { state: 'pending' } | { state: 'succeeded' } | { state: 'declined'; reason: Reason }

/** A mobile money network in memory, whose behaviour is set by its owner. */
export type MemoryProvider = MobileProvider & {
  /** Sets the treatment of submissions from now on; initially it `accepts`. */
  behaves(behaviour: Behaviour): void
  /** Ends a payment with a final state. */
  ends(providerId: string, end: 'succeeded' | Reason): void
  /** Sets the answer to enquiries from now on, instead of the actual state. */
  answersEnquiry(answer: Enquired): void
  /**
   * Sets the reported balance of the wallets from now on, instead of the sum of payments; undefined: it reports none.
   */
  holds(balance: WalletBalance | undefined): void
  /**
   * Sets the owner of every phone number from now on; undefined: it does not answer. By default a user without a name.
   */
  knows(recipient: Recipient | undefined): void
  /** Every submission that it received, oldest first. */
  readonly received: readonly Transaction[]
}

/** The options of a network in memory. */
export type MemoryProviderOptions = {
  /** Its fingerprint, and the beginning of its references for payments; `memory` by default. */
  readonly name?: string
  /** The clock for its deadlines; without one it has none. */
  readonly clock?: Clock
}

/** Makes a network in memory. */
export function memoryProvider({ name = 'memory', clock }: MemoryProviderOptions = {}): MemoryProvider {
  const received: Transaction[] = []
  const ends = new Map<string, End>()
  let behaviour: Behaviour = 'accepts'
  let scripted: Enquired | undefined
  let known: Recipient | undefined = { isRegistered: true, name: null, canReceive: true }
  let scriptedWallet: { readonly answer: WalletBalance | undefined } | undefined

  const isLate = ({ wallMs, monotonicMs }: Deadline) =>
    clock !== undefined && (clock.nowMs() >= wallMs || clock.monotonicMs() >= monotonicMs)

  async function submit(transaction: Transaction, until: Deadline): Promise<Submitted> {
    if (isLate(until)) return { outcome: 'declined', reason: 'not_sent' }
    const fault = faultOf(behaviour)
    if (fault === 'unreachable') return { outcome: 'declined', reason: 'not_sent', fault }
    if (fault) return { outcome: 'declined', reason: 'gateway_misconfigured', because: behaviour, fault }
    if (behaviour === 'losesRequest') return { outcome: 'inDoubt', because: 'the request was lost' }
    if (ends.has(transaction.providerId)) return { outcome: 'inDoubt', because: 'a duplicate id' }
    received.push(transaction)
    ends.set(transaction.providerId, endOf(behaviour))
    if (behaviour === 'losesAnswer') return { outcome: 'inDoubt', because: 'the answer was lost' }
    const providerRef = `${name}-${received.length}`
    if (behaviour === 'succeeds') return { outcome: 'succeeded', providerRef }
    if (behaviour === 'declines') return { outcome: 'declined', reason: 'refused_by_network', networkReason }
    return { outcome: 'accepted', providerRef }
  }

  function truth({ providerId }: Transaction): Enquired {
    if (behaviour === 'unreachable') return { outcome: 'unanswered', because: 'the network cannot be reached' }
    const payment = received.find((submitted) => submitted.providerId === providerId)
    const end = ends.get(providerId)
    if (!payment || !end) return { outcome: 'notFound' }
    const seen: Seen = payment
    if (end.state === 'succeeded') return { outcome: 'succeeded', providerRef: null, seen }
    if (end.state === 'declined') return { outcome: 'declined', reason: end.reason, networkReason, seen }
    return { outcome: 'pending', seen }
  }

  function balanceOf({ kind, currency }: Wallet): bigint {
    const paid = received
      .filter((one) => wayOf(one) === kind && one.currency === currency)
      .filter(({ providerId }) => ends.get(providerId)?.state === 'succeeded')
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
    return kind === 'payout' ? 1_000_000n - paid : paid
  }

  return {
    fingerprint: name,
    access: name,
    customerText: (text) => text,
    providerId: ({ random }) => random,
    payOut: submit,
    requestPayment: submit,
    enquire: async (transaction) => scripted ?? truth(transaction),
    behaves(next) {
      behaviour = next
    },
    ends(providerId, end) {
      ends.set(providerId, end === 'succeeded' ? { state: 'succeeded' } : { state: 'declined', reason: end })
    },
    answersEnquiry(answer) {
      scripted = answer
    },
    holds(answer) {
      scriptedWallet = { answer }
    },
    knows(recipient) {
      known = recipient
    },
    recipient: async () => (faultOf(behaviour) ? undefined : known),
    async walletBalance(wallet) {
      if (faultOf(behaviour)) return undefined
      return scriptedWallet ? scriptedWallet.answer : { amountMinor: balanceOf(wallet) }
    },
    acceptsAccess: async () => faultOf(behaviour) === undefined,
    identifyCallback: ({ body }) => ({ transactionId: new TextDecoder().decode(body) }),
    received,
  }
}

/** Its own reason for every failure. */
const networkReason = 'DECLINED'

function faultOf(behaviour: Behaviour): ChannelFault | undefined {
  switch (behaviour) {
    case 'unreachable':
      return 'unreachable'
    case 'refusesAccess':
      return 'access_refused'
    case 'refusesWalletPin':
      return 'wallet_pin_refused'
    default:
      return undefined
  }
}

function endOf(behaviour: Behaviour): End {
  if (behaviour === 'succeeds') return { state: 'succeeded' }
  if (behaviour === 'declines') return { state: 'declined', reason: 'refused_by_network' }
  return { state: 'pending' }
}
