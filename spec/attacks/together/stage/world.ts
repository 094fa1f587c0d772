import { type Change, type Ids, lowestIdAt, type MobileProvider, type Transaction } from '../../../../core/sente.ts'
import { manualClock } from '../../../contracts/kit/manualClock.ts'
import { testSecrets } from '../../../contracts/kit/merchant.ts'
import { type Fate, honestNetwork } from '../../model/stage/network.ts'
import { beginningMs, type Tariffs } from '../../model/stage/tariffs.ts'

/** The names of the networks. */
export const networkNames = ['MTN', 'AIRTEL'] as const

/** One of them. */
export type NetworkName = (typeof networkNames)[number]

/** The fees of payments: refunds give them back, until some no longer do. */
export const historyTariffs: Tariffs = [
  { config: 'A', fromMs: 0, kind: 'payout', network: 'MTN', percent: 1.25, minimum: 10 },
  { config: 'A', fromMs: beginningMs + 3_600_000, kind: 'payout', network: 'AIRTEL', flat: 25 },
  { config: 'A', fromMs: 0, kind: 'collection', network: 'MTN', percent: 3.3333, isRefundable: true },
  { config: 'A', fromMs: 0, kind: 'collection', network: 'AIRTEL', flat: 70, isRefundable: true },
  { config: 'A', fromMs: beginningMs + 5 * 3_600_000, kind: 'collection', network: 'AIRTEL', percent: 2 },
  { config: 'A', fromMs: 0, kind: 'refund', network: 'MTN', flat: 30 },
]

/** A request that a merchant, a customer or the operator repeats with the same fields. */
export type Request = {
  readonly operation: 'payout' | 'collection' | 'refund' | 'batch' | 'link' | 'linked' | 'funding' | 'move'
  readonly who: number
  readonly reference: string
  readonly amount: number
  readonly network: NetworkName
  readonly number: number
  /** The reference of a refund's collection, or of a payment's link. */
  readonly of: string
  /** The lines of a batch. */
  readonly lines: readonly {
    readonly reference: string
    readonly amount: number
    readonly number: number
    readonly network: NetworkName
  }[]
}

/** A change that takes two people, and moves money. */
export type MoneyMoved = Extract<Change, { kind: 'account.fund' | 'account.withdraw' | 'float.move' }>

/** The networks' side, which stays when the books go back. */
export type World = ReturnType<typeof newWorld>

/** All events outside of the books, to judge them by. */
export function newWorld() {
  const clock = manualClock(beginningMs)
  let trueMs = 0
  return {
    clock,
    trueMs: () => trueMs,
    /** Lets time pass by all clocks. */
    pass(ms: number) {
      trueMs += ms
      clock.forwardMs(ms)
    },
    networks: { MTN: honestNetwork({ trueMs: () => trueMs }), AIRTEL: honestNetwork({ trueMs: () => trueMs }) },
    /** The fates of the next submissions. */
    fate: 'accepts' as Fate,
    /** Whether networks answer that they know nothing. */
    forgets: false,
    /** Payments that a network has ever denied: one that fails for that reason may still be paid. */
    denied: new Set<string>(),
    /** The ids of collections that a network has taken back. */
    takenBack: new Set<string>(),
    /** The requests so far, by account, operation and reference. */
    asked: new Map<string, Request>(),
    /** Whether the wall clock was ever set, so that the times of rows without ids prove nothing. */
    wasSet: false,
    /** The number of times that the books went back. */
    lives: 0,
    files: 0,
    /** The amounts of top-ups in files, by their networks' ids. */
    topUps: new Map<string, bigint>(),
    /** The loans of operators to accounts, so that forgotten payouts could be recorded. */
    lentMinor: 0n,
    /** Forgotten payments that could not be recorded, by account and reference: their merchants do not repeat them. */
    reported: new Set<string>(),
    /** Changes of money for two people, by their references, and the approved ones. */
    proposed: new Map<string, MoneyMoved>(),
    approved: new Set<string>(),
    /** Accounts that were closed. */
    closed: new Set<string>(),
    /** Counts of some of these. */
    acted: { approved: 0, withdrawn: 0, outdated: 0, closed: 0, paused: 0 },
    /** The errors while batches were paid. */
    broken: [] as unknown[],
  }
}

/** Identifies a request, whatever its outcome. */
export const keyOf = ({ who, operation, reference }: Pick<Request, 'who' | 'operation' | 'reference'>) =>
  `${who} ${operation} ${reference}`

/** One of a few phone numbers. */
export const phoneNumberOf = (number: number) => `25677000000${number % 4}`

/** Everything that the networks were sent, each with its network. */
export function journalOf({ networks }: World) {
  return networkNames.flatMap((network) => networks[network].journal().map((one) => ({ ...one, network })))
}

/** A network for the gateway. */
export function providerOf(name: NetworkName, world: World): MobileProvider {
  const network = () => world.networks[name]
  const submit = async (transaction: Transaction) => network().submit('A', transaction, world.fate)
  return {
    fingerprint: `${name} A`,
    providerId: ({ random }) => random,
    payOut: submit,
    requestPayment: submit,
    async enquire(transaction) {
      if (world.forgets) {
        world.denied.add(transaction.providerId)
        return { outcome: 'notFound' }
      }
      const answer = network().enquire('A', transaction)
      if (!world.takenBack.has(transaction.providerId) || answer.outcome !== 'succeeded') return answer
      const { providerRef, seen } = answer
      return { outcome: 'reversed', providerRef, seen }
    },
    identifyCallback: () => undefined,
  }
}

/** Ids that are the same in each run: counted, and never those of an earlier life of the books. */
export function countedIds({ clock }: World, life: number): Ids {
  let count = 0
  const next = () => {
    count += 1
    return count.toString(16).padStart(16, '0')
  }
  const end = life.toString(16).padStart(2, '0')
  return {
    ordered(atMs = clock.nowMs()) {
      const digits = next()
      return `${lowestIdAt(atMs).slice(0, 15)}${digits.slice(0, 3)}-8${digits.slice(3, 6)}-${digits.slice(6)}${end}`
    },
    random() {
      const digits = testSecrets.digest(`${end} ${next()}`)
      return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(12, 15)}-8${digits.slice(15, 18)}-${digits.slice(18, 30)}`
    },
  }
}
