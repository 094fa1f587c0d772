import type { Way } from '../../model/transaction.ts'
import type { Acting } from './actions.ts'

/** The channel to a network: new payments of one way over it, in one currency. */
export type Channel = { readonly network: string; readonly currency: string; readonly kind: Way }

/**
 * Why a channel is stopped. `paused`: an operator has decided it. `access_refused`: the network refuses our credentials or our
 * configuration. `wallet_pin_refused`: it refuses the PIN of our wallet, and bars the wallet if that goes on.
 */
export type StopCause = 'paused' | 'access_refused' | 'wallet_pin_refused'

/** A time in which no payment is opened on a channel. */
export type ChannelStop = Channel & {
  readonly cause: StopCause
  /** The digest of the access that the network has refused, which alone is stopped; empty when the channel is, for all. */
  readonly access: string
  readonly begunAtMs: number
  /** The operator who began it; null if the gateway did. */
  readonly by: string | null
  readonly because: string
  /** How it ended, and by which operator, if by one; null while it lasts. */
  readonly ended: { readonly atMs: number; readonly by: string | null; readonly because: string } | null
}

/** What a step sees of a stop that lasts. */
export type Stopped = Pick<ChannelStop, 'cause' | 'access'>

/** A stop that begins. */
export type NewStop = Omit<ChannelStop, 'ended'>

/** Which stops: the latest of all networks or of one, whether or not they last. */
export type StopQuery = { readonly network?: string; readonly limit: number }

/** The stops of all channels. They are never deleted. For one channel, cause and access at most one lasts. */
export interface ChannelStops {
  /** Those that last, the latest first. */
  lasting(): Promise<readonly ChannelStop[]>
  /** Those of a query, the latest first. */
  latest(query: StopQuery): Promise<readonly ChannelStop[]>
  /**
   * Begins them, but for those that would last twice; resolves with those that it began. An action, where one is given, is
   * made of these and written in the same step.
   */
  begin(stops: readonly NewStop[], acting?: Acting<[begun: readonly ChannelStop[]]>): Promise<readonly ChannelStop[]>
  /** Ends stops that last, with an action as above; resolves with those of them that it ended. */
  end(
    stops: readonly ChannelStop[],
    ending: NonNullable<ChannelStop['ended']>,
    acting?: Acting<[ended: readonly ChannelStop[]]>,
  ): Promise<readonly ChannelStop[]>
}
