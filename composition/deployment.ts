import type { Logger } from 'pino'
import type { OpenIdSettings } from '../adapters/dashboard/people/openId/provider.ts'
import type { Limits } from '../adapters/http/caller/limits.ts'
import type { PinKeys } from '../adapters/node/node.ts'
import type { Callbacks } from '../adapters/providers/market/callbacks.ts'
import type { Phones } from '../adapters/simulator/simulator.ts'
import type { Metrics } from '../adapters/telemetry/metrics/metrics.ts'
import type { Spans } from '../adapters/telemetry/spans/spans.ts'
import type { ReachRules } from '../adapters/webhooks/addresses.ts'
import type { WebhookKeys } from '../adapters/webhooks/sign.ts'
import type { AccountPorts, FollowUpPolicy, FourEyes, Store } from '../core/sente.ts'
import type { Configuration } from './settings/configuration.ts'

/** What differs between a sandbox and a live gateway. */
export type Deployment = {
  /** Called when the first key or PIN is hashed. */
  readonly pinKeys: () => PinKeys
  readonly configuration: Configuration
  readonly policy: FollowUpPolicy
  readonly callbacks: Callbacks
  /**
   * What the secrets of endpoints are made from, called when the first is made, and where endpoints may be; undefined when
   * there are no webhooks.
   */
  /** What stands for erased phone numbers is made from it; absent when none are erased. */
  readonly pseudonymKey?: string | undefined
  readonly webhooks?: { readonly keys: () => WebhookKeys; readonly rules: ReachRules } | undefined
  /** What only a sandbox has. */
  readonly sandbox?: SandboxParts
  /** Called with the gateway's URL; resolves with a text for the person who started it. */
  readonly greet?: (url: string, ports: AccountPorts & Pick<Store, 'people'>) => Promise<string>
}

/** What a sandbox has for people who try it out. */
export type SandboxParts = {
  /** The phones of simulated customers. */
  readonly phones: Phones
  /** The demo account, once it is there: its keys and its PIN in clear. */
  readonly demo: Promise<{ readonly secretKey: string; readonly publicKey: string; readonly pin: string }>
}

/** What the container is made of. */
export type ContainerParts = Deployment & {
  /** Open; the one who opened it closes it. */
  readonly store: Store
  /** Whether other nodes may serve the same store; by default none does. */
  readonly isShared?: boolean
  /** Whether the log has told already why requests break now; by default it never has. */
  readonly isExplained?: () => boolean
  /** Which merchants' batches wait for a second person; none by default. */
  readonly fourEyes?: FourEyes | undefined
  /** Whether managers and viewers have to take a second step; they need not by default. */
  readonly holdersTakeTwoSteps?: boolean | undefined
  /** How long phone numbers are kept, in days; as long as the books by default. */
  readonly phoneNumberDays?: number | undefined
  /** Limits of the merchants' API that differ from the defaults. */
  readonly limits?: Partial<Limits>
  /** Where merchants find the gateway, if it is known. */
  readonly publicUrl?: string | undefined
  /** The OpenID provider at which operators may sign in; none by default. */
  readonly openId?: OpenIdSettings | undefined
  /** Is told of all that is measured; nothing is without it. */
  readonly metrics?: Metrics | undefined
  /** Makes spans of what is done; none are made without it. */
  readonly spans?: Spans | undefined
  readonly log: Logger
}
