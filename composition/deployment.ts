import type { Logger } from 'pino'
import type { UpkeepProcess } from '../adapters/background/upkeep/upkeepProcess.ts'
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

/** The differences between a sandbox and a live gateway. */
export type Deployment = {
  /** Called when the first key or PIN is hashed. */
  readonly pinKeys: () => PinKeys
  readonly configuration: Configuration
  readonly policy: FollowUpPolicy
  readonly callbacks: Callbacks
  /** The key of the pseudonyms of erased phone numbers; absent when none are erased. */
  readonly pseudonymKey?: string | undefined
  /**
   * The keys of endpoints' secrets, called when the first is made, and the rules for the addresses of endpoints; undefined
   * when there are no webhooks.
   */
  readonly webhooks?: { readonly keys: () => WebhookKeys; readonly rules: ReachRules } | undefined
  /** The parts that only a sandbox has. */
  readonly sandbox?: SandboxParts
  /** Called with the gateway's URL. Resolves with a text for the person who started it. */
  readonly greet?: (url: string, ports: AccountPorts & Pick<Store, 'people'>) => Promise<string>
}

/** The parts of a sandbox for people who try it out. */
export type SandboxParts = {
  /** The phones of simulated customers. */
  readonly phones: Phones
  /** The demo account, once it is there: its keys and its PIN in clear. */
  readonly demo: Promise<{ readonly secretKey: string; readonly publicKey: string; readonly pin: string }>
}

/** The settings that the wiring uses unchanged. Each has a default. */
type GivenSettings = Partial<
  Pick<
    Settings,
    'fourEyes' | 'holdersTakeTwoSteps' | 'mail' | 'phoneNumberDays' | 'repeatDays' | 'limits' | 'publicUrl' | 'openId'
  >
>

/** The container's parts. */
export type ContainerParts = Deployment &
  GivenSettings & {
    /** Open; the code that opened it closes it. */
    readonly store: Store
    /** Whether other nodes may serve the same store; by default none does. */
    readonly isShared?: boolean
    /** Whether the log already has the reason for the present failures of requests; by default it never has. */
    readonly isExplained?: () => boolean
    /** Receives all measurements; without it nothing is measured. */
    readonly metrics?: Metrics | undefined
    /** Makes spans; without it none are made. */
    readonly spans?: Spans | undefined
    /** Audits, closes and makes backups in other processes; without it audits are done in this one, and nothing else. */
    readonly upkeep?: UpkeepProcess | undefined
    readonly log: Logger
  }
