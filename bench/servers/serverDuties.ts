import type { MtnSettings } from '../../adapters/providers/mtn/settings.ts'
import type { Dataset } from '../datasets/dataset.ts'
import type { Cookies } from '../datasets/signInPeople.ts'
import type { Merchant } from '../instruments/merchants.ts'
import type { ReceiverUrls } from '../instruments/receiverProcess.ts'
import type { Memory, Usage } from '../processes/usage.ts'

/** How MTN is reached. */
export type MtnConnection = MtnSettings

/** The options of a server under measurement. */
export type Opening = {
  /** Its own folder, for the database and the log. */
  readonly folder: string
  readonly mtn: MtnConnection
  /** How many accounts are created. */
  readonly accounts?: number
  /** A database that was made before, with its accounts. */
  readonly ready?: Dataset
  /** What follows `postgres:` in the URL of a database to use; by default one of SQLite is created. */
  readonly postgres?: string
  /** Each account has a webhook endpoint at these servers, of which so many never answer. */
  readonly endpoints?: { readonly urls: ReceiverUrls; readonly hanging: number }
  /** Whether the network is asked about open payments as it is live; by default it is not within any run. */
  readonly followsUp?: boolean
  /** How long each flush waits before it begins, in milliseconds. */
  readonly flushDelayMs?: number
  /** Whether its accounts have limits, of every kind that a payout counts for, which none reaches. */
  readonly limits?: boolean
  /** Whether it measures itself, and serves metrics. */
  readonly metrics?: boolean
  /** Whether a manager of each account is signed in, and an operator. */
  readonly people?: boolean
}

/** Where a server listens, and who may send money there. */
export type Opened = {
  readonly url: string
  readonly merchants: readonly Merchant[]
  /** Where its metrics are, if it has any. */
  readonly metricsUrl?: string | undefined
  /** Who is signed in, if anybody. */
  readonly cookies?: Cookies | undefined
}

/** What a server did in a slice. */
export type ServerSlice = Usage & {
  /** Steps of the books, each of which is one commit to its caller. */
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
  readonly memory: () => Memory
  /** Stops as the product does: requests first, the database last. */
  readonly close: () => Promise<void>
}

/** How many transactions have not ended. */
export type Unended = { readonly submitting: number; readonly pending: number }

/** The duties of sente itself. */
export type SenteDuties = ServerDuties & { readonly unended: () => Promise<Unended> }
