import type { Logger } from 'pino'
import type { PinKeys } from '../adapters/node/node.ts'
import type { Callbacks } from '../adapters/providers/market/callbacks.ts'
import type { Phones } from '../adapters/simulator/simulator.ts'
import type { Metrics } from '../adapters/telemetry/metrics/metrics.ts'
import type { Spans } from '../adapters/telemetry/spans/spans.ts'
import type { ReachRules } from '../adapters/webhooks/addresses.ts'
import type { WebhookKeys } from '../adapters/webhooks/sign.ts'
import type { AccountPorts, FollowUpPolicy, Store } from '../core/sente.ts'
import type { Configuration } from './settings/configuration.ts'
import type { Settings } from './settings/settings.ts'

/** What differs between a sandbox and a live gateway. */
export type Deployment = {
  /** Called when the first key or PIN is hashed. */
  readonly pinKeys: () => PinKeys
  readonly configuration: Configuration
  readonly policy: FollowUpPolicy
  readonly callbacks: Callbacks
  /** What stands for erased phone numbers is made from it; absent when none are erased. */
  readonly pseudonymKey?: string | undefined
  /**
   * What the secrets of endpoints are made from, called when the first is made, and where endpoints may be; undefined when
   * there are no webhooks.
   */
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

/** The settings that the wiring uses unchanged. Each has a default. */
type GivenSettings = Partial<
  Pick<Settings, 'fourEyes' | 'holdersTakeTwoSteps' | 'phoneNumberDays' | 'limits' | 'publicUrl' | 'openId'>
>

/** What the container is made of. */
export type ContainerParts = Deployment &
  GivenSettings & {
    /** Open; the one who opened it closes it. */
    readonly store: Store
    /** Whether other nodes may serve the same store; by default none does. */
    readonly isShared?: boolean
    /** Whether the log has told already why requests break now; by default it never has. */
    readonly isExplained?: () => boolean
    /** Is told of all that is measured; nothing is without it. */
    readonly metrics?: Metrics | undefined
    /** Makes spans of what is done; none are made without it. */
    readonly spans?: Spans | undefined
    readonly log: Logger
  }
