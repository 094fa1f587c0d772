import type { Logger } from 'pino'
import type { Limits } from '../adapters/http/limits.ts'
import type { PinKeys } from '../adapters/node/node.ts'
import type { AccountPorts, FollowUpPolicy } from '../core/sente.ts'
import type { Configuration } from './networks/configuration.ts'
import type { Callbacks } from './networks/networks.ts'
import type { Purpose, Serving } from './stores/store.ts'

/** What is different between the sandbox and live. */
export type World = {
  /** Asked when the first key or PIN is hashed. */
  readonly pinKeys: () => PinKeys
  readonly configuration: Configuration
  readonly policy: FollowUpPolicy
  readonly callbacks: Callbacks
  /** Told where the gateway listens, resolves with what the person who started it wants to know. */
  readonly greet?: (url: string, ports: AccountPorts) => Promise<string>
}

/** What has to be known before anything can be wired. */
export type Wiring = World & {
  readonly purpose: Purpose
  /** The scheme of the store's URL; `sqlite` by default. */
  readonly scheme?: string
  /** What follows the scheme. */
  readonly databasePath: string
  /** Given by the server, which makes a missing database and brings an older one up to date; a command only opens it. */
  readonly serving?: Pick<Serving, 'onLost'> & Partial<Serving>
  /** Those of the merchants' API that are not the usual ones. */
  readonly limits?: Partial<Limits>
  readonly log: Logger
}
