import type { MtnSettings } from '../../adapters/providers/mtn/settings.ts'
import type { Dataset } from '../datasets/dataset.ts'
import type { Cookies } from '../datasets/signInPeople.ts'
import type { Merchant } from '../instruments/merchants.ts'
import type { ReceiverUrls } from '../instruments/receiverProcess.ts'
import type { PaymentCost } from '../processes/paymentCosts.ts'
import type { Memory, Usage } from '../processes/usage.ts'

/** The connection to MTN. */
export type MtnConnection = MtnSettings

/** The options of a server under measurement. */
export type Opening = {
  /** Its own folder, for the database and the log. */
  readonly folder: string
  readonly mtn: MtnConnection
  /** The number of new accounts. */
  readonly accounts?: number
  /** An existing database, with its accounts. */
  readonly ready?: Dataset
  /** The URL, without `postgres:`, of a database to use. By default a SQLite database is created. */
  readonly postgres?: string
  /** Each account has a webhook endpoint at these servers, and so many of these never answer. */
  readonly endpoints?: { readonly urls: ReceiverUrls; readonly hanging: number }
  /** Whether the network is asked about open payments as in live. By default it is not, within any run. */
  readonly followsUp?: boolean
  /** How long each flush waits before it begins, in milliseconds. */
  readonly flushDelayMs?: number
  /** Whether its accounts have limits of every kind that a payout counts for. None is reached. */
  readonly limits?: boolean
  /** Whether it measures itself, and serves metrics. */
  readonly metrics?: boolean
  /** Whether a manager of each account is signed in, and an operator. */
  readonly people?: boolean
}

/** The address of a server, and its possible senders. */
export type Opened = {
  readonly url: string
  readonly merchants: readonly Merchant[]
  /** The address of its metrics, if it has any. */
  readonly metricsUrl?: string | undefined
  /** The cookies of signed-in people, if there are any. */
  readonly cookies?: Cookies | undefined
}

/** The work of a server in a slice. */
export type ServerSlice = Usage & {
  /** Steps of the books. Each is one commit to its caller. */
  readonly steps: number
  readonly flushes: number
  readonly flushP50Ms: number
  readonly flushP99Ms: number
}

/** The duties of a server under measurement. */
export type ServerDuties = {
  readonly open: (opening: Opening) => Promise<Opened>
  readonly beginSlice: () => void
  readonly endSlice: () => ServerSlice
  /** The costs of the payouts since the last call; the first call begins to watch them. */
  readonly paymentCosts: () => PaymentCost[]
  readonly memory: () => Memory
  /** Stops as the product does: requests first, the database last. */
  readonly close: () => Promise<void>
}

/** The number of transactions that have not ended. */
export type Unended = { readonly submitting: number; readonly pending: number }

/** The duties of sente itself. */
export type SenteDuties = ServerDuties & { readonly unended: () => Promise<Unended> }
